/** The same scans by every strategy. The host runs those of GPUs too: slowly, but with blocks that really wait. */
import type { Device } from '@heddle/core';
import type { GpuArray } from '../../src/array/gpu-array';
import { emptyArray } from '../../src/array/empty';
import { deviceTuning, parallelTuning, type DeviceTuning } from '../../src/kernel-kit/device-tuning';
import { runScan, type ScanCall } from '../../src/algorithms/scan/run-scan';
import { ScanKernel, type ScanKernelOptions } from '../../src/algorithms/scan';
import { itemBytes, type PlannedScan, type ScanPlan } from '../../src/algorithms/scan/scan-plan';
import type { ScanSpec } from '../../src/algorithms/scan/scan-spec';
import { lookBackPlan } from '../../src/algorithms/scan/tile-plans';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

jest.setTimeout(600_000);

interface Strategy {
  readonly tuning: DeviceTuning;
  /** Default, and if undefined: the plan that is chosen. */
  readonly plan?: (call: PlannedScan, tuning: DeviceTuning) => ScanPlan | undefined;
}

const strategies = (device: Device): Record<string, Strategy> => {
  const parallel = parallelTuning(device);
  return {
    sequential: { tuning: { ...deviceTuning(device), blocks: 5 } },
    'two passes, shared memory': { tuning: { ...parallel, threads: 64, warp: 0, lookBack: false, blocks: 3 } },
    ...(device.has('forward-progress')
      ? {
          'two passes, warps': { tuning: { ...parallel, threads: 64, warp: 32, lookBack: false, blocks: 3 } },
          'look-back': {
            tuning: { ...parallel, threads: 64, warp: 32, lookBack: true, blocks: 2 ** 20 },
            plan: (call, tuning) => (call.columns === true ? undefined : lookBackPlan(call, tuning, itemBytes(call))),
          },
          'held tiles': { tuning: { ...parallel, warp: 32, lookBack: true, blocks: 1 } },
        }
      : {}),
  };
};
const everywhere = ['sequential', 'two passes, shared memory'];
// Warps that exchange registers are written for CUDA's dialect.
const names = (backend: string) =>
  backend === 'host' ? [...everywhere, 'two passes, warps', 'look-back', 'held tiles'] : everywhere;
const sizes = [1, 2, 959, 960, 961, 30_001];
// About tiles of 768 threads of 36 items, and of smaller blocks.
const tileSizes = [1, 1000, 27_647, 27_648, 27_649, 60_000];

function run(device: Device, { tuning, plan }: Strategy, call: Omit<ScanCall, 'tuning' | 'plan'>): void {
  const planned = plan?.(call, tuning);
  runScan(device, { ...call, tuning, ...(planned ? { plan: planned } : {}) });
}

/** Scans by a strategy, as a kernel's call does by the device's own. */
function scan(kernel: ScanKernel, strategy: Strategy, extras: readonly unknown[], length: number, rows = 1): void {
  const [first] = extras as GpuArray[];
  if (!first) throw new Error('the first argument is an array');
  const { spec } = kernel;
  const [operation, key, columns] = ['scan', JSON.stringify(spec), rows > 1] as const;
  run(first.device, strategy, { operation, key, spec, extras, length, rows, columns, wide: false });
}

