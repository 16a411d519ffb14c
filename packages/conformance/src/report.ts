/** Results as a file for machines and a table for people. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assertNotOthers, fileWriteError, writeFileWholeSync } from '@heddle/core/backend';
import { topics } from './conformance-case';
import { countOutcomes, type CaseResult, type ConformanceResults } from './results';

export interface ReportOptions {
  /** Gets `<backend>.json` and `<backend>.md`, unless files of others have these names. Default: nothing is written. */
  readonly folder?: string;
  /** Default: the backend's name. */
  readonly name?: string;
}

export interface ConformanceReport {
  readonly json: string;
  readonly markdown: string;
}

// How reports begin: what begins otherwise is a file of others.
const beginnings = { json: '{\n  "madeBy": "@heddle/conformance"', md: '# Conformance of ' } as const;

/**
 * Writes results down: as JSON, and as Markdown with a table per topic and one of all cases.
 *
 * @throws HeddleError `ARGUMENT` if files that are not such reports have their names, or the folder cannot be written
 */
export async function reportConformance(
  results: ConformanceResults,
  options: ReportOptions = {},
): Promise<ConformanceReport> {
  const json = JSON.stringify({ madeBy: '@heddle/conformance', ...results }, null, 2);
  const report = { json: `${json}\n`, markdown: toMarkdown(results) };
  if (options.folder !== undefined) await writeReports(options.folder, options.name ?? results.backend, report);
  return report;
}

async function writeReports(folder: string, name: string, report: ConformanceReport): Promise<void> {
  const path = join(folder, name.replace(/[^\w.-]+/g, '-'));
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw fileWriteError(folder, error, { parameter: 'folder' });
  }
  const hint = 'Move it away, or name another folder.';
  for (const ending of ['json', 'md'] as const)
    assertNotOthers(`${path}.${ending}`, beginnings[ending], { parameter: 'folder', hint });
  const details = { parameter: 'folder', hint: 'Free some space and run again.' };
  writeFileWholeSync(`${path}.json`, report.json, details);
  writeFileWholeSync(`${path}.md`, report.markdown, details);
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

// Escapes characters that would end a cell.
function cell(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
}
