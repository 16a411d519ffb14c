import { dtypes, type Device, type DType } from '@heddle/core';
import fc from 'fast-check';
import { emptyArray } from '../../src';
import type { GpuArray } from '../../src/array/gpu-array';
import { matmul } from '../../src/algorithms/linear-algebra';
import { matmulBy, type MatmulMethod } from '../../src/algorithms/linear-algebra/matmul';
import { RandomGenerator } from '../../src/algorithms/random';
import { matrixOf, product, valuesOf, wholeNumbers } from './matrices';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

/** A matrix with the same elements that lies otherwise in memory. */
const layouts: Readonly<Record<string, (matrix: GpuArray) => GpuArray>> = {
  rows: (matrix) => matrix,
  columns: (matrix) => matrix.T.copy().T,
  backwards: (matrix) => matrix.slice('::-1').copy().slice('::-1'),
};

const onePerArithmetic: readonly DType[] = ['bool', 'int8', 'uint64', 'float16', 'bfloat16', 'float64', 'complex64'];

/** The panels are for processors. */
const methods = testBackends.flatMap((backend): [string, MatmulMethod][] =>
  backend === 'host'
    ? [[backend, 'panels']]
    : backend === 'opencl' && testBackends.length > 1
      ? [
          [backend, 'panels'],
          [backend, 'blocks'],
        ]
      : [[backend, 'blocks']],
);

