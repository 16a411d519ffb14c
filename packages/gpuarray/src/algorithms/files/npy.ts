/** Arrays on the host, from and to the .npy format. */
import { dtypeInfo, type DType } from '@heddle/core';
import { argumentError, type ArrayOf } from '@heddle/core/backend';
import { corrupt, type ByteSource } from './byte-source';
import { descriptorOf, storedType, swapBytes } from './npy-dtype';
import { readHeader, writeHeader } from './npy-header';

/** An array as a file holds it. */
export interface HostArray<D extends DType = DType> {
  readonly dtype: D;
  readonly shape: readonly number[];
  /** The elements lie with the first axis varying fastest. */
  readonly fortranOrder: boolean;
  readonly data: ArrayOf<D>;
}

/**
 * Reads an array. Bytes after its last element are ignored, as in NumPy: several arrays may follow one another.
 *
 * @throws HeddleError `CORRUPT` for a damaged or truncated file, with the byte where it was noticed
 * @throws HeddleError `ARGUMENT` for element types that no dtype holds
 */
export async function readNpy(source: ByteSource): Promise<HostArray> {
  const { descriptor, fortranOrder, shape, dataOffset } = await readHeader(source);
  const { dtype, bigEndian } = storedType(descriptor, source.name);
  const info = dtypeInfo(dtype);
  const byteLength = shape.reduce((size, extent) => size * extent, info.byteLength);
  const present = source.byteLength - dataOffset;
  // Compared before memory is taken: a damaged header may ask for any amount.
  if (byteLength > present) {
    const asked = `${descriptor} elements of shape (${shape.join(', ')}) take ${byteLength} bytes`;
    throw corrupt(source, dataOffset, `${asked}; the file has ${present} more, so it is truncated or damaged`);
  }
  const bytes = new Uint8Array(byteLength);
  await source.readInto(bytes, dataOffset);
  if (bigEndian) swapBytes(bytes, info.byteLength / info.lanes);
  if (dtype === 'bool') checkTruthValues(source, bytes, dataOffset);
  return { dtype, shape, fortranOrder, data: new info.array(bytes.buffer) };
}

// A truth value of 2 would be both true and unequal to true in a kernel.
function checkTruthValues(source: ByteSource, bytes: Uint8Array, dataOffset: number): void {
  const wrong = bytes.findIndex((byte) => byte > 1);
  if (wrong >= 0) throw corrupt(source, dataOffset + wrong, `${bytes[wrong] ?? 0} is not a bool (0 or 1)`);
}

/**
 * The two parts of a .npy file: its header, and the elements as they are.
 *
 * @param data - elements in C order
 */
export function npyParts(dtype: DType, shape: readonly number[], data: ArrayOf<DType>): readonly Uint8Array[] {
  const size = shape.reduce((product, extent) => product * extent, dtypeInfo(dtype).lanes);
  if (data.length !== size) throw argumentError(`${data.length} elements do not fill a shape of (${shape.join(', ')})`);
  return [writeHeader(descriptorOf(dtype), shape), new Uint8Array(data.buffer, data.byteOffset, data.byteLength)];
}
