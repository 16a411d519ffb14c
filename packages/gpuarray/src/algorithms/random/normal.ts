/**
 * Normal and log-normal numbers.
 *
 * Box and Muller's transform: two words give two independent numbers. The radius comes from a whole word, so that the
 * tails reach 6.7 standard deviations in float32 and 9.4 in float64, and no value is cut off before.
 *
 * Source: G. E. P. Box, M. E. Muller, "A note on the generation of random normal deviates", 1958.
 */
import type { GpuArray } from '../../array/gpu-array';
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
  // The same numbers by one operation less. (Added to a mean of -0, a zero would keep its sign.)
  if (dtype !== 'float64' && Object.is(mean, 0) && deviation === 1) {
    return drawArray(stream, { ...standardKernel, dtype }, shape, []);
  }
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
  return {
    ...singleParts,
    name,
    parameters: ['float mean', 'float deviation'],
    body: singleBody((radius, side) => {
      const scaled = `RANDOM_FMA32(${radius} * ${side}, deviation, mean)`;
      return name === 'lognormal' ? `random_exp32(${scaled})` : scaled;
    }),
  };
}

const singleParts = { elements: 4, functions: exactMathFloat32, valueType: 'float', packs: 16 } as const;

/** Normal numbers of mean 0 and deviation 1: with + 0, which turns -0 into 0, the bits of the general kernel. */
const standardKernel: Omit<DrawKernel, 'dtype'> = {
  ...singleParts,
  name: 'normal_standard',
  parameters: [],
  body: singleBody((radius, side) => `RANDOM_FMA32(${radius}, ${side}, 0.0f)`),
};

/** @param result - the number, from the names of a radius and of a cosine or sine */
function singleBody(result: (radius: string, side: string) => string): string {
  const pair = (first: string, second: string, at: number): string => `
    radius = random_sqrt32(random_log32(words.${first}));
    radius = RANDOM_FLOAT32(RANDOM_BITS32(radius) ^ (words.${second} & 0x80000000u));
    RANDOM_TURN32(words.${second}, cosine, sine)
    value${at} = ${result('radius', 'cosine')};
    value${at + 1} = ${result('radius', 'sine')};`;
  return `float cosine, sine, radius;${pair('x', 'y', 0)}${pair('z', 'w', 2)}`;
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
