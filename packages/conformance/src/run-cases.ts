/** Runs cases without a test runner and gives what it found as data: for a doctor's command, for machines with Node alone. */
import { conformanceCases } from './cases';
import { matchesFilter, type ConformanceCase } from './conformance-case';
import { DeviceSession, type ConformanceTarget } from './device-session';
import {
  describeDevice,
  failedResult,
  resultOf,
  type CaseResult,
  type ConformanceResults,
  type TestedDevice,
} from './results';

export interface RunCasesOptions extends ConformanceTarget {
  /** Ids or topics; `*part` for ids that contain a part. Default: all. */
  readonly filter?: readonly string[];
  /** Default: {@link conformanceCases}. */
  readonly cases?: readonly ConformanceCase[];
  /** Called after each case. */
  readonly onResult?: (result: CaseResult) => void;
  /** Stops before the next case. */
  readonly signal?: AbortSignal;
  /** Commit of what was tested, for the report. */
  readonly commit?: string;
}

/**
 * Runs the cases one after another.
 *
 * @returns one result per case; every case is passed, failed, or skipped with a reason
 * @throws HeddleError only if the backend cannot be loaded, or says it can serve and then fails to open
 */
export async function runCases(options: RunCasesOptions): Promise<ConformanceResults> {
  const session = new DeviceSession(options);
  const date = new Date().toISOString();
  const results: CaseResult[] = [];
  let device: TestedDevice | undefined;
  try {
    const opening = await session.open();
    if (opening.device) device = describeDevice(opening.device);
    for (const each of options.cases ?? conformanceCases) {
      if (options.signal?.aborted) break;
      if (!matchesFilter(each, options.filter)) continue;
      const result = await runCase(session, each);
      results.push(result);
      options.onResult?.(result);
    }
  } finally {
    await session.close();
  }
  return summarize(session, { options, date, results, device });
}

/** Runs one case; never throws for what the case did. */
export async function runCase(session: DeviceSession, each: ConformanceCase): Promise<CaseResult> {
  const started = performance.now();
  try {
    const reason = await session.skipReason(each);
    if (reason !== undefined) return { ...resultOf(each, 'skipped', 0), reason };
    await session.run(each);
    return resultOf(each, 'passed', performance.now() - started);
  } catch (error) {
    return failedResult(each, error, performance.now() - started);
  }
}

/** @internal Results with what is known of the run. */
export function summarize(
  session: DeviceSession,
  run: {
    readonly options: Pick<RunCasesOptions, 'seed' | 'commit'>;
    readonly date: string;
    readonly results: readonly CaseResult[];
    readonly device: TestedDevice | undefined;
  },
): ConformanceResults {
  const { options, date, results, device } = run;
  return {
    backend: session.backendName,
    backendVersion: session.backendVersion,
    ...(device ? { device } : {}),
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
    date,
    ...(options.commit === undefined ? {} : { commit: options.commit }),
    seed: options.seed ?? 1,
    results,
  };
}