describe.each(testBackends)('scans on %s', (backend) => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });

  const upload = (values: Int32Array): Promise<GpuArray> => uploaded(device, values);

  function strategyOf(name: string): Strategy {
    const strategy = strategies(device)[name];
    if (!strategy) throw new Error(`there is no strategy ${name}`);
    return strategy;
  }

  /** Runs an int32 kernel of `x`, `flags` and `y` by a strategy for all sizes. */
  async function check(
    name: string,
    options: Omit<ScanKernelOptions, 'dtype' | 'arguments'> & { readonly dtype?: string },
    reference: (x: readonly number[], flags: readonly number[]) => readonly number[],
  ): Promise<void> {
    const strategy = strategyOf(name);
    const kernel = new ScanKernel({ dtype: 'int32', ...options, arguments: 'const int *x, const int *flags, int *y' });
    for (const size of sizes) {
      const values = Array.from({ length: size }, (_, i) => ((i * 7919) % 23) - 11);
      const flags = Array.from({ length: size }, (_, i) => Number((i * 31) % 97 === 0 || (i > 5000 && i < 5020)));
      using x = await upload(Int32Array.from(values));
      using f = await upload(Int32Array.from(flags));
      using y = await upload(new Int32Array(size));
      scan(kernel, strategy, [x, f, y], size);
      expect(Array.from((await y.get()) as Int32Array)).toEqual(reference(values, flags));
    }
  }

  describe.each(names(backend))('%s', (name) => {
    it('sums, inclusive', () =>
      check(name, { input: 'x[i]', scan: 'a + b', output: 'y[i] = item' }, (x) => {
        let total = 0;
        return x.map((value) => (total += value));
      }));

    it('keeps the order of an operation that is not commutative: the last value that is not zero', () =>
      check(
        name,
        {
          dtype: 'last_t',
          preamble: lastPreamble,
          input: 'last_of(x[i])',
          scan: 'last_join(a, b)',
          output: 'y[i] = item.value',
        },
        (x) => {
          let last = 0;
          return x.map((value) => (last = value === 0 ? last : value));
        },
      ));

    it('keeps the order of affine maps, in four bytes, and knows the item before', async () => {
      const strategy = strategyOf(name);
      for (const size of name === 'held tiles' ? tileSizes : sizes) {
        const values = Int32Array.from({ length: size }, (_, i) => (i * 7919) % 65_536);
        using x = await upload(values);
        using y = await upload(new Int32Array(size));
        scan(affineScan('i'), strategy, [x, y], size);
        expect(await y.get()).toEqual(composed(values, 1));
      }
    });

    it('scans rows that lie side by side', async () => {
      const strategy = strategyOf(name);
      for (const length of [1, 31, 256, 700]) {
        const values = Int32Array.from({ length: length * 37 }, (_, i) => (i * 7919) % 65_536);
        using x = await upload(values);
        using y = await upload(new Int32Array(length * 37));
        scan(affineScan('i * 37 + heddle_row'), strategy, [x, y], length, 37);
        expect(await y.get()).toEqual(composed(values, 37));
      }
    });

    it('selects, and keeps what is left', async () => {
      const strategy = strategyOf(name);
      for (const size of [5, 16_383, 16_384, 33_000]) {
        const values = Int32Array.from({ length: size }, (_, i) => (i * 7919) % 1000);
        using x = await upload(values);
        using taken = await upload(new Int32Array(size));
        using left = await upload(new Int32Array(size));
        using count = emptyArray(device, 'int64', []);
        const [operation, spec, extras] = ['select', oddSelection, [x, taken, left, count]] as const;
        run(device, strategy, { operation, key: operation, spec, extras, length: size, rows: 1, wide: false });
        const odd = values.filter((value) => value % 2 === 1);
        expect(await count.get()).toEqual(BigInt64Array.of(BigInt(odd.length)));
        expect((await taken.get()).slice(0, odd.length)).toEqual(odd);
        expect((await left.get()).slice(0, size - odd.length)).toEqual(values.filter((value) => value % 2 === 0));
      }
    });

    it('restarts at segments, and knows the item before', () =>
      check(
        name,
        {
          input: 'x[i]',
          scan: 'acrossSegmentBoundary ? b : a + b',
          neutral: '0',
          isSegmentStart: 'flags[i] != 0',
          output: 'y[i] = prevItem',
        },
        (x, flags) => {
          let total = 0;
          return x.map((value, i) => {
            if (flags[i] !== 0) total = 0;
            const before = total;
            total += value;
            return before;
          });
        },
      ));

    it('knows the last item and the length', () =>
      check(name, { input: 'x[i]', scan: 'a + b', output: 'y[i] = lastItem - item + N' }, (x) => {
        const whole = x.reduce((a, b) => a + b, 0);
        let total = 0;
        return x.map((value) => whole - (total += value) + x.length);
      }));
  });
});

