import { float16ArrayFrom } from '@heddle/core';
import { difference, tunablePrecision, tuneKernel, accuracy, type ObservedOutput } from '@heddle/tuner';

const output = (result: number[], answer: number[]): ObservedOutput => ({
  argument: 0,
  dtype: 'float64',
  answerDtype: 'float64',
  result: Float64Array.from(result),
  answer: Float64Array.from(answer),
});

describe('how far results are from their answers', () => {
  // By hand, from the definitions: differences 0, 1, 2 of the answers 1, 10, 100.
  const outputs = [output([1, 11, 98], [1, 10, 100])];
  it.each([
    ['mse', 5 / 3],
    ['rmse', Math.sqrt(5 / 3)],
    ['nrmse', Math.sqrt(5 / 3) / 99],
    ['mae', 1],
    ['mre', (0 + 0.1 + 0.02) / 3],
    ['rmsre', Math.sqrt((0 + 0.01 + 0.0004) / 3)],
    ['male', (Math.log10(1.1) + Math.log10(100 / 98)) / 3],
    ['rmsle', Math.sqrt((Math.log10(1.1) ** 2 + Math.log10(100 / 98) ** 2) / 3)],
    ['max', 2],
    ['max-rel', 0.1],
  ] as const)('%s', (metric, expected) => expect(difference(metric, outputs, 0)).toBeCloseTo(expected, 12));

  it('reads half-precision numbers by their bits, and lets a NaN show', () => {
    const half: ObservedOutput = {
      ...output([], [1.5, 2]),
      dtype: 'float16',
      result: float16ArrayFrom([1.5, 3]),
    };
    expect(difference('max', [half])).toBe(1);
    expect(difference('max', [output([NaN], [1])])).toBeNaN();
    expect(difference('rmse', [output([NaN], [1])])).toBeNaN();
  });
});

it.each([
  [{ metric: 'rmsee' }, 'there is no accuracy metric "rmsee"', "Did you mean 'rmse'?"],
  [{ metric: 5 }, 'there is no accuracy metric 5', 'rmse'],
  [{ metrics: 'rmse' }, "accuracy has no option 'metrics'", "Did you mean 'metric'?"],
])('refuses %p', (options, message, hint) => {
  expect(() => accuracy(options as object)).toThrow(
    expect.objectContaining({
      code: 'ARGUMENT',
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    }),
  );
});

it('precision is a parameter like any other', async () => {
  const n = 256;
  const x = Float64Array.from({ length: n }, (_, i) => 1 + i / 7);
  const { results } = await tuneKernel({
    kernel: 'square',
    source:
      '__global__ void square(real* y, const real* x) { int i = blockIdx.x * blockDim.x + threadIdx.x; y[i] = x[i] * x[i]; }',
    device: 'host',
    isolation: 'none',
    problemSize: n,
    tune: { real: ['float', 'double'], block_size_x: [64] },
    arguments: [tunablePrecision('real', new Float64Array(n)), tunablePrecision('real', x)],
    answer: [x.map((value) => value * value)],
    observers: [accuracy({ metric: 'max-rel' }), accuracy({ metric: 'rmse', name: 'error' })],
    objectives: ['time', 'error'],
    iterations: 2,
    benchmark: { warmupMilliseconds: 0 },
  });
  const byType = Object.fromEntries(results.map((record) => [record.configuration.real, record.measurements]));
  // Half a unit in the last place of the input twice, and once more for the product.
  expect(byType.float?.error_max_rel).toBeGreaterThan(0);
  expect(byType.float?.error_max_rel).toBeLessThan(3 * 2 ** -24);
  expect(byType.double?.error_max_rel).toBe(0);
  expect(byType.float?.error).toBeGreaterThan(0);
  expect(results.every(({ failure }) => failure === undefined)).toBe(true);
});
