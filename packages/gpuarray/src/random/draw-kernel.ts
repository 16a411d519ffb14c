/** Puts draws on the device. */
import type { Device, DType } from '@heddle/core';
import { emptyArray } from '../creation/empty';
import type { GpuArray } from '../array/gpu-array';
import { enqueue } from '../device-context';
import { compiledKernel, type CompiledKernel } from '../kernels/kernel-cache';
import { generatorSource } from './counter-generators';
import { drawSource, entryName, type DrawKernel } from './draw-source';
import type { RandomStream } from './random-stream';

const threadsPerBlock = 256;

/** Takes the next draw of a stream: a new array of that shape, filled when the device gets to it. */
export function drawArray<D extends DType>(
  stream: RandomStream,
  kernel: DrawKernel & { readonly dtype: D },
  shape: readonly number[],
  args: readonly (number | bigint)[],
): GpuArray<D> {
  const { device } = stream;
  const compiled = drawKernel(stream, kernel);
  const out = emptyArray(device, kernel.dtype, shape);
  // An empty draw is one all the same, so that a program's sequence does not depend on a size being zero.
  const draw = stream.nextDraw();
  if (out.size === 0) return out;
  const grid = gridFor(device, Math.ceil(out.size / kernel.elements));
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

/** Threads enough to fill any device; beyond that each computes several blocks, which share what they begin with. */
const fillingThreads = 2 ** 21;
const blocksPerThread = 4;

function gridFor(device: Device, blocks: number): number {
  const perThread = blocks >= fillingThreads * blocksPerThread ? blocksPerThread : 1;
  return Math.min(Math.ceil(blocks / (threadsPerBlock * perThread)), device.properties.limits.grid[0]);
}

function drawKernel(stream: RandomStream, kernel: DrawKernel): CompiledKernel {
  const key = `random/${stream.generator}/${kernel.name}/${kernel.dtype}`;
  return compiledKernel(stream.device, key, () => generatorSource(stream.generator) + drawSource(kernel));
}
