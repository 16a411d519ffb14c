/**
 * Skipping in runners that others wrote.
 *
 * The kit knows which cases to skip only once the device is open, after the tests were registered. Most runners
 * let a running test skip itself; jest does not, but takes a test's mode when its turn comes, so that a hook that
 * runs before all tests may still set it.
 */
import { ConformanceFailure } from './assertions';
import type { ConformanceCase } from './conformance-case';
import { resultOf, type CaseResult } from './results';

/** The part of jest's own record of a test that matters here. */
interface JestBlock {
  readonly name?: string;
  readonly type?: string;
  mode?: string | null | undefined;
  readonly children?: readonly JestBlock[];
}

/** Skips what jest is going to run, if it is jest. Called from a hook before all tests. */
export async function skipAhead(
  cases: readonly ConformanceCase[],
  reasonFor: (each: ConformanceCase) => Promise<string | undefined>,
  record: (result: CaseResult) => void,
): Promise<void> {
  const root = jestRootBlock();
  if (!root) return;
  const tests = new Map(testsBelow(root).map((test) => [test.name?.split(': ')[0] ?? '', test]));
  for (const each of cases) {
    const test = tests.get(each.id);
    if (!test || test.mode === 'skip') continue;
    const reason = await reasonFor(each);
    if (reason === undefined) continue;
    test.mode = 'skip';
    record({ ...resultOf(each, 'skipped', 0), reason });
  }
}

/**
 * Ends the running test as skipped.
 *
 * @throws ConformanceFailure where the runner has no way: a skip that counts as a pass would be worse
 */
export function skipNow(
  reason: string,
  contexts: readonly unknown[],
  skip: ((reason: string) => void) | undefined,
): void {
  if (skip) {
    skip(reason);
    return;
  }
  for (const context of contexts) {
    if (hasSkip(context)) {
      context.skip(reason);
      return;
    }
  }
  throw new ConformanceFailure(
    `cannot be run (${reason}), and this runner cannot skip it: pass \`skip\`, or use runCases`,
  );
}

function hasSkip(context: unknown): context is { skip: (reason: string) => void } {
  return typeof context === 'object' && context !== null && typeof (context as { skip?: unknown }).skip === 'function';
}

function jestRootBlock(): JestBlock | undefined {
  const key = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL');
  const state = key && (globalThis as unknown as Record<symbol, { rootDescribeBlock?: JestBlock } | undefined>)[key];
  return state ? state.rootDescribeBlock : undefined;
}

function testsBelow(block: JestBlock): JestBlock[] {
  return (block.children ?? []).flatMap((child) => (child.type === 'test' ? [child] : testsBelow(child)));
}