describe.each(methods)('matmul on %s by %s', (backend, method) => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });

  // By blocks, each layout is a kernel of its own, which takes its time to compile: chosen cases instead of random ones.
  // One dtype of each arithmetic there, as any is a compilation of many seconds on a CPU.
  it.each(method === 'panels' ? dtypes : onePerArithmetic)(
    '%s: shapes and layouts of all kinds give exact products',
    async (dtype) => {
      if (method === 'blocks') {
        await checkExact(dtype, [130, 20, 33], 'rows', 'columns');
        return;
      }
      const extents = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(1, 16, 17, 64, 65, 129));
      const layout = fc.constantFrom(...Object.keys(layouts));
      await fc.assert(
        fc.asyncProperty(extents, extents, extents, layout, layout, async (m, k, n, layoutA, layoutB) => {
          fc.pre(m * k * n <= 40_000);
          await checkExact(dtype, [m, k, n], layoutA, layoutB);
        }),
        // Each layout of a dtype is a kernel that takes a CPU's compiler seconds.
        { numRuns: onePerArithmetic.includes(dtype) ? 3 : 1 },
      );
    },
  );

  it.each([
    ['aligned, both transposed', [132, 36, 68], 'columns', 'columns'],
    ['a result of few columns', [140, 33, 5], 'backwards', 'rows'],
    ['a result of few rows', [3, 40, 70], 'rows', 'rows'],
    ['one row and one column', [1, 700, 1], 'rows', 'rows'],
  ] as const)('float32: %s', async (_, extents, layoutA, layoutB) => {
    await checkExact('float32', extents, layoutA, layoutB);
  });

  async function checkExact(
    dtype: DType,
    [m, k, n]: readonly [number, number, number],
    layoutA: string,
    layoutB: string,
  ): Promise<void> {
    const [a, b] = [wholeNumbers(dtype, m * k, 1), wholeNumbers(dtype, k * n, 2)];
    using matrixA = await matrixOf(device, dtype, [m, k], a);
    using matrixB = await matrixOf(device, dtype, [k, n], b);
    using result = matmulBy(method, layouts[layoutA]?.(matrixA) as GpuArray, layouts[layoutB]?.(matrixB) as GpuArray);
    expect([result.dtype, result.shape]).toEqual([dtype, [m, n]]);
    const [wanted, got] = [product(dtype, a, b, [m, k, n]), await valuesOf(result)];
    for (const [i, value] of wanted.entries()) {
      const [re, im] = [got[i]?.re ?? NaN, got[i]?.im ?? NaN];
      // Whole numbers are exact, but for bfloat16, which has to round those beyond 256.
      const right =
        dtype === 'bfloat16'
          ? Math.abs(Number(re) - Number(value.re)) <= 2 ** -8 * Math.abs(Number(value.re))
          : typeof re === 'bigint'
            ? re === value.re
            : re === Number(value.re) && im === value.im;
      if (!right) throw new Error(`element ${i} is ${re} + ${im}i, not ${value.re} + ${value.im}i`);
    }
  }

  it('long sums are as exact as float32 allows', async () => {
    const random = new RandomGenerator(device, 1);
    const depth = 3000;
    using a = random.normal([9, depth]);
    using b = random.normal([depth, 130]);
    await close(method, a, b, [9, depth, 130], 1e-5);
    using c = random.normal([130, depth]);
    using d = random.normal([depth, 3]);
    await close(method, c, d, [130, depth, 3], 1e-5);
  });

  it('float16 is summed in float32 and rounded once', async () => {
    // In float16 itself the sum would stay at 2048.
    const ones = wholeNumbers('float16', 4096, 1).map(() => ({ re: 1, im: 0 }));
    using a = await matrixOf(device, 'float16', [1, 4096], ones);
    using b = await matrixOf(device, 'float16', [4096, 1], ones);
    using result = matmulBy(method, a, b);
    expect(await valuesOf(result)).toEqual([{ re: 4096, im: 0 }]);
  });

  async function close(
    by: MatmulMethod,
    a: GpuArray,
    b: GpuArray,
    [m, k, n]: readonly [number, number, number],
    tolerance: number,
  ): Promise<void> {
    using result = matmulBy(by, a, b);
    const [x, y, got] = [await a.get(), await b.get(), await result.get()] as [
      Float32Array,
      Float32Array,
      Float32Array,
    ];
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) {
        let [sum, size] = [0, 0];
        for (let q = 0; q < k; q++) {
          const term = (x[i * k + q] ?? 0) * (y[q * n + j] ?? 0);
          sum += term;
          size += Math.abs(term);
        }
        if (!(Math.abs((got[i * n + j] ?? NaN) - sum) <= tolerance * size))
          throw new Error(`${i}, ${j}: ${got[i * n + j]}, not ${sum}`);
      }
    }
  }

  it('batches broadcast', async () => {
    const cases = [
      [
        [2, 3, 4, 5],
        [5, 6],
      ],
      [
        [4, 5],
        [3, 5, 2],
      ],
      [
        [2, 1, 4, 5],
        [3, 5, 2],
      ],
      [
        [3, 1, 1, 2],
        [1, 4, 2, 3],
      ],
      [[5], [3, 5, 2]],
      [[3, 4, 5], [5]],
      [[5], [5]],
      [
        [2, 3, 0],
        [0, 4],
      ],
      [
        [0, 3, 2],
        [2, 2],
      ],
    ] as const;
    for (const [shapeA, shapeB] of cases) {
      const size = (shape: readonly number[]): number => shape.reduce((all, extent) => all * extent, 1);
      const [a, b] = [wholeNumbers('float64', size(shapeA), 3), wholeNumbers('float64', size(shapeB), 4)];
      using matrixA = await matrixOf(device, 'float64', shapeA, a);
      using matrixB = await matrixOf(device, 'float64', shapeB, b);
      using result = matmulBy(method, matrixA, matrixB);
      const wanted = batchProduct(
        shapeA,
        shapeB,
        a.map(({ re }) => Number(re)),
        b.map(({ re }) => Number(re)),
      );
      expect(result.shape).toEqual(wanted.shape);
      expect([...((await result.get()) as Float64Array)]).toEqual(wanted.values);
    }
  });

  it('operands of two dtypes are converted to the one they have in common', async () => {
    for (const [a, b, common] of [
      ['int8', 'uint8', 'int16'],
      ['int32', 'float32', 'float64'],
      ['float16', 'float32', 'float32'],
      ['bool', 'int16', 'int16'],
      ['float32', 'complex64', 'complex64'],
    ] as const) {
      using x = await matrixOf(device, a, [2, 2], wholeNumbers(a, 4, 5));
      using y = await matrixOf(device, b, [2, 2], wholeNumbers(b, 4, 6));
      using result = matmulBy(method, x, y);
      expect(result.dtype).toBe(common);
      using again = matmulBy(method, x.astype(common), y.astype(common));
      expect(await valuesOf(result)).toEqual(await valuesOf(again));
    }
  });

  it('writes to an array of the caller, which may be an operand or a view', async () => {
    using a = await matrixOf(device, 'int32', [3, 3], wholeNumbers('int32', 9, 7));
    const before = await valuesOf(a);
    const same = matmulBy(method, a, a, { out: a });
    expect(same).toBe(a);
    expect(await valuesOf(a)).toEqual(product('int32', before, before, [3, 3, 3]));
    using whole = emptyArray(device, 'int32', [3, 3]) as unknown as GpuArray;
    expect(matmulBy(method, a, a, { out: whole })).toBe(whole);
    expect(await valuesOf(whole)).toEqual(product('int32', await valuesOf(a), await valuesOf(a), [3, 3, 3]));
    using other = await matrixOf(device, 'int32', [3, 3], wholeNumbers('int32', 9, 8));
    expect(a.matmul(a, { out: other })).toBe(other);
    expect(await valuesOf(other)).toEqual(await valuesOf(whole));
    using wide = emptyArray(device, 'float64', [3, 6]);
    const view = wide.slice(':', '::2');
    matmulBy(method, a, a, { out: view as unknown as GpuArray });
    const wanted = product('int32', await valuesOf(a), await valuesOf(a), [3, 3, 3]);
    expect((await valuesOf(view as unknown as GpuArray)).map(({ re }) => re)).toEqual(
      wanted.map(({ re }) => Number(re)),
    );
  });
});

