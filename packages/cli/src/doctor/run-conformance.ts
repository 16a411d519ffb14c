/** `heddle doctor --conformance`: runs the test kit on a backend and counts. */
import { countOutcomes, reportConformance, runCases, type CaseResult } from '@heddle/conformance';
import { exitCodes } from '../command-line/exit-codes';

export interface ConformanceRequest {
  /** Backends to test, by name. */
  readonly backends: readonly string[];
  /** Topics, cases, `*parts`; all if it is empty. */
  readonly filter: readonly string[];
  /** Prints the results as JSON instead of lines. */
  readonly json: boolean;
  /** A folder that gets each backend's report as JSON and Markdown. */
  readonly folder?: string;
}

/**
 * Runs the cases, printing each failure as it comes and a line of counts at the end.
 *
 * @returns the exit code: 1 if a case failed, or if none could run at all
 */
export async function runConformanceKit(request: ConformanceRequest): Promise<number> {
  const all = [];
  for (const backend of request.backends) {
    if (!request.json) console.log(`Conformance of ${backend}`);
    const results = await runCases({
      backend,
      ...(request.filter.length > 0 ? { filter: request.filter } : {}),
      onResult: request.json ? undefined : printResult,
    });
    const report = await reportConformance(results, request.folder === undefined ? {} : { folder: request.folder });
    const counts = countOutcomes(results.results);
    all.push({ counts, json: JSON.parse(report.json) as unknown });
    if (results.results.length === 0) console.error(`heddle: no case is called ${request.filter.join(' or ')}`);
    if (!request.json) console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  }
  if (request.json)
    console.log(
      JSON.stringify(
        all.map(({ json }) => json),
        null,
        2,
      ),
    );
  const good = all.length > 0 && all.every(({ counts }) => counts.failed === 0 && counts.passed > 0);
  return good ? exitCodes.success : exitCodes.failure;
}

function printResult({ outcome, id, title, reason, error, durationMilliseconds }: CaseResult): void {
  if (outcome === 'passed') console.log(`  ✔ ${id} (${durationMilliseconds.toFixed(0)} ms)`);
  if (outcome === 'skipped') console.log(`  · ${id}: ${reason ?? 'skipped'}`);
  if (outcome === 'failed')
    console.log(`  ✘ ${id}: ${title}\n      ${(error?.message ?? '').replaceAll('\n', '\n      ')}`);
}
