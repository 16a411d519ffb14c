/** Types after their names have been looked up: what a declarator is built on. */
import { dtypeInfo, type DType } from '../dtype/dtype';
import { ownAttributes, type DataModel } from './data-model';
import type { Parameter } from './signature';

/** What a {@link Parameter} says about a type passed by value. */
export type TypeFacts = Omit<Parameter, 'name' | 'type' | 'readonly'>;

interface Qualified {
  /** The type as the source spells it, without qualifiers. */
  readonly spelling: string;
  readonly isConst?: boolean;
  /** In OpenCL's local address space. */
  readonly isLocal?: boolean;
}

export type ResolvedType = Qualified &
  (
    | { readonly form: 'void' }
    | { readonly form: 'value'; readonly facts: TypeFacts }
    | { readonly form: 'pointer'; readonly to: ResolvedType }
    | { readonly form: 'array'; readonly of: ResolvedType; readonly extent: number | undefined }
    | { readonly form: 'reference'; readonly to: ResolvedType }
    | { readonly form: 'function' }
  );

/**
 * A type that the parser cannot see into.
 *
 * @param why - see {@link Parameter.unknown}
 */
export function unknownType(spelling: string, why?: string): ResolvedType {
  return { form: 'value', spelling, facts: unknownFacts(why) };
}

export function unknownFacts(why: string | undefined): TypeFacts {
  return why === undefined ? { kind: 'bytes' } : { kind: 'bytes', unknown: why };
}

/** A type that a `typedef` gives another alignment. Its size stays. */
export function alignedType(type: ResolvedType, alignment: number, { gnuAttributes }: DataModel): ResolvedType {
  if (type.form !== 'value' || type.facts.byteLength === undefined) return unknownType(type.spelling);
  const { kind } = type.facts;
  const isAlignable = isPlainNumber(type.facts) || kind === 'struct' || kind === 'bytes';
  if (!isAlignable) return unknownType(type.spelling);
  if (gnuAttributes === false && alignment < (type.facts.alignment ?? 1)) {
    const { alignment: _contested, ...facts } = type.facts;
    const unknown = ownAttributes;
    return isPlainNumber(facts) ? { ...type, facts: { ...facts, unknown } } : unknownType(type.spelling, unknown);
  }
  return { ...type, facts: { ...type.facts, alignment } };
}

/** A number that every compiler aligns to its own size where it is passed. */
function isPlainNumber({ kind, dtype }: TypeFacts): boolean {
  return kind === 'scalar' && dtype !== undefined && dtype !== 'complex64' && dtype !== 'complex128';
}

/** As {@link parameterOf}, of a kernel: a number has its own alignment there, whatever its typedef asks for. */
export function kernelParameterOf(name: string, type: ResolvedType): Parameter {
  const parameter = parameterOf(name, type);
  const { dtype } = parameter;
  if (dtype === undefined || !isPlainNumber(parameter)) return parameter;
  const { unknown: _ofFields, ...known } = parameter;
  return { ...known, alignment: dtypeInfo(dtype).alignment };
}

export function pointerTo(to: ResolvedType): ResolvedType {
  return { form: 'pointer', to, spelling: `${to.spelling}*` };
}

/** A pointer's or handle's 64-bit word in the record. */
const word = { byteLength: 8, alignment: 8 } as const;

/** The parameter that a declaration makes. A reference must have been refused before: it counts as a pointer here. */
export function parameterOf(name: string, type: ResolvedType): Parameter {
  switch (type.form) {
    case 'value':
      return { name, type: type.spelling, ...type.facts };
    case 'pointer':
    case 'reference':
      return pointerParameter(name, type.spelling, type.to);
    case 'array':
      return pointerParameter(name, `${type.of.spelling}*`, type.of);
    case 'function':
      return { name, kind: 'bytes', type: type.spelling, ...word };
    case 'void':
      return { name, kind: 'bytes', type: 'void' };
  }
}

function pointerParameter(name: string, spelling: string, to: ResolvedType): Parameter {
  const element = innermost(to);
  if (element.form === 'function') return { name, kind: 'bytes', type: spelling, ...word };
  if (to.isLocal || element.isLocal) return { name, kind: 'local', type: spelling };
  return {
    name,
    kind: 'pointer',
    type: spelling,
    ...elementFacts(element),
    ...word,
    ...(isReadonly(to) ? { readonly: true } : {}),
  };
}

/** A pointer to an array points to the array's elements. */
function innermost(type: ResolvedType): ResolvedType {
  let element = type;
  while (element.form === 'array') element = element.of;
  return element;
}

/** A const array is an array of const elements. */
function isReadonly(type: ResolvedType): boolean {
  return type.isConst === true || (type.form === 'array' && isReadonly(type.of));
}

/** What a pointer's buffer holds: an array of pointers holds 64-bit addresses. */
function elementFacts(element: ResolvedType): { dtype?: DType; lanes?: number } {
  if (element.form === 'pointer') return { dtype: 'uint64' };
  if (element.form !== 'value') return {};
  const { dtype, lanes, kind } = element.facts;
  if (dtype === undefined || (kind !== 'scalar' && kind !== 'vector')) return {};
  return lanes === undefined ? { dtype } : { dtype, lanes };
}
