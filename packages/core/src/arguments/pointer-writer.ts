/** Device memory as an argument: whose it is, what it holds, where it lies. */
import { describe } from '../diagnostics/describe';
import type { DType } from '../dtype/dtype';
import type { Parameter } from '../signature/signature';
import type { ValueWriter, WritingContext } from './argument-writer';
import { bufferSymbol, type DeviceReference } from './device-reference';

/** Takes null, or memory of the context's device with elements that the pointer may point to. */
export function pointerWriter(parameter: Parameter, offset: number, context: WritingContext): ValueWriter {
  const { view } = context.record;
  const accepted = acceptedDtypes(parameter);
  return (value) => {
    if (value === null) {
      view.setBigUint64(offset, 0n, true);
      return undefined;
    }
    const reference = referenceOf(value);
    if (reference === undefined) {
      const isArray = Array.isArray(value) || ArrayBuffer.isView(value);
      return `got ${describe(value)}${isArray ? '; it takes a buffer, which device.upload(typedArray) makes' : ''}`;
    }
    const problem = referenceProblem(reference, accepted, context.device);
    if (problem === undefined) view.setBigUint64(offset, reference.address, true);
    return problem;
  };
}

/**
 * The element types a pointer may point to; undefined if it takes all.
 *
 * A bool is a byte, and a complex number is two floats side by side, so each also passes as the other.
 */
export function acceptedDtypes({ dtype, lanes }: Parameter): readonly DType[] | undefined {
  switch (dtype) {
    case undefined:
      return undefined;
    case 'bool':
      return ['bool', 'uint8'];
    case 'uint8':
      return ['uint8', 'bool'];
    case 'complex64':
      return ['complex64', 'float32'];
    case 'complex128':
      return ['complex128', 'float64'];
    case 'float32':
      return lanes === 2 ? ['float32', 'complex64'] : ['float32'];
    case 'float64':
      return lanes === 2 ? ['float64', 'complex128'] : ['float64'];
    default:
      return [dtype];
  }
}

/** A value's reference to its device memory; undefined if it is not a device argument. */
function referenceOf(value: unknown): DeviceReference | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const method = (value as { [bufferSymbol]?: unknown })[bufferSymbol];
  if (typeof method !== 'function') return undefined;
  const reference: unknown = method.call(value);
  if (typeof reference !== 'object' || reference === null) return undefined;
  return typeof (reference as DeviceReference).address === 'bigint' ? (reference as DeviceReference) : undefined;
}

function referenceProblem(
  reference: DeviceReference,
  accepted: readonly DType[] | undefined,
  device: object,
): string | undefined {
  const { dtype } = reference;
  if (reference.unusable !== undefined) return `got a buffer that cannot be used any more: ${reference.unusable}`;
  if (reference.device !== device) return 'got a buffer of another device';
  if (accepted && dtype !== undefined && !accepted.includes(dtype))
    return `got ${dtype.startsWith('int') ? 'an' : 'a'} ${dtype} buffer`;
  if (!reference.contiguous) return 'got a strided view; a kernel takes contiguous memory, so pass a copy';
  return undefined;
}