// AMD's GPUs start blocks in another order than that of their indices; the host can do as they do.
(testBackends.includes('host') ? describe : describe.skip)('tiles that blocks take by tickets', () => {
  const options = ['-DHEDDLE_TICKETS'];
  let device: Device;
  let tuning: DeviceTuning;
  beforeAll(async () => {
    device = await openTestDevice('host');
    tuning = { ...parallelTuning(device), warp: 32, lookBack: true, blocks: 1 };
  });
  afterAll(async () => {
    await device.dispose();
  });

  it.each([
    ['a row', 'i', 1, 60_000],
    ['rows that lie side by side', 'i * 37 + heddle_row', 37, 700],
  ])('scans %s, again and again', async (_, index, rows, length) => {
    const values = Int32Array.from({ length: length * rows }, (_, i) => (i * 7919) % 65_536);
    for (let call = 0; call < 3; call++) {
      using x = await uploaded(device, values);
      using y = await uploaded(device, new Int32Array(length * rows));
      scan(affineScan(index, options), { tuning }, [x, y], length, rows);
      expect(await y.get()).toEqual(composed(values, rows));
    }
  });

  it('selects, again and again', async () => {
    const values = Int32Array.from({ length: 33_000 }, (_, i) => (i * 7919) % 1000);
    const odd = values.filter((value) => value % 2 === 1);
    for (let call = 0; call < 3; call++) {
      using x = await uploaded(device, values);
      using taken = await uploaded(device, new Int32Array(values.length));
      using left = await uploaded(device, new Int32Array(values.length));
      using count = emptyArray(device, 'int64', []);
      const extras = [x, taken, left, count];
      const spec = { ...oddSelection, options };
      const [operation, key, length] = ['select', 'select by tickets', values.length] as const;
      runScan(device, { operation, key, spec, extras, length, rows: 1, wide: false, tuning });
      expect(await count.get()).toEqual(BigInt64Array.of(BigInt(odd.length)));
      expect((await taken.get()).slice(0, odd.length)).toEqual(odd);
    }
  });
});

async function uploaded(device: Device, values: Int32Array): Promise<GpuArray> {
  const array = emptyArray(device, 'int32', [values.length]);
  await array.set(values);
  return array;
}

/** An item is a map `factor * x + term` modulo 256, as `factor * 256 + term`; a result has the item and the one before. */
function affineScan(index: string, options: readonly string[] = []): ScanKernel {
  return new ScanKernel({
    dtype: 'int32',
    options,
    arguments: 'const int *x, int *y',
    input: `x[${index}]`,
    scan: '((((a >> 8) * (b >> 8)) & 255) << 8) | (((a & 255) * (b >> 8) + (b & 255)) & 255)',
    neutral: '256',
    output: `y[${index}] = (item << 15) ^ prevItem`,
  });
}

/** What {@link affineScan} makes of rows that lie side by side. */
function composed(values: Int32Array, rows: number): Int32Array {
  const before = new Int32Array(rows).fill(256);
  return values.map((b, place) => {
    const a = before[place % rows] ?? 0;
    const joined = ((((a >> 8) * (b >> 8)) & 255) << 8) | (((a & 255) * (b >> 8) + (b & 255)) & 255);
    const item = place < rows ? b : joined;
    before[place % rows] = item;
    return (item << 15) ^ (place < rows ? 256 : a);
  });
}

/** Odd elements to `taken`, the others to `left`. */
const oddSelection: ScanSpec = {
  ...new ScanKernel({
    dtype: 'int32',
    arguments: 'const int *x, int *taken, int *left, long long *count',
    input: 'x[i] % 2 == 1 ? 1 : 0',
    scan: 'a + b',
    neutral: '0',
    output: 'if (item != prevItem) taken[item - 1] = x[i]; else left[i - item] = x[i]; if (i == N - 1) count[0] = item',
  }).spec,
  selection: {
    array: 'x',
    type: 'int',
    condition: 'heddle_here % 2 == 1',
    taken: 'taken',
    left: 'left',
    count: 'count',
  },
};

// 16 bytes, so that runs do not fit into a status word.
const lastPreamble = `
typedef struct { INT64 value; INT64 seen; } last_t;
DEVICE last_t last_of(int x) { last_t last; last.value = x; last.seen = x != 0; return last; }
DEVICE last_t last_join(last_t a, last_t b) { return b.seen ? b : a; }
`;
