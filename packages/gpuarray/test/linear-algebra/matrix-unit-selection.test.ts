/**
 * Products that go to matrix units, through the public interface on the emulated driver and NVRTC of tools/emulator. The
 * compiler there knows no PTX: kernels are given stand-ins for its instructions.
 */
import { onTrace, openDevice, type Device } from '@heddle/core';
import type { LaunchTrace } from '@heddle/core/backend';
import { emulatedToolkit } from '../../../../tools/emulator/test/emulated-toolkit';
import type { GpuArray } from '../../src/array/gpu-array';
import { emptyArray } from '../../src';
import { matmul } from '../../src/algorithms/linear-algebra';
import type * as UnitSource from '../../src/algorithms/linear-algebra/matrix-unit-source';
import { matrixUnitShape } from '../../src/algorithms/linear-algebra/matrix-unit-source';
import type { MatrixUnitVariant } from '../../src/algorithms/linear-algebra/matrix-unit-variant';
import { matrixOf, product, valuesOf, wholeNumbers, type Value } from './matrices';
import type * as Emulation from './matrix-unit-emulation';

let mockRefusesWarpgroups = false;
jest.mock('../../src/algorithms/linear-algebra/matrix-unit-source', () => {
  const real = jest.requireActual<typeof UnitSource>('../../src/algorithms/linear-algebra/matrix-unit-source');
  const { unitEmulation } = jest.requireActual<typeof Emulation>('./matrix-unit-emulation');
  return {
    ...real,
    matrixUnitSource: (variant: MatrixUnitVariant) =>
      variant.kind === 'warpgroup' && mockRefusesWarpgroups
        ? '#error "an old compiler"'
        : unitEmulation(variant) + real.matrixUnitSource(variant),
  };
});

// What is large for a GPU takes an emulated one minutes.
let mockCopiesPay = false;
jest.mock('../../src/algorithms/linear-algebra/matrix-unit-product', () => ({
  ...jest.requireActual<object>('../../src/algorithms/linear-algebra/matrix-unit-product'),
  copiesPay: () => mockCopiesPay,
}));

const toolkit = emulatedToolkit();
const emulated = toolkit === undefined ? describe.skip : describe;