describe('matmul refuses', () => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(testBackends[0] ?? 'host');
  });
  afterAll(async () => {
    await device.dispose();
  });

  const zeros = (...shape: number[]): GpuArray => emptyArray(device, 'float32', shape);

  it.each<[string, () => unknown, RegExp]>([
    [
      'inner lengths that differ',
      () => matmul(zeros(2, 3), zeros(2, 3)),
      /3 and 2 differ in the shapes \(2, 3\) and \(2, 3\)/,
    ],
    ['an operand without axes', () => matmul(zeros(), zeros(2)), /no axis/],
    ['batches that do not broadcast', () => matmul(zeros(2, 1, 1), zeros(3, 1, 1)), /do not broadcast/],
    ['a value that is not an array', () => matmul(zeros(2), [1, 2] as unknown as GpuArray), /two arrays/],
    ['nothing', () => matmul(undefined as unknown as GpuArray, zeros(2)), /two arrays/],
    [
      'an array to write of another shape',
      () => matmul(zeros(2, 2), zeros(2, 2), { out: zeros(2, 3) }),
      /out \(2, 3\)/,
    ],
    [
      'an array to write that cannot hold the result',
      () => matmul(zeros(2, 2), zeros(2, 2), { out: emptyArray(device, 'int32', [2, 2]) as unknown as GpuArray }),
      /cannot hold/,
    ],
  ])('%s', (_, call, reason) => {
    expect(call).toThrow(expect.objectContaining({ code: 'ARGUMENT' }) as Error);
    expect(call).toThrow(reason);
  });

  it('a disposed operand', () => {
    const gone = zeros(2, 2);
    gone.dispose();
    expect(() => matmul(gone, zeros(2, 2))).toThrow(/disposed/);
  });

  it('arrays of two devices', async () => {
    await using other = await openTestDevice(testBackends[0] ?? 'host');
    const far = emptyArray(other, 'float32', [2, 2]) as unknown as GpuArray;
    expect(() => matmul(zeros(2, 2), far)).toThrow(/different devices/);
  });
});

/** The definition, index by index. */
function batchProduct(
  shapeA: readonly number[],
  shapeB: readonly number[],
  a: readonly number[],
  b: readonly number[],
) {
  const [wideA, wideB] = [shapeA.length === 1 ? [1, ...shapeA] : shapeA, shapeB.length === 1 ? [...shapeB, 1] : shapeB];
  const [m, k, n] = [wideA.at(-2) ?? 0, wideA.at(-1) ?? 0, wideB.at(-1) ?? 0];
  const [batchA, batchB] = [wideA.slice(0, -2), wideB.slice(0, -2)];
  const rank = Math.max(batchA.length, batchB.length);
  const pad = (shape: readonly number[]): number[] => [...new Array<number>(rank - shape.length).fill(1), ...shape];
  const [padA, padB] = [pad(batchA), pad(batchB)];
  const batch = padA.map((extent, i) => (extent === 1 ? (padB[i] ?? 1) : extent));
  const matrixAt = (padded: readonly number[], index: readonly number[]): number =>
    padded.reduce((place, extent, i) => place * extent + (extent === 1 ? 0 : (index[i] ?? 0)), 0);
  const values: number[] = [];
  const count = batch.reduce((all, extent) => all * extent, 1);
  for (let which = 0; which < count; which++) {
    const index = [...batch];
    for (let i = rank - 1, rest = which; i >= 0; i--) {
      index[i] = rest % (batch[i] ?? 1);
      rest = Math.floor(rest / (batch[i] ?? 1));
    }
    const [atA, atB] = [matrixAt(padA, index) * m * k, matrixAt(padB, index) * k * n];
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) {
        let sum = 0;
        for (let q = 0; q < k; q++) sum += (a[atA + i * k + q] ?? 0) * (b[atB + q * n + j] ?? 0);
        values.push(sum);
      }
    }
  }
  const shape = [...batch, ...(shapeA.length === 1 ? [] : [m]), ...(shapeB.length === 1 ? [] : [n])];
  return { shape, values };
}
