/** Results as a file for machines and a table for people. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { topics } from './conformance-case';
import { countOutcomes, type CaseResult, type ConformanceResults } from './results';

export interface ReportOptions {
  /** Gets `<backend>.json` and `<backend>.md`. Default: nothing is written. */
  readonly folder?: string;
  /** Default: the backend's name. */
  readonly name?: string;
}

export interface ConformanceReport {
  readonly json: string;
  readonly markdown: string;
}

/** Writes results down: as JSON, and as Markdown with a table per topic and one of all cases. */
export async function reportConformance(
  results: ConformanceResults,
  options: ReportOptions = {},
): Promise<ConformanceReport> {
  const report = { json: `${JSON.stringify(results, null, 2)}\n`, markdown: toMarkdown(results) };
  if (options.folder !== undefined) {
    const name = (options.name ?? results.backend).replace(/[^\w.-]+/g, '-');
    await mkdir(options.folder, { recursive: true });
    await writeFile(join(options.folder, `${name}.json`), report.json);
    await writeFile(join(options.folder, `${name}.md`), report.markdown);
  }
  return report;
}

function toMarkdown(run: ConformanceResults): string {
  const { passed, failed, skipped } = countOutcomes(run.results);
  const lines = [
    `# Conformance of ${run.backend}`,
    '',
    `**${passed} passed, ${failed} failed, ${skipped} skipped** of ${run.results.length} cases.`,
    '',
    ...table(['', ''], facts(run)),
    '',
    '## Topics',
    '',
    ...table(['topic', 'passed', 'failed', 'skipped'], topicRows(run.results), [0, 1, 1, 1]),
    '',
  ];
  const failures = run.results.filter(({ outcome }) => outcome === 'failed');
  if (failures.length > 0) {
    lines.push('## Failures', '');
    for (const { id, error } of failures) {
      const code = error?.code === undefined ? '' : `${error.code}: `;
      lines.push(`### ${id}`, '', '```text', `${code}${(error?.message ?? '').replaceAll('```', "'''")}`, '```', '');
    }
  }
  lines.push('## Cases', '');
  const rows = run.results.map((each) => [
    each.id,
    each.title,
    each.outcome === 'skipped' ? `skipped: ${each.reason ?? ''}` : each.outcome,
    each.outcome === 'skipped' ? '' : each.durationMilliseconds.toFixed(1),
  ]);
  lines.push(...table(['case', 'what holds', 'outcome', 'ms'], rows, [0, 0, 0, 1]), '');
  return lines.join('\n');
}

function facts(run: ConformanceResults): string[][] {
  const { device } = run;
  const rows = [['backend', `${run.backend} ${run.backendVersion}`.trimEnd()]];
  if (device) {
    rows.push(
      ['device', `${device.name} (${device.vendor}, ${device.type})`],
      ['driver', device.driverVersion],
      ['architecture', device.architecture],
      ['compilers', device.compilers.join(', ')],
      ['capabilities', device.capabilities.join(', ')],
    );
  }
  rows.push(['Node', `${run.node} on ${run.platform}`], ['date', run.date]);
  if (run.commit !== undefined) rows.push(['commit', run.commit]);
  rows.push(['seed', String(run.seed)]);
  return rows;
}

function topicRows(results: readonly CaseResult[]): string[][] {
  return topics.flatMap((topic) => {
    const of = results.filter((each) => each.topic === topic);
    if (of.length === 0) return [];
    const { passed, failed, skipped } = countOutcomes(of);
    return [[topic, String(passed), String(failed), String(skipped)]];
  });
}

function table(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  numeric: readonly number[] = [],
): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [
    line(header),
    `| ${header.map((_, i) => (numeric[i] === 1 ? '---:' : '---')).join(' | ')} |`,
    ...rows.map(line),
  ];
}

// What a cell may not hold would end it.
function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}
