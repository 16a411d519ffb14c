import type { TuningRecord } from '@heddle/tuner';
import { Progress, type ProgressOptions } from '../src/tune/progress';

function record(time: number, failure?: TuningRecord['failure']): TuningRecord {
  return {
    configuration: { block_size_x: 32 },
    key: '32',
    ...(failure ? { failure } : {}),
    time,
    times: [time],
    measurements: {},
    metrics: {},
    spent: { compilation: 0, verification: 0, benchmark: 0 },
    timestamp: '',
    origin: 'measured',
    device: '',
  };
}

function follow(options: Partial<ProgressOptions> & { isTTY: boolean; columns?: number }) {
  const written: string[] = [];
  let time = 0;
  const progress = new Progress({
    objective: { name: 'time', higherIsBetter: false },
    evaluations: 10,
    seconds: undefined,
    now: () => time,
    output: { isTTY: options.isTTY, columns: options.columns ?? 200, write: (text) => written.push(text) },
    ...options,
  });
  return { progress, written, wait: (milliseconds: number) => (time += milliseconds) };
}

describe('progress', () => {
  it('draws a bar with the best and the time left on a terminal, over the one before', () => {
    const { progress, written, wait } = follow({ isTTY: true });
    wait(1000);
    progress.add(record(2));
    wait(1000);
    progress.add(record(NaN, { kind: 'crash', message: '' }));
    expect(written[0]).toBe('\r\x1b[2K██░░░░░░░░░░░░░░░░░░░░░░ 1/10  best time 2 ms (block_size_x=32), 9 s left');
    expect(written[1]).toBe(
      '\r\x1b[2K█████░░░░░░░░░░░░░░░░░░░ 2/10, 1 failed  best time 2 ms (block_size_x=32), 8 s left',
    );
    progress.end();
    expect(written[2]).toBe('\r\x1b[2K');
  });

  it('never writes more than a line of the terminal', () => {
    const { progress, written } = follow({ isTTY: true, columns: 40 });
    progress.add(record(2));
    expect((written[0] ?? '').replace('\r\x1b[2K', '')).toMatch(/^.{38}…$/u);
  });

  it('redraws at most ten times a second, but every improvement at once', () => {
    const { progress, written, wait } = follow({ isTTY: true });
    for (const each of [5, 6, 7, 4]) {
      progress.add(record(each));
      wait(10);
    }
    expect(written).toHaveLength(2);
  });

  it('writes lines elsewhere: improvements, and a sign of life every ten seconds', () => {
    const { progress, written, wait } = follow({ isTTY: false });
    progress.add(record(5));
    progress.add(record(6));
    wait(20_000);
    progress.add(record(7));
    progress.end();
    expect(written).toEqual([
      '1/10: best time 5 ms (block_size_x=32)\n',
      '3/10: best time 5 ms (block_size_x=32), 47 s left\n',
    ]);
  });

  it('tells the time left of a run that is bounded by seconds', () => {
    const { progress, written, wait } = follow({ isTTY: false, evaluations: undefined, seconds: 60 });
    wait(15_000);
    progress.add(record(5));
    expect(written).toEqual(['1: best time 5 ms (block_size_x=32), 45 s left\n']);
  });
});
