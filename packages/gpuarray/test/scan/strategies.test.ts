/** The same scans by every strategy. The host runs those of GPUs too: slowly, but with blocks that really wait. */
import { openDevice, type Device } from '@heddle/core';
import type { GpuArray } from '../../src/array/gpu-array';
import { emptyArray } from '../../src/creation/empty';
import { deviceTuning, parallelTuning, type DeviceTuning } from '../../src/reduction/device-tuning';
import { runScan } from '../../src/scan/run-scan';
import { ScanKernel, type ScanKernelOptions } from '../../src/scan';
import { testBackends } from '../support/on-devices';

jest.setTimeout(600_000);

const strategies = (device: Device): Record<string, DeviceTuning> => {
  const parallel = parallelTuning(device);
  return {
    sequential: { ...deviceTuning(device), blocks: 5 },
    'two passes, shared memory': { ...parallel, threads: 64, warp: 0, lookBack: false, blocks: 3 },
    ...(device.has('forward-progress')
      ? {
          'two passes, warps': { ...parallel, threads: 64, warp: 32, lookBack: false, blocks: 3 },
          'look-back': { ...parallel, threads: 64, warp: 32, lookBack: true },
        }
      : {}),
  };
};
const everywhere = ['sequential', 'two passes, shared memory'];
// Warps that exchange registers are written for CUDA's dialect.
const names = (backend: string) =>
  backend === 'host' ? [...everywhere, 'two passes, warps', 'look-back'] : everywhere;
const sizes = [1, 2, 959, 960, 961, 30_001];

/** Scans by a strategy, as a kernel's call does by the device's own. */
function scan(kernel: ScanKernel, tuning: DeviceTuning, extras: readonly unknown[], length: number): void {
  const [first] = extras as GpuArray[];
  if (!first) throw new Error('the first argument is an array');
  const key = JSON.stringify(kernel.spec);
  runScan(first.device, { operation: 'scan', key, spec: kernel.spec, extras, length, rows: 1, wide: false, tuning });
}

describe.each(testBackends)('scans on %s', (backend) => {
  let device: Device;
  beforeAll(async () => {
    device = await openDevice(backend);
  });
  afterAll(async () => {
    await device.dispose();
  });

  async function upload(values: Int32Array): Promise<GpuArray> {
    const array = emptyArray(device, 'int32', [values.length]);
    await array.set(values);
    return array;
  }

  /** Runs an int32 kernel of `x`, `flags` and `y` by a strategy for all sizes. */
  async function check(
    strategy: string,
    options: Omit<ScanKernelOptions, 'dtype' | 'arguments'> & { readonly dtype?: string },
    reference: (x: readonly number[], flags: readonly number[]) => readonly number[],
  ): Promise<void> {
    const tuning = strategies(device)[strategy];
    if (!tuning) throw new Error(`there is no strategy ${strategy}`);
    const kernel = new ScanKernel({ dtype: 'int32', ...options, arguments: 'const int *x, const int *flags, int *y' });
    for (const size of sizes) {
      const values = Array.from({ length: size }, (_, i) => ((i * 7919) % 23) - 11);
      const flags = Array.from({ length: size }, (_, i) => Number((i * 31) % 97 === 0 || (i > 5000 && i < 5020)));
      using x = await upload(Int32Array.from(values));
      using f = await upload(Int32Array.from(flags));
      using y = await upload(new Int32Array(size));
      scan(kernel, tuning, [x, f, y], size);
      expect(Array.from((await y.get()) as Int32Array)).toEqual(reference(values, flags));
    }
  }

  describe.each(names(backend))('%s', (strategy) => {
    it('sums, inclusive', () =>
      check(strategy, { input: 'x[i]', scan: 'a + b', output: 'y[i] = item' }, (x) => {
        let total = 0;
        return x.map((value) => (total += value));
      }));

    it('keeps the order of an operation that is not commutative: the last value that is not zero', () =>
      check(
        strategy,
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

    it('restarts at segments, and knows the item before', () =>
      check(
        strategy,
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
      check(strategy, { input: 'x[i]', scan: 'a + b', output: 'y[i] = lastItem - item + N' }, (x) => {
        const whole = x.reduce((a, b) => a + b, 0);
        let total = 0;
        return x.map((value) => whole - (total += value) + x.length);
      }));
  });
});

// 16 bytes, so that runs do not fit into a status word.
const lastPreamble = `
typedef struct { INT64 value; INT64 seen; } last_t;
DEVICE last_t last_of(int x) { last_t last; last.value = x; last.seen = x != 0; return last; }
DEVICE last_t last_join(last_t a, last_t b) { return b.seen ? b : a; }
`;
