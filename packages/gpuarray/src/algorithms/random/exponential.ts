/** Exponential numbers: the logarithm of a uniform word, which is never 0. */
import type { GpuArray } from '../../array/gpu-array';
import { drawArray } from './draw-kernel';
import type { DrawKernel } from './draw-source';
import { exactMathFloat32, exactMathFloat64 } from './exact-math';
import type { FloatDType } from './float-rounding';
import type { RandomStream } from './random-stream';

/** Exponential numbers of mean `scale`; always above 0 unless they underflow. */
export function exponential<D extends FloatDType>(
  stream: RandomStream,
  shape: readonly number[],
  dtype: D,
  scale: number,
): GpuArray<D> {
  const kernel = dtype === 'float64' ? doubleKernel : singleKernel;
  return drawArray(stream, { ...kernel, dtype }, shape, [scale]);
}

const singleKernel: Omit<DrawKernel, 'dtype'> = {
  name: 'exponential',
  elements: 4,
  functions: exactMathFloat32,
  parameters: ['float scale'],
  packs: 8,
  valueType: 'float',
  body: ['x', 'y', 'z', 'w'].map((word, i) => `value${i} = 0.5f * random_log32(words.${word}) * scale;`).join('\n    '),
};

const doubleKernel: Omit<DrawKernel, 'dtype'> = {
  name: 'exponential',
  elements: 2,
  functions: exactMathFloat32 + exactMathFloat64,
  parameters: ['double scale'],
  body: `value0 = -scale * random_log_word64(words.x | (UINT64)words.y << 32);
    value1 = -scale * random_log_word64(words.z | (UINT64)words.w << 32);`,
};
