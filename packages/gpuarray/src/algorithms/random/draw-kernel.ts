/** Puts draws on the device. */
import type { DType } from '@heddle/core';
import { emptyArray } from '../../array/empty';
import type { GpuArray } from '../../array/gpu-array';
import { enqueue } from '../../array/device-context';
import { compiledKernel, type CompiledKernel } from '../../kernel-kit/kernel-cache';
import { generatorSource } from './counter-generators';
import { drawSource, entryName, threadsPerBlock, type DrawKernel } from './draw-source';
import { drawGrid, drawWalk, type DrawWalk } from './draw-walk';
import type { RandomStream } from './random-stream';

/** Takes the next draw of a stream: a new array of that shape, filled when the device gets to it. */
export function drawArray<D extends DType>(
  stream: RandomStream,
  kernel: DrawKernel & { readonly dtype: D },
  shape: readonly number[],
  args: readonly (number | bigint)[],
): GpuArray<D> {
  const { device } = stream;
  const out = emptyArray(device, kernel.dtype, shape);
  // An empty draw is one all the same, so that a program's sequence does not depend on a size being zero.
  const draw = stream.nextDraw();
  if (out.size === 0) return out;
  const blocks = Math.ceil(out.size / kernel.elements);
  const walk = drawWalk(device, kernel, blocks);
  const grid = drawGrid(device, kernel, blocks, walk);
  const compiled = drawKernel(stream, kernel, walk);
  enqueue(device, {
    operation: `random ${kernel.name}`,
    kernels: [compiled],
    reads: [],
    writes: [out],
    launch: (place) => {
      compiled
        .kernel(entryName(kernel))
        .launch(
          { ...place, grid, block: threadsPerBlock },
          out.buffer,
          out.offset,
          out.size,
          draw,
          stream.key[0],
          stream.key[1],
          ...args,
        );
    },
  });
  return out;
}

function drawKernel(stream: RandomStream, kernel: DrawKernel, walk: DrawWalk): CompiledKernel {
  const key = `random/${stream.generator}/${kernel.name}/${kernel.dtype}/${walk}`;
  return compiledKernel(stream.device, key, () => generatorSource(stream.generator) + drawSource(kernel, walk));
}
