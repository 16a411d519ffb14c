/** From a run to a program that uses its results. */
import { readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { backend } from '@heddle/backend-host';
import { openDevice, type Device } from '@heddle/core';
import {
  createDeviceTargets,
  readResultsFile,
  runKernel,
  storeResults,
  TunedKernel,
  type TuningRecord,
  type TuningResult,
} from '@heddle/tuner';
import { temporaryFolder } from '../testing/temporary-folder';

const folder = temporaryFolder();
const description = {
  kernel: 'fill',
  source:
    '__global__ void fill(int* x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = block_size_x; }',
};

/** A run's result as it would be, with the given times. */
function resultOf(device: string, times: Readonly<Record<number, number>>): TuningResult {
  const results = Object.entries(times).map(([block, time]): TuningRecord => ({
    configuration: { block_size_x: Number(block), flag: true, ratio: 0.5 },
    key: block,
    time,
    times: [time],
    measurements: {},
    metrics: {},
    spent: { compilation: 0, verification: 0, benchmark: 0 },
    timestamp: '',
    origin: 'measured',
    device,
  }));
  const environment = { kernel: 'fill', objectives: [{ name: 'time', higherIsBetter: false }] };
  return { results, best: results[0], front: [], environment } as unknown as TuningResult;
}

let device: Device;
beforeAll(async () => {
  device = await openDevice(backend);
});
afterAll(() => device.dispose());

describe('stored results', () => {
  it('are the best of each device and problem size, and replace older ones of the same', () => {
    const path = folder.path('store.json');
    storeResults(path, resultOf('A', { 32: 3, 64: 1, 128: 2 }), { problemSize: 100, top: 0.5 });
    storeResults(path, resultOf('A', { 32: 5 }), { problemSize: [100, 7] });
    storeResults(path, resultOf('B', { 256: 4 }), { problemSize: 100 });
    storeResults(path, resultOf('B', { 512: 9 }), { problemSize: 100 });
    const { kernelName, parameterNames, results } = readResultsFile(path);
    expect(kernelName).toBe('fill');
    expect(parameterNames).toEqual(['block_size_x', 'flag', 'ratio']);
    expect(results.map(({ deviceName, problemSize, value }) => [deviceName, problemSize.join('x'), value])).toEqual([
      ['A', '100', 1],
      ['A', '100', 2],
      ['A', '100x7', 5],
      ['B', '100', 9],
    ]);
  });

  it('belong to one kernel; a run without a good result has none', () => {
    const path = folder.path('owned.json');
    storeResults(path, resultOf('A', { 32: 3 }), { problemSize: 100 });
    const other = resultOf('A', { 32: 3 });
    const renamed = { ...other, environment: { ...other.environment, kernel: 'other' } };
    expect(() => storeResults(path, renamed, { problemSize: 1 })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT' }),
    );
    const failed = {
      ...other,
      results: other.results.map((each) => ({ ...each, failure: { kind: 'crash', message: '' } as const })),
    };
    expect(() => storeResults(path, failed, { problemSize: 1 })).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    expect(() => storeResults(path, other, { problemSize: 1, top: 2 })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT' }),
    );
    writeFileSync(folder.path('odd.json'), '{"data": 3}');
    expect(() => readResultsFile(folder.path('odd.json'))).toThrow(expect.objectContaining({ code: 'CORRUPT' }));
  });

  it('become a C header that chooses by the device', () => {
    const [results, header] = [folder.path('targets.json'), folder.path('targets.h')];
    storeResults(results, resultOf('NVIDIA A100-PCIE', { 32: 3, 64: 1 }), { problemSize: 100, top: 1 });
    storeResults(results, resultOf('Radeon (TM)', { 256: 4 }), { problemSize: 100 });
    createDeviceTargets(header, results);
    const program = folder.path('program.c');
    writeFileSync(
      program,
      '#include <stdio.h>\n#include "targets.h"\nint main(void) { printf("%d %d %g", block_size_x, flag, ratio); }\n',
    );
    const run = (...flags: string[]): string => {
      execFileSync('cc', [...flags, program, '-o', folder.path('program')]);
      return execFileSync(folder.path('program')).toString();
    };
    expect(run('-DTARGET_GPU=TARGET_RADEON_TM')).toBe('256 1 0.5');
    expect(run('-DTARGET_GPU=TARGET_NVIDIA_A100_PCIE')).toBe('64 1 0.5');
    expect(run()).toBe('64 1 0.5');
    expect(() => createDeviceTargets(header, results, { problemSize: 7 })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT' }),
    );
    expect(readFileSync(header, 'utf8')).toContain('#pragma once');
  });
});

describe('a tuned kernel', () => {
  const results = folder.path('fill.json');
  const open = (problemSize: number): Promise<TunedKernel> =>
    TunedKernel.open(device, { ...description, problemSize, results });

  beforeAll(() => {
    storeResults(results, resultOf('Other', { 16: 1 }), { problemSize: 1000 });
    storeResults(results, resultOf(device.name, { 32: 9 }), { problemSize: 1000 });
    storeResults(results, resultOf(device.name, { 64: 9 }), { problemSize: 100_000 });
  });

  it('runs with the configuration of its device and problem size', async () => {
    using kernel = await open(1000);
    expect(kernel.match).toMatchObject({ isExact: true, explanation: '' });
    using x = device.zeros('int32', 1000);
    kernel.launch(x, 1000);
    expect([...new Set(await x.read())]).toEqual([32]);
    using stream = device.createStream();
    kernel.launchOn(stream, x, 500);
    await stream.synchronize();
  });

  it('takes the nearest if there is none, and says so', async () => {
    using kernel = await open(50_000);
    expect(kernel.configuration.block_size_x).toBe(64);
    expect(kernel.match.isExact).toBe(false);
    expect(kernel.match.explanation).toBe('it was tuned for 100000, not for 50000');
  });

  it("takes another device's result rather than none", async () => {
    const foreign = folder.path('foreign.json');
    storeResults(foreign, resultOf('Other', { 16: 1 }), { problemSize: 1000 });
    using kernel = await TunedKernel.open(device, { ...description, problemSize: 1000, results: foreign });
    expect(kernel.match.explanation).toContain('it was tuned on Other');
  });

  it('refuses results of another kernel', async () => {
    const wrong = TunedKernel.open(device, { ...description, kernel: 'other', problemSize: 1, results });
    await expect(wrong).rejects.toMatchObject({ code: 'ARGUMENT' });
    const missing = TunedKernel.open(device, { ...description, problemSize: 1, results: folder.path('none.json') });
    await expect(missing).rejects.toMatchObject({ code: 'ARGUMENT' });
  });
});

it('one configuration can be run once, without changing what was given', async () => {
  const given = new Int32Array(10);
  const [x, n] = await runKernel({
    ...description,
    device,
    problemSize: 10,
    arguments: [given, 10],
    configuration: { block_size_x: 8 },
  });
  expect(x).toEqual(new Int32Array(10).fill(8));
  expect(n).toBe(10);
  expect(given[0]).toBe(0);
});
