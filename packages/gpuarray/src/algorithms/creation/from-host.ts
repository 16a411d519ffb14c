/** Arrays from data of the host. */
import { type Device, type DType, type TypedArray } from '@heddle/core';
import { optionNames } from '@heddle/core/backend';
import { optionsWithDType } from '../../array/dtype-option';
import { asOwner } from '../../array/as-owner';
import type { GpuArray } from '../../array/gpu-array';
import { newArray } from '../../array/new-array';
import { contextOf, type PooledMemory } from '../../array/device-context';
import { isList } from '../../array/is-list';
import { checkShape } from '../../array/shape';
import { hostData, type HostData } from './host-data';

export interface ArrayOptions<D extends DType = DType> {
  /** Default: that of the data; int64, float64, complex128 or bool for JavaScript values. */
  readonly dtype?: D;
  /** Default: the shape of the data. */
  readonly shape?: number | readonly number[];
}

const names = optionNames<ArrayOptions>({ dtype: true, shape: true });

/**
 * An array with the data's elements. The data is copied first, so it may change at once; `uploadArray` does without.
 *
 * @throws HeddleError `ARGUMENT` for data that is none; `OUT_OF_MEMORY`
 */
export function arrayFrom(device: Device, source: unknown, given: ArrayOptions | DType = {}): GpuArray {
  const options = optionsWithDType<ArrayOptions>('array', given, names);
  const data = hostData(source, options.dtype, 'array');
  const values = data.values === source || isDataOf(source, data.values) ? data.values.slice() : data.values;
  const memory = contextOf(device).allocate(values.byteLength);
  write(memory, values).catch((error: unknown) => {
    memory.failure = error;
  });
  return shaped(memory, data, options);
}

/**
 * The same without a copy on the host: the data must not change until the promise resolves.
 */
export async function uploadArray(
  device: Device,
  source: unknown,
  given: ArrayOptions | DType = {},
): Promise<GpuArray> {
  const options = optionsWithDType<ArrayOptions>('upload', given, names);
  const data = hostData(source, options.dtype, 'upload');
  const memory = contextOf(device).allocate(data.values.byteLength);
  const { lease } = memory;
  try {
    await write(memory, data.values);
  } catch (error) {
    memory.release(lease);
    throw error;
  }
  // Not before: for another shape the elements may have to be copied.
  return shaped(memory, data, options);
}

function isDataOf(source: unknown, values: TypedArray): boolean {
  return typeof source === 'object' && source !== null && 'data' in source && source.data === values;
}

function write(memory: PooledMemory, values: TypedArray): Promise<void> {
  if (values.byteLength === 0) return Promise.resolve();
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const { queue, stream } = memory.context;
  return queue.result(() => stream.active.run([], [{ memory }], (place) => memory.buffer.write(bytes, place)));
}

function shaped(memory: PooledMemory, data: HostData, { shape }: ArrayOptions): GpuArray {
  const array = newArray(memory, data.dtype, data.shape, data.strides, data.offset, true);
  if (shape === undefined) return array;
  try {
    const view = array.reshape(isList(shape) && shape.includes(-1) ? shape : checkShape(shape));
    // The view stands for the array from now on, and so gives the memory back.
    if (view.memory === memory) return asOwner(view);
    array.dispose();
    return view;
  } catch (error) {
    array.dispose();
    throw error;
  }
}
