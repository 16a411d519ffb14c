/**
 * Where each argument of a kernel lies in the record that a driver reads: the rules of a C struct, which are also
 * those of CUDA's kernel parameter buffer.
 */
import { argumentError } from '../errors';
import { alignUp } from '../signature/align';
import { describeParameter, explicitSignatureHint } from '../signature/describe-parameter';
import type { KernelSignature, Parameter } from '../signature/signature';

/** One parameter's place in the record. */
export interface ArgumentSlot {
  readonly parameter: Parameter;
  /** Bytes from the start of the record, a multiple of the parameter's alignment. */
  readonly offset: number;
  /** Bytes in the record. A `local` parameter's 8 bytes hold the byte count it was launched with. */
  readonly byteLength: number;
}

/** The places of all parameters. */
export interface ArgumentLayout {
  /** One per parameter, in their order, `local` ones too. */
  readonly slots: readonly ArgumentSlot[];
  /** The `local` slots alone. They lie after all others, so that they do not disturb the C layout. */
  readonly locals: readonly ArgumentSlot[];
  /** Bytes of the kernel's own parameters: the end of the last one that is not `local`, without padding after it. */
  readonly byteLength: number;
  /** The largest alignment of a parameter: what the record as a C struct is aligned to. */
  readonly alignment: number;
  /** Bytes to allocate for a record: `local` slots included, a multiple of 16, never 0. */
  readonly recordBytes: number;
}

/**
 * Lays out the arguments of a kernel.
 *
 * @throws HeddleError `ARGUMENT` for a template without its arguments, and for a parameter of unknown size
 */
export function layoutOf(signature: KernelSignature): ArgumentLayout {
  if (signature.templateParameters.length > 0) {
    const example = `${signature.name}<${signature.templateParameters.join(', ')}>`;
    throw argumentError(`${signature.name} is a template; a launch needs its arguments: ${example}`, {
      kernel: signature.name,
    });
  }
  let end = 0;
  let alignment = 1;
  const place = (parameter: Parameter, index: number): ArgumentSlot => {
    const { byteLength, alignment: wanted } = sizeOf(signature, parameter, index);
    const offset = alignUp(end, wanted);
    end = offset + byteLength;
    alignment = Math.max(alignment, wanted);
    return { parameter, offset, byteLength };
  };
  const placed = signature.parameters.map((parameter, index) =>
    parameter.kind === 'local' ? undefined : place(parameter, index),
  );
  const byteLength = end;
  const locals: ArgumentSlot[] = [];
  const slots = placed.map((slot, index): ArgumentSlot => {
    if (slot) return slot;
    end = alignUp(end, 8) + 8;
    const local = { parameter: signature.parameters[index] as Parameter, offset: end - 8, byteLength: 8 };
    locals.push(local);
    return local;
  });
  return { slots, locals, byteLength, alignment, recordBytes: Math.max(16, alignUp(end, Math.max(16, alignment))) };
}

function sizeOf(signature: KernelSignature, parameter: Parameter, index: number) {
  const { byteLength, alignment } = parameter;
  if (byteLength !== undefined && alignment !== undefined) return { byteLength, alignment };
  const which = `${signature.name}: the size of parameter ${index + 1} (${describeParameter(parameter)})`;
  const { unknown } = parameter;
  throw argumentError(unknown === undefined ? `${which} is not known` : `${which} ${unknown}`, {
    kernel: signature.name,
    parameter: parameter.name,
    hint:
      unknown === undefined
        ? 'Define the type in the source or in a header given with it, or give the signature explicitly.'
        : explicitSignatureHint(signature.name),
  });
}
