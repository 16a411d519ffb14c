/** The generator's words as they come. */
import type { GpuArray } from '../../array/gpu-array';
import { drawArray } from './draw-kernel';
import type { DrawKernel } from './draw-source';
import type { RandomStream } from './random-stream';

export type BitsDType = 'uint32' | 'uint64';

const kernels: { readonly [D in BitsDType]: DrawKernel & { readonly dtype: D } } = {
  uint32: {
    name: 'bits',
    dtype: 'uint32',
    elements: 4,
    parameters: [],
    packs: 4,
    body: 'value0 = words.x; value1 = words.y; value2 = words.z; value3 = words.w;',
  },
  uint64: {
    name: 'bits',
    dtype: 'uint64',
    elements: 2,
    parameters: [],
    packs: 4,
    body: 'value0 = words.x | (UINT64)words.y << 32; value1 = words.z | (UINT64)words.w << 32;',
  },
};

/** Words of the generator: element i of uint32 is word i mod 4 of block i / 4. */
export function bits<D extends BitsDType>(stream: RandomStream, shape: readonly number[], dtype: D): GpuArray<D> {
  return drawArray(stream, kernels[dtype], shape, []);
}
