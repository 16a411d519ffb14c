/** One signature from those of a kernel's possible readings. */
import { argumentError, isHeddleError, type HeddleError } from '../errors';
import type { UnknownCondition } from './branches';
import { signatureFor } from './name-expression';
import type { Reading } from './possible-readings';
import { withDeclared, type KernelSignature, type Parameter } from './signature';

/** What a kernel takes if the conditions of one reading hold. */
interface Possible {
  readonly signature: KernelSignature;
  readonly conditions: readonly UnknownCondition[];
}

/** The likely reading's kernels, each with what the other readings say of it. */
export function mergeReadings(readings: readonly Reading<readonly KernelSignature[]>[]): KernelSignature[] {
  const [likely, ...others] = readings;
  if (!likely || others.length === 0) return [...(likely?.result ?? [])];
  const seen = new Map<string, number>();
  return likely.result.map((signature) => {
    // Overloads are distinguished by their order.
    const index = seen.get(signature.name) ?? 0;
    seen.set(signature.name, index + 1);
    const possible = others.flatMap(({ result, conditions }) => {
      const other = result.filter(({ name }) => name === signature.name)[index];
      return other ? [{ signature: other, conditions }] : [];
    });
    return merge([{ signature, conditions: likely.conditions }, ...possible]);
  });
}

/**
 * True if every reading has the same kernels, with the same parameters.
 *
 * @param names - templates that were asked for, with their arguments
 */
export function areAlike(readings: readonly Reading<readonly KernelSignature[]>[], names: readonly string[]): boolean {
  const [first, ...others] = readings;
  if (!first || others.length === 0) return true;
  const asked = names.map((name) => instanceOf(first.result, name));
  return others.every(
    ({ result }) =>
      result.length === first.result.length &&
      result.every((signature, i) => isAlike(signature, first.result[i])) &&
      names.every((name, i) => isSame(instanceOf(result, name), asked[i])),
  );
}

// The parameters of a template show in its instances, and only the requested ones exist.
function isAlike(one: KernelSignature, other: KernelSignature | undefined): boolean {
  if (one.templateParameters.length === 0) return isSame(one, other);
  return one.name === other?.name && isSame(one.templateParameters, other.templateParameters);
}

function instanceOf(signatures: readonly KernelSignature[], name: string): KernelSignature | string {
  try {
    return signatureFor(signatures, name);
  } catch (error) {
    if (!isHeddleError(error, 'ARGUMENT')) throw error;
    return error.message;
  }
}

/**
 * One signature of several: parameters on which they differ are bytes, and say why. The several are its `alternatives`.
 */
function merge(possible: readonly [Possible, ...Possible[]]): KernelSignature {
  const [{ signature: first }] = possible;
  if (first.templateParameters.length > 0) return mergeTemplates(possible);
  const different = possible.find(({ signature }) => !isSame(signature, first));
  if (!different) return first;
  const reason = reasonOf(possible);
  const merged = combine(
    possible.map(({ signature }) => signature),
    reason,
  );
  return Object.defineProperty(merged, 'alternatives', { value: { signatures: distinct(possible), reason } });
}

/**
 * The signature that several leave open.
 *
 * @param reason - why it is open, the end of a sentence
 */
export function combine(signatures: readonly KernelSignature[], reason: string): KernelSignature {
  const [first, ...others] = signatures;
  if (!first) throw argumentError('there is no signature to combine');
  const isCounted = others.every(({ parameters }) => parameters.length === first.parameters.length);
  const parameters = first.parameters.map((parameter, i) => {
    const all = signatures.map((signature) => signature.parameters[i]);
    if (isCounted && all.every((each) => isSame(each, parameter))) return parameter;
    return openParameter(parameter, isCounted ? all : [], reason);
  });
  // A spread drops what is not enumerable.
  return withDeclared({ ...first, parameters }, first.declared);
}

function openParameter(first: Parameter, all: readonly (Parameter | undefined)[], reason: string): Parameter {
  const { name, type } = first;
  const has = (test: (parameter: Parameter) => boolean): boolean =>
    all.length > 0 && all.every((each) => each !== undefined && test(each));
  if (has(({ kind }) => kind === 'pointer')) {
    const readonly = has((each) => each.readonly === true);
    return {
      name,
      kind: 'pointer',
      type,
      byteLength: 8,
      alignment: 8,
      ...(readonly ? { readonly } : {}),
      unknown: reason,
    };
  }
  const { byteLength, alignment } = first;
  const isSized = has((each) => each.byteLength === byteLength && each.alignment === alignment);
  const size = isSized && byteLength !== undefined && alignment !== undefined ? { byteLength, alignment } : {};
  return { name, kind: 'bytes', type, ...size, unknown: reason };
}

function mergeTemplates(possible: readonly [Possible, ...Possible[]]): KernelSignature {
  const [{ signature: first }] = possible;
  const instantiate = (templateArguments: readonly string[]): KernelSignature => {
    const instances: Possible[] = [];
    let objection: HeddleError | undefined;
    for (const { signature, conditions } of possible) {
      try {
        const instance = signature.instantiate?.(templateArguments);
        if (instance) instances.push({ signature: instance, conditions });
      } catch (error) {
        if (!isHeddleError(error, 'ARGUMENT')) throw error;
        objection ??= error;
      }
    }
    const [one, ...more] = instances;
    if (one) return merge([one, ...more]);
    throw objection ?? argumentError(`${first.name} takes no template arguments`, { kernel: first.name });
  };
  const plain = withDeclared({ ...first }, first.declared);
  return Object.defineProperty(plain, 'instantiate', { value: instantiate });
}

function distinct(possible: readonly Possible[]): KernelSignature[] {
  const found: KernelSignature[] = [];
  for (const { signature } of possible) if (!found.some((each) => isSame(each, signature))) found.push(signature);
  return found;
}

/** Names the condition at which two readings part that differ in what the kernel takes. */
function reasonOf(possible: readonly Possible[]): string {
  let [longest, deciding] = [-1, undefined as UnknownCondition | undefined];
  for (const [i, one] of possible.entries()) {
    for (const other of possible.slice(i + 1)) {
      if (isSame(one.signature, other.signature)) continue;
      const at = one.conditions.findIndex(({ holds }, index) => other.conditions[index]?.holds !== holds);
      if (at > longest) [longest, deciding] = [at, one.conditions[at]];
    }
  }
  if (!deciding) return 'depends on a condition that Heddle cannot decide';
  const { text, line, header } = deciding;
  const place = header === undefined ? `line ${line}` : `${header}:${line}`;
  return `depends on '${text.replaceAll(/\s+/g, ' ').slice(0, 120)}' (${place}), which Heddle cannot decide`;
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(withoutLine(one)) === JSON.stringify(withoutLine(other));
}

// In another branch the same kernel stands on another line.
function withoutLine(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'line' in value ? { ...value, line: 0 } : value;
}
