/** Which floating-point type stands for an integer one, and which types a device computes with. */
import { HeddleError, dtypeInfo, type Device, type DType } from '@heddle/core';

/**
 * The dtype in which functions such as `sin` give their result, by NumPy's rules: the narrowest float that holds all
 * integers of 8, 16 or more bits; floats and complex numbers stay what they are.
 */
export function floatTypeOf(dtype: DType): DType {
  const { kind, byteLength } = dtypeInfo(dtype);
  if (kind === 'float' || kind === 'complex') return dtype;
  if (byteLength === 1) return 'float16';
  return byteLength === 2 ? 'float32' : 'float64';
}

/** @throws HeddleError `UNSUPPORTED` for float64 and complex128 on a device that has no double precision */
export function requireComputable(
  device: Device,
  dtype: DType,
  operation: string,
  hint = "Convert the operands first: a.astype('float32').",
): void {
  if ((dtype !== 'float64' && dtype !== 'complex128') || device.has('float64')) return;
  throw new HeddleError('UNSUPPORTED', `${operation} needs ${dtype}, and ${device.name} has no double precision`, {
    backend: device.backend,
    hint,
  });
}
