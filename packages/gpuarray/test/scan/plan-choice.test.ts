/** Which plan a scan takes on a device of 100 multiprocessors whose blocks may wait for each other. */
import type { Device } from '@heddle/core';
import { ScanKernel } from '../../src/algorithms/scan';
import { planScan } from '../../src/algorithms/scan/plan-scan';
import type { PlannedScan } from '../../src/algorithms/scan/scan-plan';
import { parallelTuning, sequentialTuning, type DeviceTuning } from '../../src/kernel-kit/device-tuning';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

const multiprocessors = 100;

(testBackends.includes('host') ? describe : describe.skip)('the plan of a scan', () => {
  let device: Device;
  let tuning: DeviceTuning;
  beforeAll(async () => {
    device = await openTestDevice('host');
    tuning = { ...parallelTuning(device), warp: 32, lookBack: true, threads: 256, blocks: 8 * multiprocessors };
  });
  afterAll(async () => {
    await device.dispose();
  });

  function kind(type: string, shape: Partial<PlannedScan>, changes: Partial<DeviceTuning> = {}): string {
    const { spec } = new ScanKernel({
      dtype: type,
      arguments: 'const int *x, int *y',
      input: 'x[i]',
      scan: 'a + b',
      output: 'y[i] = (int)item',
    });
    const call = { operation: 'scan', spec, length: 1, rows: 1, bulkCopies: false, ...shape };
    return planScan(device, call, { ...tuning, ...changes }).kind;
  }
  const columns = (length: number, rows: number) => ({ length, rows, columns: true });

  it('divides columns of small items, if there are a few of them', () => {
    expect(kind('int32', columns(2 ** 20, 16))).toBe('columns-look-back');
    expect(kind('int32', columns(2 ** 20, 15))).toBe('look-back15-32');
  });

  it('walks columns of large items if they are many, or short', () => {
    expect(kind('float64', columns(1024, 9600))).toBe('columns-parallel');
    expect(kind('float64', columns(1024, 9599))).toBe('rows32-8-2-');
    expect(kind('float64', columns(16, 1600))).toBe('columns-parallel');
    expect(kind('complex128', columns(1024, 9599))).toBe('look-back7-32');
    expect(kind('float64', columns(2 ** 20, 16))).toBe('two-pass7-32');
  });

  it('walks short rows of items that no pack holds', () => {
    expect(kind('complex128', { length: 128, rows: 9600 })).toBe('columns-parallel');
    expect(kind('complex128', { length: 129, rows: 9600 })).toBe('look-back7-32');
  });

  it('scans small items of one row in large tiles', () => {
    expect(kind('int32', { length: 1000 })).toBe('held4-');
    expect(kind('uint8', { length: 2 ** 26 })).toBe('held1-');
  });

  it('takes two passes over items of 8 bytes, and if blocks cannot look back', () => {
    expect(kind('int64', { length: 2 ** 24 })).toBe('two-pass7-32');
    expect(kind('int32', { length: 2 ** 24 }, { lookBack: false })).toBe('two-pass15-32');
    expect(kind('complex128', columns(4096, 4096), { lookBack: false })).toBe('two-pass3-32');
  });

  it('scans on a CPU one after the other, and 64 columns side by side', () => {
    const cpu = sequentialTuning(4);
    expect(kind('int32', { length: 2 ** 20 }, cpu)).toBe('sequential');
    expect(kind('int32', columns(1000, 63), cpu)).toBe('sequential');
    expect(kind('int32', columns(1000, 64), cpu)).toBe('columns-sequential');
  });
});
