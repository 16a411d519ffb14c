/** Floating-point numbers, all equally likely. */
import type { GpuArray } from '../array/gpu-array';
import { drawArray } from './draw-kernel';
import type { DrawKernel } from './draw-source';
import { exactMathFloat32 } from './exact-math';
import { roundTo, previous, type FloatDType } from './float-rounding';
import type { RandomStream } from './random-stream';

/**
 * Multiples of the dtype's precision below 1 (2^-24 for float32, 2^-53 for float64), stretched to [low, high).
 *
 * @param low, high - already of the dtype, low < high, high - low finite
 */
export function uniform<D extends FloatDType>(
  stream: RandomStream,
  shape: readonly number[],
  dtype: D,
  low: number,
  high: number,
): GpuArray<D> {
  const computed = dtype === 'float64' ? 'float64' : 'float32';
  // Rounding may bring the largest values up to `high`; they are put back below it.
  const span = roundTo(high - low, computed);
  return drawArray(stream, { ...kernels[dtype], dtype }, shape, [low, span, previous(high, dtype)]);
}

const kernels: { readonly [D in FloatDType]: DrawKernel } = {
  float64: {
    name: 'uniform',
    dtype: 'float64',
    elements: 2,
    parameters: ['double low', 'double span', 'double largest'],
    body: (
      [
        ['x', 'y'],
        ['z', 'w'],
      ] as const
    )
      .map(
        ([a, b], i) => `value${i} = fma((double)((words.${a} | (UINT64)words.${b} << 32) >> 11) *
        1.1102230246251565e-16, span, low);
    value${i} = value${i} < largest ? value${i} : largest;`,
      )
      .join('\n    '),
  },
  float32: single('float32', 24),
  float16: single('float16', 11),
  bfloat16: single('bfloat16', 8),
};

// Narrow types draw as many bits as they hold, so that their values are equally likely without rounding.
function single(dtype: FloatDType, bits: number): DrawKernel {
  const scale = `${(2 ** -bits).toExponential()}f`;
  return {
    name: 'uniform',
    dtype,
    elements: 4,
    functions: exactMathFloat32,
    parameters: ['float low', 'float span', 'float largest'],
    valueType: 'float',
    body: ['x', 'y', 'z', 'w']
      .map(
        (word, i) =>
          `value${i} = RANDOM_FMA32((float)(words.${word} >> ${32 - bits}) * ${scale}, span, low);
    value${i} = value${i} < largest ? value${i} : largest;`,
      )
      .join('\n    '),
  };
}