emulated('products that go to matrix units', () => {
  const before = { ...process.env };
  let device: Device;
  const launches: LaunchTrace[] = [];
  const stop = onTrace('heddle:launch', (launch) => launches.push(launch));

  beforeAll(async () => {
    process.env['HEDDLE_CUDA_LIBRARY'] = toolkit?.driver;
    process.env['HEDDLE_NVRTC_LIBRARY'] = toolkit?.nvrtc;
    device = await openDevice('nvrtc');
  });
  beforeEach(() => {
    launches.length = 0;
  });
  afterAll(async () => {
    stop();
    await device.dispose();
    process.env = before;
  });

  const unitLaunches = (): LaunchTrace[] => launches.filter(({ kernel }) => kernel === 'matmul_units');

  type Layout = (array: GpuArray) => GpuArray;
  const rows: Layout = (array) => array;
  const columns: Layout = (array) => array.T.copy().T;

  async function check(
    dtype: 'float16' | 'bfloat16' | 'float64',
    [m, k, n]: readonly [number, number, number],
    layouts: readonly [Layout, Layout] = [rows, rows],
    out?: GpuArray,
  ): Promise<void> {
    // Ones and zeros: sums below 256 are exact in bfloat16.
    const small = (values: Value[]): Value[] => values.map(({ re }) => ({ re: Number(re) > 1 ? 1 : 0, im: 0 }));
    const [a, b] = [small(wholeNumbers(dtype, m * k, 1)), small(wholeNumbers(dtype, k * n, 2))];
    using matrixA = await matrixOf(device, dtype, [m, k], a);
    using matrixB = await matrixOf(device, dtype, [k, n], b);
    using result = matmul(layouts[0](matrixA), layouts[1](matrixB), out === undefined ? {} : { out });
    expect(await valuesOf(result)).toEqual(product(dtype, a, b, [m, k, n]));
  }

  it('takes narrow tiles for a small result', async () => {
    await check('float16', [136, 72, 40]);
    const { threads, sharedBytes } = matrixUnitShape({ kind: 'warpgroup', tile: { rows: 128, columns: 128 } });
    expect(unitLaunches()).toMatchObject([{ grid: [2, 1, 1], block: [threads, 1, 1], sharedBytes }]);
  });

  it('takes wide tiles where narrow ones would outnumber the multiprocessors', async () => {
    const { multiprocessors } = device.properties;
    const strips = Math.floor(multiprocessors / 2) + 1;
    await check('bfloat16', [128 * strips - 120, 8, 136], [columns, columns]);
    const { threads, sharedBytes } = matrixUnitShape({ kind: 'warpgroup', tile: { rows: 128, columns: 256 } });
    expect(unitLaunches()).toMatchObject([{ grid: [strips, 1, 1], block: [threads, 1, 1], sharedBytes }]);
  });

  it('writes results of any width to any place', async () => {
    using whole = emptyArray(device, 'float16', 40 * 72 + 1) as unknown as GpuArray;
    await check('float16', [40, 24, 72], [rows, rows], whole.slice('1:').reshape(40, 72));
    await check('float16', [40, 24, 51], [columns, columns]);
    expect(unitLaunches()).toHaveLength(2);
  });

  it('takes float64 by tiles of its own', async () => {
    await check('float64', [40, 22, 70]);
    await check('float64', [34, 20, 50], [columns, rows]);
    const { threads, sharedBytes } = matrixUnitShape({ kind: 'warp-float64', tile: { rows: 32, columns: 32 } });
    expect(unitLaunches()).toMatchObject([
      { grid: [6, 1, 1], block: [threads, 1, 1], sharedBytes },
      { grid: [4, 1, 1], block: [threads, 1, 1], sharedBytes },
    ]);
  });

  it('leaves float64 that begins at odd elements where it is', async () => {
    await check('float64', [40, 21, 40]);
    expect(unitLaunches()).toHaveLength(0);
  });

  it('multiplies batches that repeat an operand', async () => {
    const [a, b] = [wholeNumbers('float16', 3 * 24 * 16, 3), wholeNumbers('float16', 16 * 32, 4)];
    using matrixA = await matrixOf(device, 'float16', [3, 24, 16], a);
    using matrixB = await matrixOf(device, 'float16', [16, 32], b);
    using result = matmul(matrixA, matrixB);
    const wanted = [0, 1, 2].flatMap((i) =>
      product('float16', a.slice(i * 24 * 16, (i + 1) * 24 * 16), b, [24, 16, 32]),
    );
    const numbers = (values: readonly Value[]): number[] => values.map(({ re }) => Number(re) + 0);
    expect(numbers(await valuesOf(result))).toEqual(numbers(wanted));
    expect(unitLaunches()).toMatchObject([{ grid: [1, 1, 3] }]);
  });

  it('leaves misaligned operands of a small product where they are', async () => {
    await check('float16', [40, 21, 40]);
    expect(unitLaunches()).toHaveLength(0);
  });

  it('copies misaligned operands of a large product', async () => {
    mockCopiesPay = true;
    await check('float16', [40, 21, 40], [rows, rows]);
    await check('float16', [37, 21, 27], [columns, columns]);
    expect(unitLaunches()).toHaveLength(2);
    mockCopiesPay = false;
  });

  it("falls back to warps' units where the compiler does not know the others", async () => {
    mockRefusesWarpgroups = true;
    await using old = await openDevice('nvrtc');
    const [a, b] = [wholeNumbers('float16', 24 * 16, 5), wholeNumbers('float16', 16 * 24, 6)];
    using matrixA = await matrixOf(old, 'float16', [24, 16], a);
    using matrixB = await matrixOf(old, 'float16', [16, 24], b);
    using result = matmul(matrixA, matrixB);
    const numbers = (values: readonly Value[]): number[] => values.map(({ re }) => Number(re) + 0);
    expect(numbers(await valuesOf(result))).toEqual(numbers(product('float16', a, b, [24, 16, 24])));
    const { threads, sharedBytes } = matrixUnitShape({ kind: 'warp', tile: { rows: 128, columns: 128 } });
    expect(unitLaunches()).toMatchObject([{ block: [threads, 1, 1], sharedBytes }]);
  });
});
