/** What the compiler knows of a kernel's parameters against what the source parser read. */
import { layoutOf } from '../arguments';
import { argumentError, isHeddleError, type HeddleError } from '../errors';
import { describeParameter, explicitSignatureHint } from '../signature/describe-parameter';
import { combine } from '../signature/merge-signatures';
import type { KernelSignature } from '../signature';

type CompiledParameters = readonly { readonly offset: number; readonly byteLength: number }[];

/**
 * Fills in sizes that only the compiler knows, and refuses a signature that disagrees with the compiler's. Of several
 * that the source leaves open, those count that agree.
 *
 * @throws HeddleError `ARGUMENT` naming the first parameter on which they differ
 */
export function completeSignature(written: KernelSignature, compiled: CompiledParameters | undefined): KernelSignature {
  const { alternatives } = written;
  if (alternatives) return completeOneOf(written.name, alternatives, compiled);
  return compiled ? complete(written, compiled) : written;
}

function completeOneOf(
  name: string,
  { signatures, reason }: NonNullable<KernelSignature['alternatives']>,
  compiled: CompiledParameters | undefined,
): KernelSignature {
  const fitting = compiled ? signatures.filter((signature) => agrees(signature, compiled)) : signatures;
  // If none fits, the first one says what does not.
  const [first, ...others] = fitting.length > 0 ? fitting : signatures.slice(0, 1);
  if (first && others.every(({ parameters }) => parameters.length === first.parameters.length)) {
    const open = others.length === 0 ? first : combine([first, ...others], reason);
    return compiled ? complete(open, compiled) : open;
  }
  throw argumentError(`${name}: how many parameters it has ${reason}`, {
    kernel: name,
    hint: explicitSignatureHint(name),
  });
}

function agrees(signature: KernelSignature, compiled: CompiledParameters): boolean {
  try {
    complete(signature, compiled);
    return true;
  } catch (error) {
    if (!isHeddleError(error, 'ARGUMENT')) throw error;
    return false;
  }
}

function complete(written: KernelSignature, compiled: CompiledParameters): KernelSignature {
  if (compiled.length !== written.parameters.length) throw countError(written, compiled);
  const parameters = written.parameters.map((parameter, i) => {
    const actual = compiled[i];
    if (!actual || (parameter.byteLength !== undefined && parameter.alignment !== undefined)) return parameter;
    return { ...parameter, byteLength: actual.byteLength, alignment: alignmentAt(actual.offset) };
  });
  const completed = { ...written, parameters };
  assertAgrees(completed, compiled);
  return completed;
}

function countError({ name, parameters }: KernelSignature, compiled: CompiledParameters): HeddleError {
  const open = parameters.find(({ unknown }) => unknown !== undefined);
  const why = open ? `, in which ${describeParameter(open)} ${open.unknown ?? ''}` : '';
  return argumentError(
    `${name}: the compiled kernel takes ${compiled.length} arguments, its signature ${parameters.length}${why}`,
    { kernel: name, ...(open ? { parameter: open.name, hint: explicitSignatureHint(name) } : {}) },
  );
}

// The largest power of two that divides the offset leads the layout to this very place, whatever the type's own is.
function alignmentAt(offset: number): number {
  return offset === 0 ? 16 : Math.min(16, offset & -offset);
}

function assertAgrees(signature: KernelSignature, compiled: CompiledParameters): void {
  layoutOf(signature).slots.forEach((slot, i) => {
    const actual = compiled[i];
    if (!actual || slot.parameter.kind === 'local') return;
    if (actual.offset === slot.offset && actual.byteLength === slot.byteLength) return;
    throw argumentError(
      `${signature.name}: argument ${i + 1} (${slot.parameter.name}) is ${actual.byteLength} bytes at ${actual.offset} ` +
        `for the compiler, ${slot.byteLength} at ${slot.offset} by its signature`,
      {
        kernel: signature.name,
        parameter: slot.parameter.name,
        hint: "The source's types are not what they look like; give the signature explicitly.",
      },
    );
  });
}
