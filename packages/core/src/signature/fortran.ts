/**
 * Fortran's procedures with C binding: `subroutine saxpy(n, a, x, y) bind(C)`.
 *
 * Arguments are passed by reference unless they are declared `value`.
 */
import type { DType } from '../dtype/dtype';
import { endOfGroup, splitAtCommas } from './brackets';
import { scalarFacts } from './builtin-types';
import type { DataModel } from './data-model';
import { fortranStatements, type FortranStatement } from './fortran-statements';
import type { TypeFacts } from './resolved-type';
import type { KernelSignature, Parameter } from './signature';
import type { Token } from './tokenizer';

/** A procedure while its declarations are being read. */
interface Procedure {
  readonly name: string;
  readonly entryName: string;
  readonly line: number;
  readonly arguments: readonly string[];
  /** Name of the variable that a function returns. */
  readonly result: string | undefined;
  readonly declared: Map<string, FortranVariable>;
}

interface FortranVariable {
  readonly type: FortranType;
  readonly isValue: boolean;
  readonly isReadonly: boolean;
  /** Its shape is passed along with it, in a descriptor that only Fortran makes. */
  readonly hasDescriptor: boolean;
}

/** `address` is `type(c_ptr)`; undefined is a type of the source's own. */
type FortranType = DType | 'address' | undefined;

/** Every procedure with C binding that is a subroutine, or a function that returns a number. */
export function parseFortran(source: string, model: DataModel): KernelSignature[] {
  const found: KernelSignature[] = [];
  let procedure: Procedure | undefined;
  const finish = (): void => {
    const signature = procedure && signatureOf(procedure);
    if (signature) found.push(signature);
    procedure = undefined;
  };
  for (const statement of fortranStatements(source)) {
    const opened = openProcedure(statement, model);
    if (opened) {
      finish();
      procedure = opened;
    } else if (statement.tokens[0]?.text === 'end' || statement.tokens[0]?.text.startsWith('end')) {
      if (isEndOfProcedure(statement.tokens)) finish();
    } else if (procedure) {
      declareVariables(statement.tokens, procedure.declared, model);
    }
  }
  finish();
  return found;
}

function isEndOfProcedure(tokens: readonly Token[]): boolean {
  const words = tokens.map(({ text }) => text);
  const text = words.slice(0, 2).join('');
  return words.length === 1 ? text === 'end' : text.startsWith('endsubroutine') || text.startsWith('endfunction');
}

/** A statement that opens a procedure with C binding. */
function openProcedure({ tokens, line }: FortranStatement, model: DataModel): Procedure | undefined {
  const keyword = tokens.findIndex(({ text }) => text === 'subroutine' || text === 'function');
  const name = tokens[keyword + 1];
  if (keyword < 0 || tokens[0]?.text === 'end' || name?.kind !== 'word' || tokens[keyword + 2]?.text !== '(')
    return undefined;
  const end = endOfGroup(tokens, keyword + 2);
  const suffix = tokens.slice(end);
  const entryName = bindingLabel(suffix, name.text);
  if (entryName === undefined) return undefined;
  const list = splitAtCommas(tokens.slice(keyword + 3, end - 1)).map((part) => part[0]?.text ?? '');
  const isFunction = tokens[keyword]?.text === 'function';
  const at = suffix.findIndex(({ text }) => text === 'result');
  const result = isFunction ? ((at >= 0 ? suffix[at + 2]?.text : undefined) ?? name.text) : undefined;
  const declared = new Map<string, FortranVariable>();
  const prefix = typeSpecifier(tokens.slice(0, keyword), model);
  if (prefix && result !== undefined) {
    declared.set(result, { type: prefix.type, isValue: true, isReadonly: false, hasDescriptor: false });
  }
  return { name: name.text, entryName, line, arguments: list.filter((text) => text !== ''), result, declared };
}

/** The name in the binary: `bind(C, name="...")`, or the procedure's own; undefined without C binding. */
function bindingLabel(suffix: readonly Token[], name: string): string | undefined {
  const bind = suffix.findIndex(
    ({ text }, i) => text === 'bind' && suffix[i + 1]?.text === '(' && suffix[i + 2]?.text === 'c',
  );
  if (bind < 0) return undefined;
  const label = suffix
    .slice(bind, endOfGroup(suffix, bind + 1))
    .find(({ kind }) => kind === 'string')
    ?.text.trim();
  return label === undefined || label === '' ? name : label;
}

/** Reads `real(c_float), intent(in) :: x(n), y(n)`. */
function declareVariables(tokens: readonly Token[], declared: Map<string, FortranVariable>, model: DataModel): void {
  const specifier = typeSpecifier(tokens, model);
  if (!specifier) return;
  const rest = tokens.slice(specifier.length);
  const colons = rest.findIndex(({ text }) => text === '::');
  const attributes = colons < 0 ? [] : rest.slice(0, colons);
  const has = (word: string) => attributes.some(({ text }) => text === word);
  const intent = attributes.findIndex(({ text }) => text === 'intent');
  const dimension = attributes.findIndex(({ text }) => text === 'dimension');
  const isAllocated = has('pointer') || has('allocatable');
  for (const entity of splitAtCommas(rest.slice(colons + 1))) {
    const name = entity[0];
    if (name?.kind !== 'word') continue;
    const shape = entity[1]?.text === '(' ? entity.slice(1) : dimension < 0 ? [] : attributes.slice(dimension + 1);
    declared.set(name.text, {
      type: specifier.type,
      isValue: has('value'),
      isReadonly: intent >= 0 && attributes[intent + 2]?.text === 'in' && attributes[intent + 3]?.text === ')',
      hasDescriptor: isAllocated || isAssumedShape(shape),
    });
  }
}

