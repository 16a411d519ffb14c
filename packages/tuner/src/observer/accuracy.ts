/** How far results are from their answers: for kernels whose precision is tuned. */
import { dtypeInfo, type DType, type TypedArray } from '@heddle/core';
import { argumentError, numberFromBfloat16, numberFromFloat16 } from '@heddle/core/backend';
import { suggestion } from '../options/suggestion';
import type { AccuracyMetric, AccuracyOptions, ObservedOutput, Observer } from './observer';

/**
 * The difference over all elements of all outputs as one number; a complex number counts as two.
 *
 * With this observer a result that differs from its answer is not a failure.
 */
export function accuracyObserver(options: AccuracyOptions = {}): Observer {
  const { metric = 'rmse', epsilon = 1e-7 } = options;
  const name = options.name ?? `error_${metric.replace('-', '_')}`;
  let results: Record<string, number> = {};
  return {
    name: 'accuracy',
    registerConfiguration() {
      results = {};
    },
    processOutput(outputs) {
      results = { [name]: difference(metric, outputs, epsilon) };
    },
    getResults: () => results,
  };
}

/** @throws HeddleError `ARGUMENT` for an unknown metric */
export function checkMetric(metric: AccuracyMetric): void {
  if (Object.hasOwn(terms, metric)) return;
  throw argumentError(`there is no accuracy metric ${JSON.stringify(metric)}`, {
    parameter: 'metric',
    hint: suggestion(String(metric), Object.keys(terms)),
  });
}

/** Sums over elements that every metric is made of. */
interface Sums {
  count: number;
  total: number;
  largest: number;
  lowest: number;
  highest: number;
}

/** What one element adds. `a` is the answer, `r` the result. */
type Term = (a: number, r: number, epsilon: number) => number;

const square = (x: number): number => x * x;

const terms: Readonly<Record<AccuracyMetric, Term>> = {
  mse: (a, r) => square(a - r),
  rmse: (a, r) => square(a - r),
  nrmse: (a, r) => square(a - r),
  mae: (a, r) => Math.abs(a - r),
  mre: (a, r, epsilon) => Math.abs(a - r) / (Math.abs(a) + epsilon),
  rmsre: (a, r, epsilon) => square((a - r) / (Math.abs(a) + epsilon)),
  male: (a, r, epsilon) => Math.abs(Math.log10(a + epsilon) - Math.log10(r + epsilon)),
  rmsle: (a, r, epsilon) => square(Math.log10(a + epsilon) - Math.log10(r + epsilon)),
  max: (a, r) => Math.abs(a - r),
  'max-rel': (a, r, epsilon) => Math.abs(a - r) / (Math.abs(a) + epsilon),
};

/**
 * One number for how far results are from their answers, by the definitions of Kernel Tuner's AccuracyObserver.
 *
 * @throws HeddleError `ARGUMENT` for an unknown metric
 */
export function difference(metric: AccuracyMetric, outputs: readonly ObservedOutput[], epsilon = 1e-7): number {
  checkMetric(metric);
  const term = terms[metric];
  const sums: Sums = { count: 0, total: 0, largest: 0, lowest: Infinity, highest: -Infinity };
  for (const output of outputs) addOutput(sums, output, (a, r) => term(a, r, epsilon));
  const mean = sums.total / sums.count;
  switch (metric) {
    case 'max':
    case 'max-rel':
      return sums.largest;
    case 'rmse':
    case 'rmsre':
    case 'rmsle':
      return Math.sqrt(mean);
    case 'nrmse':
      return Math.sqrt(mean) / (sums.highest - sums.lowest + epsilon);
    default:
      return mean;
  }
}

function addOutput(
  sums: Sums,
  { dtype, answerDtype, result, answer }: ObservedOutput,
  term: (a: number, r: number) => number,
): void {
  const resultAt = elementsOf(result, dtype);
  const answerAt = elementsOf(answer, answerDtype);
  for (let i = 0; i < answer.length; i++) {
    const a = answerAt(i);
    const value = term(a, resultAt(i));
    sums.total += value;
    // Math.max without an `if`, so that a NaN is not lost.
    sums.largest = Math.max(sums.largest, value);
    sums.lowest = Math.min(sums.lowest, a);
    sums.highest = Math.max(sums.highest, a);
  }
  sums.count += answer.length;
}

function elementsOf(array: TypedArray, dtype: DType): (index: number) => number {
  if (dtype === 'float16') return (index) => numberFromFloat16(Number(array[index]));
  if (dtype === 'bfloat16') return (index) => numberFromBfloat16(Number(array[index]));
  return dtypeInfo(dtype).byteLength === 8 ? (index) => Number(array[index]) : (index) => array[index] as number;
}
