/**
 * `node tools/report/feature-table.mjs [--check]`: writes the table of features into the README, from the conformance
 * reports under docs/reports. A mark is earned by the cases that stand behind a feature: all of them passed in the
 * newest report of the backend. With --check nothing is written, and a README that is not up to date is a failure.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The features, with the cases that show them; `topic/` is all of a topic. Of several lists one is enough. */
export const features = [
  { name: 'Compile kernels', evidence: [['compile/']] },
  { name: 'Benchmark kernels', evidence: [['events/elapsed', 'events/kernel-time']] },
  { name: 'Observers', evidence: [['events/kernel-time', 'compile/kernel-attributes']] },
  { name: 'Constant memory', evidence: [['globals/constant-array']] },
  { name: 'Dynamic shared memory', evidence: [['shared-memory/dynamic', 'shared-memory/dynamic-per-block']] },
  { name: 'Texture memory', evidence: [['textures/'], ['images/']] },
  { name: 'C++ kernel signature', evidence: [['templates/beside-plain-kernels', 'templates/namespaces']] },
  { name: 'Templated kernels', evidence: [['templates/']] },
];

/** The columns, in their order. */
export const backends = ['cuda', 'nvrtc', 'hip', 'opencl', 'host'];

const marks = { passed: '✓', failed: '✗', skipped: '–', missing: '' };
const [begin, end] = ['<!-- features: written by tools/report/feature-table.mjs -->', '<!-- features end -->'];

/**
 * A conformance report as it is committed.
 *
 * @typedef {{ path: string, device: string, date: string, outcomes: Map<string, string> }} Report
 * @param {string} path
 * @param {string} text - Markdown
 * @returns {Report}
 */
export function readReport(path, text) {
  const fact = (name) => new RegExp(`^\\| ${name} +\\| (.*?) +\\|$`, 'm').exec(text)?.[1] ?? '';
  const cases = text.slice(text.indexOf('## Cases'));
  const outcomes = new Map(
    [...cases.matchAll(/^\| ([\w-]+\/[\w-]+) +\|.*\| (passed|failed|skipped)[^|]*\|[^|]*\|$/gm)].map(
      ([, id, outcome]) => [id, outcome],
    ),
  );
  return { path, device: fact('device').replace(/ \(.*/, ''), date: fact('date').slice(0, 10), outcomes };
}

/**
 * How a feature stands in a report.
 *
 * @param {Report | undefined} report
 * @param {readonly (readonly string[])[]} evidence
 * @returns {'passed' | 'failed' | 'skipped' | 'missing'}
 */
export function standing(report, evidence) {
  if (!report) return 'missing';
  const each = evidence.map((ids) => {
    const found = [...report.outcomes].filter(([id]) => ids.some((one) => id === one || isTopic(one, id)));
    if (found.length === 0) return 'missing';
    const outcomes = new Set(found.map(([, outcome]) => outcome));
    // A case of a topic may ask for more than the feature; that none ran is what counts.
    return outcomes.has('failed') ? 'failed' : outcomes.has('passed') ? 'passed' : 'skipped';
  });
  return ['passed', 'failed', 'skipped'].find((outcome) => each.includes(outcome)) ?? 'missing';
}

function isTopic(one, id) {
  return one.endsWith('/') && id.startsWith(one);
}

/** @param {ReadonlyMap<string, Report>} reports - the newest of each backend */
export function featureTable(reports) {
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const rows = features.map(({ name, evidence }) =>
    row([name, ...backends.map((backend) => marks[standing(reports.get(backend), evidence)])]),
  );
  const earned = backends.map((backend) => {
    const report = reports.get(backend);
    return report ? `[${report.device}, ${report.date}](${report.path})` : 'no report yet';
  });
  return [
    row(['', ...backends]),
    row(['---', ...backends.map(() => ':---:')]),
    ...rows,
    row(['earned on', ...earned]),
    '',
    '✓: every case behind the feature passed; ✗: one failed; –: the language or the device has no such thing. The cases are those of the [conformance kit](packages/conformance).',
  ].join('\n');
}

/** The newest report of each backend below a folder. */
export function newestReports(root, folder = join(root, 'docs/reports')) {
  const reports = new Map();
  for (const entry of readdirSync(folder, { recursive: true }).sort()) {
    const backend = /(?:^|[/\\])([a-z]+)\.md$/.exec(entry)?.[1];
    if (!backends.includes(backend)) continue;
    const path = join(folder, entry);
    const report = readReport(relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'));
    if (report.outcomes.size > 0 && report.date >= (reports.get(backend)?.date ?? '')) reports.set(backend, report);
  }
  return reports;
}

/** @returns {string} the README with the table in its place; @throws if it has no place for one */
export function withTable(readme, table) {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the README has no lines ${begin} and ${end}`);
  return `${readme.slice(0, from + begin.length)}\n\n${table}\n\n${readme.slice(to)}`;
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '../..');
  const readme = join(root, 'README.md');
  const present = readFileSync(readme, 'utf8');
  const wanted = withTable(present, featureTable(newestReports(root)));
  // Prettier pads the columns.
  const squeezed = (text) => text.replace(/ +/g, ' ').replace(/:?-{2,}:?/g, '-');
  const isSame = squeezed(present) === squeezed(wanted);
  if (!process.argv.includes('--check')) {
    if (!isSame) writeFileSync(readme, wanted);
    console.log(isSame ? 'the table of features is up to date' : 'README.md has a new table of features');
  } else if (!isSame) {
    console.error('the table of features in README.md is not up to date: node tools/report/feature-table.mjs');
    process.exitCode = 1;
  }
}