/** `(:)` and `(:, :)`: a colon with nothing after it. */
function isAssumedShape(shape: readonly Token[]): boolean {
  if (shape[0]?.text !== '(') return false;
  const inner = shape.slice(1, endOfGroup(shape, 0) - 1);
  return splitAtCommas(inner).some((part) => part.at(-1)?.text === ':' || part.at(-1)?.text === '::');
}

/** The type at the start of a statement, and how many tokens it takes; undefined if none stands there. */
function typeSpecifier(tokens: readonly Token[], model: DataModel): { type: FortranType; length: number } | undefined {
  const start = tokens.findIndex(({ text }) => !procedurePrefixes.has(text));
  const word = tokens[start]?.text;
  if (word === undefined || !typeNames.has(word)) return undefined;
  let length = start + 1;
  const isDoublePrecision = word === 'double' || word === 'doubleprecision';
  if (word === 'double') length++;
  let kind: string | undefined;
  const next = tokens[length]?.text;
  if (next === '(') {
    const end = endOfGroup(tokens, length);
    kind = kindOf(tokens.slice(length + 1, end - 1));
    length = end;
  } else if (next === '*') {
    kind = tokens[length + 1]?.text;
    length += 2;
  }
  return { type: isDoublePrecision ? 'float64' : typeOf(word, kind, model), length };
}

const procedurePrefixes = new Set(['pure', 'impure', 'elemental', 'recursive', 'module']);
const typeNames = new Set(['integer', 'real', 'double', 'doubleprecision', 'complex', 'logical', 'character', 'type']);

/** The kind in `(c_int)`, `(kind=c_int)`, `(len=1, kind=c_char)`. */
function kindOf(tokens: readonly Token[]): string | undefined {
  const parts = splitAtCommas(tokens);
  const named = parts.find((part) => part[0]?.text === 'kind' && part[1]?.text === '=');
  return named ? named[2]?.text : parts[0]?.[0]?.text;
}

function typeOf(word: string, kind: string | undefined, model: DataModel): FortranType {
  switch (word) {
    case 'integer':
      return kind === undefined ? 'int32' : integerKinds(model)[kind];
    case 'real':
      return kind === undefined ? 'float32' : realKinds[kind];
    case 'complex':
      return kind === undefined ? 'complex64' : complexKinds[kind];
    case 'logical':
      return kind === 'c_bool' || kind === '1' ? 'bool' : kind === undefined || kind === '4' ? 'int32' : undefined;
    case 'character':
      return 'uint8';
    default:
      return kind === 'c_ptr' || kind === 'c_funptr' ? 'address' : undefined;
  }
}

function integerKinds(model: DataModel): Readonly<Record<string, DType>> {
  return {
    c_int: 'int32',
    c_short: 'int16',
    c_long: model.longBytes === 8 ? 'int64' : 'int32',
    c_long_long: 'int64',
    c_signed_char: 'int8',
    // Fortran has no unsigned integers, but C has no other size_t.
    c_size_t: 'uint64',
    c_intptr_t: 'int64',
    c_ptrdiff_t: 'int64',
    c_int8_t: 'int8',
    c_int16_t: 'int16',
    c_int32_t: 'int32',
    c_int64_t: 'int64',
    int8: 'int8',
    int16: 'int16',
    int32: 'int32',
    int64: 'int64',
    1: 'int8',
    2: 'int16',
    4: 'int32',
    8: 'int64',
  };
}

const realKinds: Readonly<Record<string, DType>> = {
  c_float: 'float32',
  c_double: 'float64',
  real32: 'float32',
  real64: 'float64',
  4: 'float32',
  8: 'float64',
};

const complexKinds: Readonly<Record<string, DType>> = {
  c_float_complex: 'complex64',
  c_double_complex: 'complex128',
  c_float: 'complex64',
  c_double: 'complex128',
  real32: 'complex64',
  real64: 'complex128',
  4: 'complex64',
  8: 'complex128',
};

function signatureOf(procedure: Procedure): KernelSignature | undefined {
  const { name, entryName, line, result, declared } = procedure;
  const returns = result === undefined ? undefined : declared.get(result)?.type;
  if (result !== undefined && (returns === undefined || returns === 'address')) return undefined;
  return {
    name,
    parameters: procedure.arguments.map((argument) => parameterOf(argument, declared.get(argument))),
    templateParameters: [],
    line,
    ...(returns === undefined || returns === 'address' ? {} : { returns }),
    ...(entryName === name ? {} : { entryName }),
  };
}

function parameterOf(name: string, variable: FortranVariable | undefined): Parameter {
  const type = variable?.type;
  if (!variable || variable.hasDescriptor) return { name, kind: 'bytes', type: type ?? 'undeclared' };
  const word = { byteLength: 8, alignment: 8 } as const;
  if (variable.isValue) {
    if (type === 'address') return { name, kind: 'pointer', type: 'c_ptr', ...word };
    if (type === undefined) return { name, kind: 'bytes', type: 'derived type' };
    return { name, type, ...hostFacts(type) };
  }
  const dtype = type === 'address' ? 'uint64' : type;
  return {
    name,
    kind: 'pointer',
    type: `${type ?? 'derived type'}*`,
    ...(dtype === undefined ? {} : { dtype }),
    ...word,
    ...(variable.isReadonly ? { readonly: true } : {}),
  };
}

/** The host's complex numbers are two plain ones, aligned as one of them. */
function hostFacts(type: DType): TypeFacts {
  if (type === 'complex64') return scalarFacts(type, 4);
  return type === 'complex128' ? scalarFacts(type, 8) : scalarFacts(type);
}
