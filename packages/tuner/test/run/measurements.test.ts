/** Metrics, objectives and observers of a run. */
import { tuneKernel, type Observer } from '@heddle/tuner';
import { argumentFault, n, request } from './add-request';

describe('what a run measures', () => {
  it('metrics build on each other, and any may be the objective', async () => {
    const { best, results } = await tuneKernel({
      ...request(),
      metrics: { 'GB/s': (p) => (12 * n) / p.time / 1e6, 'slow per thread': '`GB/s`' in {} ? '' : 'block_size_x * 2' },
      objective: 'GB/s',
    });
    expect(best?.metrics['GB/s']).toBe(Math.max(...results.map(({ metrics }) => metrics['GB/s']!)));
    expect(results[0]?.metrics['slow per thread']).toBe(results[0]!.configuration.block_size_x * 2);
  });

  it('several objectives give the front that nothing dominates', async () => {
    const { front } = await tuneKernel({
      ...request(),
      metrics: { cost: 'block_size_x', loss: '-block_size_x' },
      objectives: ['cost', 'loss'],
    });
    expect(front).toHaveLength(3);
    await expect(tuneKernel({ ...request(), objective: 'nothing' })).rejects.toEqual(argumentFault('nothing'));
    await expect(tuneKernel({ ...request(), objective: 'tim' })).rejects.toEqual(argumentFault('tim'));
  });

  it('observers see every launch; one that fails costs a configuration', async () => {
    const calls: string[] = [];
    const observer: Observer = {
      name: 'counting',
      registerDevice: (device) => void calls.push(device.backend),
      registerConfiguration: ({ kernel }) => void calls.push(`configuration ${kernel?.name}`),
      beforeStart: () => void calls.push('before'),
      afterStart: () => void calls.push('after'),
      during() {
        expect(calls.at(-1)).toBe('after');
      },
      afterFinish: () => void calls.push('finish'),
      getResults: () => ({ launches: calls.filter((call) => call === 'finish').length }),
    };
    const fragile: Observer = {
      name: 'fragile',
      registerConfiguration({ configuration }) {
        if (configuration.block_size_x === 64) throw new Error('no reading');
      },
      getResults: () => ({}),
    };
    const { results } = await tuneKernel({ ...request(), observers: [observer, fragile] });
    expect(calls.slice(0, 6)).toEqual(['host', 'configuration add', 'before', 'after', 'finish', 'before']);
    expect(results[0]?.measurements.launches).toBe(3);
    expect(results.map(({ failure }) => failure?.message)).toEqual([
      undefined,
      'observer fragile: Error: no reading',
      undefined,
    ]);
  });

  it('prologue and continuous observers get launches of their own', async () => {
    const counts = { prologue: 0, continuous: 0 };
    const counting = (kind: 'prologue' | 'continuous'): Observer => ({
      name: kind,
      kind,
      continuousMilliseconds: 20,
      afterFinish(launches) {
        counts[kind] += launches;
      },
      getResults: () => ({ [kind]: counts[kind] }),
    });
    const { results } = await tuneKernel({
      ...request(),
      tune: { block_size_x: [32] as unknown as [32, 64, 128] },
      observers: [counting('prologue'), counting('continuous')],
    });
    expect(results[0]?.measurements.prologue).toBe(1);
    expect(results[0]?.measurements.continuous).toBeGreaterThan(1);
  });

  it('flushes caches, rotates inputs and stops early where it is told to', async () => {
    const { results } = await tuneKernel({
      ...request(),
      benchmark: { flushCache: true, rotateInputs: 3, warmupMilliseconds: 1, outliers: 'keep', earlyStop: 0.6 },
      iterations: 20,
    });
    expect(results.every(({ failure, measurements }) => !failure && measurements.outliers === 0)).toBe(true);
    for (const { times, measurements } of results) expect(times.length < 20).toBe(measurements.stopped_early === 1);
  });
});
