/** Floating-point numbers, all equally likely. */
import type { GpuArray } from '../../array/gpu-array';
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
  // Rounding may bring the largest values up to `high`; they are put back below it.
  const largest = previous(high, dtype);
  const draw = (kernel: Omit<DrawKernel, 'dtype'>, args: readonly number[]): GpuArray<D> =>
    drawArray(stream, { ...kernel, dtype }, shape, args);
  const narrow: FloatDType = dtype;
  if (narrow === 'float64') return draw(doubleKernel, [low, high - low, largest]);
  if (low === 0 && high === 1) return draw(unitKernel(narrow), []);
  const span = roundTo(high - low, 'float32');
  const step = span * 2 ** -precision[narrow];
  // A step below the normal numbers would lose bits: there each value is scaled in two operations.
  if (step < leastNormal) return draw(tinyKernel(narrow), [low, span, largest]);
  return draw(stepKernel(narrow), [low, step, largest]);
}

const doubleKernel: Omit<DrawKernel, 'dtype'> = {
  name: 'uniform',
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
};

type NarrowDType = Exclude<FloatDType, 'float64'>;

/** Narrow types draw as many bits as they hold, so that their values are equally likely without rounding. */
const precision: Readonly<Record<NarrowDType, number>> = { float32: 24, float16: 11, bfloat16: 8 };
/** The least normal number of float32. */
const leastNormal = 2 ** -126;

/** [0, 1): a product that is exact. */
function unitKernel(dtype: NarrowDType): Omit<DrawKernel, 'dtype'> {
  return narrowKernel('uniform_unit', dtype, [], (whole) => `${whole} * ${scaleOf(dtype)}`);
}

/** Any interval: the step between values holds the scale. */
function stepKernel(dtype: NarrowDType): Omit<DrawKernel, 'dtype'> {
  const parameters = ['float low', 'float step', 'float largest'];
  return narrowKernel('uniform', dtype, parameters, (whole) => {
    return `random_lesser32(RANDOM_FMA32(${whole}, step, low), largest)`;
  });
}

/** For intervals so short that the step between values is not a normal number. */
function tinyKernel(dtype: NarrowDType): Omit<DrawKernel, 'dtype'> {
  const parameters = ['float low', 'float span', 'float largest'];
  return narrowKernel('uniform_tiny', dtype, parameters, (whole) => {
    return `random_lesser32(RANDOM_FMA32(${whole} * ${scaleOf(dtype)}, span, low), largest)`;
  });
}

const scaleOf = (dtype: NarrowDType): string => `${(2 ** -precision[dtype]).toExponential()}f`;

/** @param result - the number, from an expression of a whole number below 2 to the power of the precision */
function narrowKernel(
  name: string,
  dtype: NarrowDType,
  parameters: readonly string[],
  result: (whole: string) => string,
): Omit<DrawKernel, 'dtype'> {
  return {
    name,
    elements: 4,
    functions: exactMathFloat32,
    parameters,
    valueType: 'float',
    packs: 4,
    body: ['x', 'y', 'z', 'w']
      .map((word, i) => `value${i} = ${result(`(float)(words.${word} >> ${32 - precision[dtype]})`)};`)
      .join('\n    '),
  };
}
