import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeddleError } from '@heddle/core';
import { changedSince, plantStranger, stateOf, strangerKinds } from '../../../tools/backend-tests/src/strangers';
import { casesOf, countOutcomes, reportConformance, runCases, type CaseResult } from '@heddle/conformance';
import { fakeBackend } from './support/fake-backend';

const passing = casesOf('memory', [{ id: 'fine', title: 'what is right passes', run: async () => undefined }]);

describe('runCases', () => {
  it('runs what the filter names: ids, topics, parts of ids', async () => {
    const ids = async (filter: string[]): Promise<string[]> =>
      (await runCases({ backend: fakeBackend(), filter })).results.map(({ id }) => id);
    expect(await ids(['memory/fill-byte'])).toEqual(['memory/fill-byte']);
    expect((await ids(['capabilities'])).every((id) => id.startsWith('capabilities/'))).toBe(true);
    expect(await ids(['*fill-pattern-1'])).toEqual(['memory/fill-pattern-1', 'memory/fill-pattern-16']);
  });

  it('skips what the device does not declare, and names it', async () => {
    const { results } = await runCases({ backend: fakeBackend({ capabilities: [] }), filter: ['memory/pinned'] });
    expect(results).toEqual([
      expect.objectContaining({ outcome: 'skipped', reason: expect.stringContaining('pinned-memory') as string }),
    ]);
  });

  it('skips what the device does not compile, and names the languages', async () => {
    const cases = casesOf('images', [{ id: 'x', title: 'y', source: { opencl: '' }, run: async () => undefined }]);
    const { results } = await runCases({ backend: fakeBackend(), cases });
    expect(results[0]).toMatchObject({ outcome: 'skipped', reason: 'the device compiles none of: opencl' });
  });

  it('skips everything where the backend cannot serve, and says why', async () => {
    const probe = { available: false, reason: 'There is no driver.', hint: 'Install one.' } as const;
    const results = await runCases({ backend: fakeBackend({ probe }), filter: ['memory'] });
    expect(results.device).toBeUndefined();
    expect(new Set(results.results.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
    expect(results.results[0]?.reason).toMatch(/There is no driver\. Install one\./);
  });

  it('fails a case that throws, that hangs, and that leaves a fault behind', async () => {
    const crash = {
      crash: () => {
        throw new RangeError('out of bounds');
      },
    };
    const cases = casesOf('memory', [
      {
        id: 'throws',
        title: 'x',
        run: async () => {
          throw new HeddleError('RESOURCE', 'too much');
        },
      },
      { id: 'hangs', title: 'x', timeoutMilliseconds: 30, run: () => new Promise(() => undefined) },
      {
        id: 'faults',
        title: 'x',
        source: { cuda: '__global__ void crash(int* x) {}' },
        run: async ({ zeros }, module) => module.kernel('crash').launch({ grid: 1, block: 1 }, zeros('int32', 1)),
      },
    ]);
    const { results } = await runCases({ backend: fakeBackend({ kernels: crash }), cases: [...cases, ...passing] });
    expect(results.map(({ outcome, error }) => [outcome, error?.code ?? error?.message])).toEqual([
      ['failed', 'RESOURCE'],
      ['failed', 'did not end within 30 ms'],
      ['failed', 'DEVICE_LOST'],
      ['passed', undefined],
    ]);
  });

  it('shares a device, gives isolated cases one of their own, and closes all of them', async () => {
    const backend = fakeBackend();
    const seen: number[] = [];
    const note = async (): Promise<void> => {
      seen.push(backend.opened.filter(({ disposed }) => !disposed).length);
    };
    const cases = casesOf('memory', [
      { id: 'a', title: 'x', run: note },
      { id: 'b', title: 'x', isolated: true, run: note },
      { id: 'c', title: 'x', exclusive: true, run: note },
      { id: 'd', title: 'x', run: note },
    ]);
    await runCases({ backend, cases });
    expect(seen).toEqual([1, 2, 1, 1]);
    expect(backend.opened.every(({ disposed }) => disposed)).toBe(true);
  });

  it('disposes after a case what it was given', async () => {
    const backend = fakeBackend();
    const cases = casesOf('memory', [
      {
        id: 'a',
        title: 'x',
        run: async (context) => {
          await context.upload(Int32Array.of(1));
          context.zeros('int32', 4);
          context.stream();
          context.event();
          await context.openDevice();
        },
      },
      {
        id: 'b',
        title: 'x',
        run: async ({ device, check }) => check.equal(JSON.stringify(device.openHandles()), '{"stream":1}'),
      },
    ]);
    expect(countOutcomes((await runCases({ backend, cases })).results)).toEqual({ passed: 2, failed: 0, skipped: 0 });
  });

  it('gives the same random numbers for the same seed and case', async () => {
    const numbers: number[] = [];
    const cases = casesOf('memory', [
      {
        id: 'a',
        title: 'x',
        run: async ({ random }) => {
          numbers.push(random.next());
        },
      },
    ]);
    for (const seed of [1, 1, 2]) await runCases({ backend: fakeBackend(), cases, seed });
    expect(numbers[0]).toBe(numbers[1]);
    expect(numbers[0]).not.toBe(numbers[2]);
  });

  it('tells each result as it comes, and stops when its signal fires', async () => {
    const controller = new AbortController();
    const seen: CaseResult[] = [];
    const onResult = (result: CaseResult): void => {
      seen.push(result);
      controller.abort();
    };
    await runCases({ backend: fakeBackend(), filter: ['memory'], onResult, signal: controller.signal });
    expect(seen).toHaveLength(1);
  });
});

describe('reportConformance', () => {
  it('writes all there is to know, for machines and for people', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-report-'));
    const cases = [
      ...passing,
      ...casesOf('globals', [{ id: 'absent', title: 'a | b', requires: ['globals'], run: async () => undefined }]),
      ...casesOf('math', [{ id: 'wrong', title: 'what is wrong fails', run: async ({ check }) => check.equal(1, 2) }]),
    ];
    const results = await runCases({ backend: fakeBackend({ capabilities: ['float64'] }), cases, commit: 'abc1234' });
    const { markdown } = await reportConformance(results, { folder });
    expect(JSON.parse(readFileSync(join(folder, 'fake.json'), 'utf8'))).toEqual({
      madeBy: '@heddle/conformance',
      ...results,
    });
    expect(readFileSync(join(folder, 'fake.md'), 'utf8')).toBe(markdown);
    for (const line of [
      '**1 passed, 1 failed, 1 skipped** of 3 cases.',
      '| backend | fake 1.0 |',
      '| device | Memory 0 (Heddle, cpu) |',
      '| driver | 1.0 |',
      '| capabilities | float64 |',
      '| commit | abc1234 |',
      `| date | ${results.date} |`,
      '| globals | 0 | 0 | 1 |',
      '### math/wrong',
      'value: expected 2, got 1',
    ]) {
      expect(markdown).toContain(line);
    }
    expect(markdown).toMatch(
      /\| globals\/absent \| a \\\| b \| skipped: the device does not declare globals \(.*\) \|  \|/,
    );
    rmSync(folder, { recursive: true, force: true });
  });

  const onPosix = process.platform === 'win32' ? [] : strangerKinds;
  it.each(onPosix.flatMap((kind) => ['fake.json', 'fake.md'].map((name) => [name, kind] as const)))(
    'replaces nothing that it did not write: %s, a %s',
    async (name, kind) => {
      const folder = mkdtempSync(join(tmpdir(), 'heddle-report-'));
      const before = stateOf(plantStranger(join(folder, name), kind));
      const results = await runCases({ backend: fakeBackend({ capabilities: [] }), cases: passing });
      await expect(reportConformance(results, { folder })).rejects.toMatchObject({
        code: 'ARGUMENT',
        message: expect.stringContaining(`${name} is already there and was not made by Heddle`),
      });
      expect(changedSince(before)).toEqual([]);
      expect(readdirSync(folder)).toEqual([name]);
      rmSync(folder, { recursive: true, force: true });
    },
  );

  it('replaces its own', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-report-'));
    const results = await runCases({ backend: fakeBackend({ capabilities: [] }), cases: passing });
    await reportConformance(results, { folder });
    const again = await reportConformance({ ...results, commit: 'abc1234' }, { folder });
    expect(readFileSync(join(folder, 'fake.json'), 'utf8')).toBe(again.json);
    rmSync(folder, { recursive: true, force: true });
  });
});
