/** Whole runs on the host, in this process: how they are followed and ended. */
import { getEventListeners } from 'node:events';
import { backend } from '@heddle/backend-host';
import { openDevice } from '@heddle/core';
import { tuneKernel } from '@heddle/tuner';
import { argumentFault, request, source } from './add-request';

describe('a run', () => {
  it('can be awaited: all configurations, the best, the environment', async () => {
    const { results, best, front, environment } = await tuneKernel(request());
    expect(results.map(({ configuration }) => configuration.block_size_x).sort((x, y) => x - y)).toEqual([32, 64, 128]);
    for (const record of results) {
      expect(record.times).toHaveLength(3);
      expect(record.times.every((time) => time > 0)).toBe(true);
      expect(record.time).toBeGreaterThanOrEqual(Math.min(...record.times));
      expect(record.time).toBeLessThanOrEqual(Math.max(...record.times));
      expect(record.measurements.time_min).toBe(Math.min(...record.times));
    }
    expect(best?.time).toBe(Math.min(...results.map(({ time }) => time)));
    expect(front).toEqual([best]);
    expect(environment).toMatchObject({
      kernel: 'add',
      spaceSize: 3,
      evaluations: 3,
      failures: {},
      stoppedBy: 'strategy',
      strategy: 'bruteForce',
      devices: [{ backend: 'host' }],
    });
  });

  it('can be iterated: a record for each configuration as it is measured', async () => {
    const run = tuneKernel(request());
    const seen: number[] = [];
    for await (const { configuration } of run) seen.push(configuration.block_size_x);
    expect(seen).toEqual((await run).results.map(({ configuration }) => configuration.block_size_x));
    expect(run.records).toHaveLength(3);
  });

  it('tells its objectives and budget at once, and the size of its space with the first record', async () => {
    const run = tuneKernel({
      ...request(),
      restrictions: 'block_size_x > 32',
      budget: { evaluations: 1 },
      metrics: { 'GB/s': '12 / time' },
      objective: 'GB/s',
    });
    expect(run.objectives).toEqual([{ name: 'GB/s', higherIsBetter: true }]);
    expect(run.budget).toEqual({ evaluations: 1 });
    expect(run.spaceSize).toBeUndefined();
    for await (const record of run) {
      expect(record.failure).toBeUndefined();
      expect(run.spaceSize).toBe(2);
    }
    const refused = tuneKernel({ ...request(), iterations: 0 });
    expect(refused.objectives).toEqual([]);
    await expect(refused).rejects.toEqual(argumentFault('iterations'));
  });

  it('ends when its reader leaves, with what was measured', async () => {
    const run = tuneKernel({ ...request(), tune: { block_size_x: [32, 64, 128] } });
    for await (const record of run) {
      expect(record.failure).toBeUndefined();
      break;
    }
    const { results, environment } = await run;
    expect(results.length).toBeLessThan(3);
    expect(environment.stoppedBy).toBe('reader');
  });

  it('ends by its signal and by its budget', async () => {
    const controller = new AbortController();
    const aborted = await tuneKernel({ ...request(), signal: controller.signal, onRecord: () => controller.abort() });
    expect(aborted.results).toHaveLength(1);
    expect(aborted.environment.stoppedBy).toBe('signal');
    const limited = await tuneKernel({ ...request(), budget: { evaluations: 2 }, strategy: 'random_sample' });
    expect(limited.results).toHaveLength(2);
    expect(limited.environment.stoppedBy).toBe('evaluations');
    const timed = await tuneKernel({ ...request(), budget: { seconds: 1e-9 }, strategy: 'bruteForce' });
    expect(timed.results).toEqual([]);
    expect(timed.environment.stoppedBy).toBe('seconds');
  });

  it('ends on Ctrl-C with what was measured, and listens only while it runs', async () => {
    const before = process.listenerCount('SIGINT');
    const run = tuneKernel({ ...request(), onRecord: () => process.emit('SIGINT') });
    expect(process.listenerCount('SIGINT')).toBe(before + 1);
    const { results, environment } = await run;
    expect(results).toHaveLength(1);
    expect(environment.stoppedBy).toBe('interrupt');
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  it('shares its signal and Ctrl-C with other runs: one listener each while they run, none afterwards', async () => {
    const { signal } = new AbortController();
    const before = process.listenerCount('SIGINT');
    const listeners = (): number[] => [
      getEventListeners(signal, 'abort').length,
      process.listenerCount('SIGINT') - before,
    ];
    await using device = await openDevice(backend);
    const runs = Array.from({ length: 12 }, () => tuneKernel({ ...request(), device, signal }));
    expect(listeners()).toEqual([1, 1]);
    for (const { environment } of await Promise.all(runs)) expect(environment.stoppedBy).toBe('strategy');
    expect(listeners()).toEqual([0, 0]);
  });

  it('ends all runs on Ctrl-C', async () => {
    await using device = await openDevice(backend);
    const runs = Array.from({ length: 3 }, () => tuneKernel({ ...request(), device }));
    process.emit('SIGINT');
    for (const { environment } of await Promise.all(runs)) expect(environment.stoppedBy).toBe('interrupt');
  });

  it('takes an open device, and leaves it open', async () => {
    await using device = await openDevice(backend);
    await tuneKernel({ ...request(), device });
    expect(device.openHandles()).not.toHaveProperty('buffer', expect.any(Number) && 1);
    const module = await device.compile(source, { defines: { ERROR_OF: '0.0f' } });
    expect(module.kernel('add').name).toBe('add');
  });
});
