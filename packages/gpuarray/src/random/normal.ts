/**
 * Normal and log-normal numbers.
 *
 * Box and Muller's transform: two words give two independent numbers. The radius comes from a whole word, so that the
 * tails reach 6.7 standard deviations in float32 and 9.4 in float64, and no value is cut off before.
 */
import type { GpuArray } from '../array/gpu-array';
import { drawArray } from './draw-kernel';
import type { DrawKernel } from './draw-source';
import { exactMathFloat32, exactMathFloat64 } from './exact-math';
import type { FloatDType } from './float-rounding';
import type { RandomStream } from './random-stream';

/** Normal numbers of the given mean and standard deviation. */
export function normal<D extends FloatDType>(
  stream: RandomStream,
  shape: readonly number[],
  dtype: D,
  mean: number,
  deviation: number,
): GpuArray<D> {
  return drawArray(stream, kernel('normal', dtype), shape, [mean, deviation]);
}

/** Numbers whose logarithm is normal with the given mean and standard deviation. */
export function lognormal<D extends FloatDType>(
  stream: RandomStream,
  shape: readonly number[],
  dtype: D,
  mean: number,
  deviation: number,
): GpuArray<D> {
  return drawArray(stream, kernel('lognormal', dtype), shape, [mean, deviation]);
}

function kernel<D extends FloatDType>(name: 'normal' | 'lognormal', dtype: D): DrawKernel & { readonly dtype: D } {
  return dtype === 'float64' ? { ...doubleKernel(name), dtype } : { ...singleKernel(name), dtype };
}

function singleKernel(name: 'normal' | 'lognormal'): Omit<DrawKernel, 'dtype'> {
  const result = (value: string): string => {
    const scaled = `RANDOM_FMA32(${value}, deviation, mean)`;
    return name === 'lognormal' ? `random_exp32(${scaled})` : scaled;
  };
  return {
    name,
    elements: 4,
    functions: exactMathFloat32,
    parameters: ['float mean', 'float deviation'],
    valueType: 'float',
    body: `float cosine, sine, radius;
    radius = random_sqrt32(-2.0f * random_log32(words.x));
    RANDOM_TURN32(words.y, cosine, sine)
    value0 = ${result('radius * cosine')};
    value1 = ${result('radius * sine')};
    radius = random_sqrt32(-2.0f * random_log32(words.z));
    RANDOM_TURN32(words.w, cosine, sine)
    value2 = ${result('radius * cosine')};
    value3 = ${result('radius * sine')};`,
  };
}

function doubleKernel(name: 'normal' | 'lognormal'): Omit<DrawKernel, 'dtype'> {
  const result = (value: string): string => {
    const scaled = `RANDOM_FMA64(${value}, deviation, mean)`;
    return name === 'lognormal' ? `random_exp64(${scaled})` : scaled;
  };
  return {
    name,
    elements: 2,
    functions: exactMathFloat32 + exactMathFloat64,
    parameters: ['double mean', 'double deviation'],
    body: `double cosine, sine;
    const double radius = sqrt(-2.0 * random_log_word64(words.x | (UINT64)words.y << 32));
    const UINT64 turn = words.z | (UINT64)words.w << 32;
    RANDOM_TURN64(turn, cosine, sine)
    value0 = ${result('radius * cosine')};
    value1 = ${result('radius * sine')};`,
  };
}
