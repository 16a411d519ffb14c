/** Registers the cases with a test runner: jest, node:test, vitest, mocha, or any other of their kind. */
import { conformanceCases } from './cases';
import { matchesFilter, topics, type ConformanceCase } from './conformance-case';
import { DeviceSession, type ConformanceTarget } from './device-session';
import { reportConformance } from './report';
import { describeDevice, failedResult, resultOf, type CaseResult, type TestedDevice } from './results';
import { summarize } from './run-cases';
import { skipAhead, skipNow } from './skip-in-runner';

/**
 * The test functions of a runner. `it` and `test` are the same; so are `beforeAll` and `before`, `afterAll` and
 * `after`.
 */
export interface TestFunctions {
  readonly describe: (name: string, body: () => void) => unknown;
  readonly it?: TestFunction;
  readonly test?: TestFunction;
  readonly beforeAll?: HookFunction;
  readonly before?: HookFunction;
  readonly afterAll?: HookFunction;
  readonly after?: HookFunction;
  /**
   * Ends the running test as skipped, by throwing. Needed only for runners that neither give the test's body a
   * context with `skip` (node:test, vitest, mocha do) nor are jest.
   */
  readonly skip?: (reason: string) => void;
}

type TestFunction = (name: string, body: (...context: unknown[]) => Promise<void>) => unknown;
type HookFunction = (body: () => Promise<void>) => unknown;

// What runners take after the body: a number of milliseconds where hooks are called `beforeAll`, else options.
type WithTimeout<F extends (...args: never[]) => unknown> = (...args: [...Parameters<F>, timeout: unknown]) => unknown;

export interface RunConformanceOptions extends ConformanceTarget, TestFunctions {
  /** Ids or topics; `*part` for ids that contain a part. Default: all. */
  readonly filter?: readonly string[];
  /** Default: {@link conformanceCases}. */
  readonly cases?: readonly ConformanceCase[];
  /** A folder that gets the report, as `<backend>.json` and `<backend>.md`. */
  readonly reportFolder?: string;
  /** Commit of what is tested, for the report. */
  readonly commit?: string;
}

// The cases' own limits are lower; the runner's must not come first.
const runnerTimeoutMilliseconds = 600_000;

/**
 * Registers one test per case, in one `describe` per topic. Nothing is opened before the first test runs.
 *
 * ```ts
 * runConformance({ backend, describe, it, before, after });
 * ```
 */
export function runConformance(options: RunConformanceOptions): void {
  const test = (options.it ?? options.test) as WithTimeout<TestFunction> | undefined;
  const before = (options.beforeAll ?? options.before) as WithTimeout<HookFunction> | undefined;
  const after = (options.afterAll ?? options.after) as WithTimeout<HookFunction> | undefined;
  const patience =
    options.beforeAll || options.afterAll ? runnerTimeoutMilliseconds : { timeout: runnerTimeoutMilliseconds };
  if (!test) throw new TypeError("runConformance needs the runner's `it` or `test`");
  const session = new DeviceSession(options);
  const cases = (options.cases ?? conformanceCases).filter((each) => matchesFilter(each, options.filter));
  const date = new Date().toISOString();
  const results: CaseResult[] = [];
  let device: TestedDevice | undefined;

  options.describe(`conformance of ${session.backendName}`, () => {
    before?.(async () => {
      const opening = await session.open();
      if (opening.device) device = describeDevice(opening.device);
      await skipAhead(
        cases,
        (each) => session.skipReason(each),
        (result) => results.push(result),
      );
    }, patience);
    after?.(async () => {
      await session.close();
      if (options.reportFolder === undefined) return;
      await reportConformance(summarize(session, { options, date, results, device }), {
        folder: options.reportFolder,
      });
    }, patience);
    for (const topic of topics) {
      const chosen = cases.filter((each) => each.topic === topic);
      if (chosen.length === 0) continue;
      options.describe(topic, () => {
        for (const each of chosen) test(testName(each), body(each), runnerTimeoutMilliseconds);
      });
    }
  });

  // A rest parameter leaves the function's length at 0: jest would hand a declared one its `done` callback.
  function body(each: ConformanceCase): (...context: unknown[]) => Promise<void> {
    return async function (this: unknown, ...context: unknown[]) {
      const started = performance.now();
      const reason = await session.skipReason(each);
      if (reason !== undefined) {
        results.push({ ...resultOf(each, 'skipped', 0), reason });
        skipNow(reason, [...context, this], options.skip);
        return;
      }
      try {
        await session.run(each);
        results.push(resultOf(each, 'passed', performance.now() - started));
      } catch (error) {
        results.push(failedResult(each, error, performance.now() - started));
        throw error;
      }
    };
  }
}

function testName(each: ConformanceCase): string {
  return `${each.id}: ${each.title}`;
}
