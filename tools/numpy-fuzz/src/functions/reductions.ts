/** Sums, products, means, extremes, truth over axes, and running sums. */
import type { CaseValue } from '../case';
import { entry, reduction, type Line } from '../families';
import type { FunctionEntry, Refusal } from '../function-entry';
import { allDTypes, numbers, realDTypes } from '../values';

/** Sums of other orders differ by the length times half an epsilon of the sum of absolute values. */
const sums = 40;

const initialInRange: Refusal = {
  reason: 'The initial value of min and max is one of the dtype.',
  message: 'initial: got',
};
const wholeVariance: Refusal = {
  reason: 'A variance is not an integer: NumPy truncates every deviation.',
  message: 'result cannot hold it',
};
const axisOfScalar: Refusal = {
  reason: 'var and std of an array without axes take axis 0 and -1, as all other reductions do.',
  message: 'is out of bounds for array of dimension 0',
};
const complexIntoReal: Refusal = {
  reason: 'Complex numbers are not summed as real ones: NumPy discards the imaginary parts with a warning.',
  message: 'a complex',
};

function running(name: string, line: Line): FunctionEntry {
  return entry(
    name,
    (draw) => {
      const x = draw.array('x', { dtypes: allDTypes, values: line.values ?? 'any' });
      const options: Record<string, CaseValue> = {};
      if (!draw.oneIn(3)) options['axis'] = draw.axis(draw.shapeOf(x).length);
      if (draw.perGroup('with', [false, false, true])) options['dtype'] = draw.perGroup('dtype', allDTypes);
      return { args: [x], options };
    },
    { heddle: `array.${name}`, ...line },
  );
}

export const reductions: readonly FunctionEntry[] = [
  reduction('sum', {
    dtypes: allDTypes,
    takes: ['dtype', 'initial', 'where'],
    ulp: sums,
    magnitude: 'magnitude_of(np.sum)',
    weight: 2,
  }),
  reduction('prod', {
    dtypes: allDTypes,
    values: 'near1',
    takes: ['dtype', 'initial', 'where'],
    ulp: sums,
    magnitude: 'magnitude_of(np.prod)',
  }),
  reduction('min', { dtypes: allDTypes, takes: ['initial', 'where'], zeros: 'either', refusals: [initialInRange] }),
  reduction('max', { dtypes: allDTypes, takes: ['initial', 'where'], zeros: 'either', refusals: [initialInRange] }),
  reduction('mean', {
    dtypes: allDTypes,
    takes: ['dtype', 'where'],
    resultDTypes: numbers,
    ulp: sums,
    magnitude: 'magnitude_of(np.mean)',
    complexInfinity: 'either',
    weight: 2,
  }),
  reduction('var', {
    dtypes: allDTypes,
    takes: ['dtype', 'where', 'ddof'],
    ulp: sums,
    magnitude: 'mean_square',
    refusals: [wholeVariance, axisOfScalar],
    complexInfinity: 'either',
  }),
  reduction('std', {
    dtypes: allDTypes,
    takes: ['dtype', 'where', 'ddof'],
    ulp: sums,
    magnitude: 'root_mean_square',
    refusals: [wholeVariance, axisOfScalar],
    complexInfinity: 'either',
  }),
  reduction('any', { dtypes: allDTypes, takes: ['where'] }),
  reduction('all', { dtypes: allDTypes, takes: ['where'] }),
  reduction('countNonzero', { dtypes: allDTypes, numpy: 'np.count_nonzero' }),
  entry('argmin', (draw) => argExtreme(draw), { heddle: 'array.argmin' }),
  entry('argmax', (draw) => argExtreme(draw), { heddle: 'array.argmax' }),
  running('cumsum', { refusals: [complexIntoReal], ulp: sums, magnitude: 'magnitude_of(np.cumsum)' }),
  running('cumprod', {
    refusals: [complexIntoReal],
    values: 'near1',
    ulp: sums,
    magnitude: 'magnitude_of(np.cumprod)',
  }),
  entry('diff', (draw) => {
    const x = draw.array('x', { dtypes: allDTypes });
    return { args: [x, draw.random.integer(0, 3)], options: {} };
  }),
];

function argExtreme(draw: Parameters<FunctionEntry['draw']>[0]) {
  const x = draw.array('x', { dtypes: realDTypes });
  const options: Record<string, CaseValue> = {};
  if (!draw.oneIn(3)) options['axis'] = draw.axis(draw.shapeOf(x).length);
  if (draw.oneIn(4)) options['keepdims'] = true;
  return { args: [x], options };
}
