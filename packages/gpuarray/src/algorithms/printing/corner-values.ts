/** Fetches the elements that are printed, and no others, holding the calling thread: printing is synchronous. */
import { dtypeInfo, type Buffer } from '@heddle/core';
import type { GpuArray } from '../../array/gpu-array';
import { readScalars } from '../../array/host-values';
import { atAxis } from '../../array/shape';

/** By axis, the indices that are printed. */
export type Corners = readonly (readonly number[])[];

/** One stretch of elements that lie side by side, from the device's memory to the staging memory. */
interface Stretch {
  readonly from: number;
  readonly count: number;
}

/**
 * The elements at all combinations of `corners`, in row-major order. Undefined if they cannot be read at once: while
 * a kernel is being compiled, and on devices without memory that the host can see.
 */
export function cornerValues(array: GpuArray, corners: Corners): ReturnType<typeof readScalars> | undefined {
  const { device, context, itemsize } = array;
  if (context.queue.waits || array.memory.failure !== undefined || !device.has('pinned-memory')) return undefined;
  const stretches = stretchesOf(array, corners);
  const count = stretches.reduce((sum, stretch) => sum + stretch.count, 0);
  if (count === 0) return [];
  const staging: Buffer = device.allocate(count * itemsize, { kind: 'pinned' });
  try {
    const { home } = array.memory;
    home.run([array], [], (place) => {
      let offset = 0;
      for (const { from, count: length } of stretches) {
        const source = array.buffer.slice(from * itemsize, (from + length) * itemsize);
        staging.copyFrom(source, { ...place, offset });
        offset += length * itemsize;
      }
    });
    home.stream.synchronizeBlocking();
    const bytes = staging.hostView().slice(0, count * itemsize);
    return readScalars(array.dtype, new (dtypeInfo(array.dtype).array)(bytes.buffer));
  } finally {
    staging.dispose();
  }
}

function stretchesOf({ offset, strides }: GpuArray, corners: Corners): Stretch[] {
  let places = [offset];
  corners.forEach((indices, axis) => {
    const stride = atAxis(strides, axis);
    places = places.flatMap((place) => indices.map((index) => place + index * stride));
  });
  const stretches: { from: number; count: number }[] = [];
  for (const place of places) {
    const last = stretches[stretches.length - 1];
    if (last !== undefined && last.from + last.count === place) last.count += 1;
    else stretches.push({ from: place, count: 1 });
  }
  return stretches;
}
