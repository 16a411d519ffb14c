/** A kit that finds nothing is worth nothing: each planted defect must fail the cases that are about it. */
import { runCases, type ConformanceResults } from '@heddle/conformance';
import type { MemoryDefect } from '@heddle/core/testing';
import { casesThatPass, fakeBackend } from './support/fake-backend';

/** Cases that no planted defect touches: a defect must show where it is, not everywhere. */
const untouched = ['capabilities/properties', 'memory/empty', 'lifetime/dispose-twice'];

async function run(defects: readonly MemoryDefect[], filter: readonly string[]): Promise<ConformanceResults> {
  return runCases({ backend: fakeBackend({ defects }), filter });
}

function failures({ results }: ConformanceResults): string[] {
  return results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);
}

describe('the kit', () => {
  it('passes a device that does as it should', async () => {
    const results = await run([], casesThatPass);
    expect(results.results.map(({ id, outcome, error }) => [id, outcome, error?.message])).toEqual(
      results.results.map(({ id }) => [id, 'passed', undefined]),
    );
    expect(results.results).toHaveLength(casesThatPass.length);
  });

  it.each([
    ['swaps-arguments', ['arguments/order', 'arguments/pointer-order', 'arguments/read-at-the-call']],
    ['fills-too-little', ['memory/fill-byte', 'memory/fill-pattern-16']],
    ['ignores-offsets', ['arguments/view', 'arguments/view-of-view', 'memory/offsets', 'memory/copy']],
    ['runs-nothing', ['arguments/order', 'geometry/index-3d', 'streams/launches-in-order', 'events/kernel-time']],
    ['runs-one-block', ['geometry/index-3d', 'geometry/every-thread-once']],
    ['ignores-events', ['streams/event-orders-two-streams']],
    ['leaks-memory', ['lifetime/two-hundred-cycles']],
    ['loads-anything', ['binaries/other-format']],
    ['reads-arguments-late', ['arguments/read-at-the-call', 'streams/launches-in-order']],
  ] as const)('catches a device that %s', async (defect, caughtBy) => {
    expect(failures(await run([defect], [...caughtBy, ...untouched])).sort()).toEqual([...caughtBy].sort());
  });

  it('says what it expected, what came, and where', async () => {
    const { results } = await run(['swaps-arguments'], ['arguments/order']);
    expect(results.find(({ id }) => id === 'arguments/order')?.error?.message).toBe(
      'array: 1 of 1 elements differ; the first is [0]: expected 7, got -7',
    );
  });
});
