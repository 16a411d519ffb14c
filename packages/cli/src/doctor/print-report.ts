/** The doctor's findings for people. */
import { columns } from '../command-line/table';
import { formatBytes } from '../command-line/units';
import type { BackendReport, DeviceReport, DoctorReport, ToolReport } from './doctor-report';

const marks = { serves: '✔', unavailable: '✘', broken: '✘', 'not-installed': '·' } as const;
const words = { serves: '', unavailable: 'cannot serve', broken: 'broken', 'not-installed': 'not installed' } as const;

/** The report as lines. */
export function reportLines(report: DoctorReport): readonly string[] {
  const { versions, backends, tools, cache, advice } = report;
  const lines = [`Heddle ${versions.heddle} on Node ${versions.node}, ${versions.platform}`, '', 'Backends'];
  for (const backend of backends) lines.push(...backendLines(backend));
  lines.push('', 'Compilers and tools', ...toolLines(tools), '', 'Artifact cache');
  if (cache.enabled) {
    const { folder, entries, byteLength, maxByteLength } = cache;
    lines.push(
      `  ${folder}`,
      `  ${entries} entries, ${formatBytes(byteLength)} of at most ${formatBytes(maxByteLength)}`,
    );
  } else {
    lines.push(`  off: ${cache.reason}`);
  }
  if (advice.length > 0) lines.push('', 'What you can do', ...advice.map((each) => indent(`- ${each}`, '  ', '    ')));
  lines.push('', verdict(report));
  return lines;
}

function verdict({ serves, backends }: DoctorReport): string {
  if (!serves) return 'No backend serves here.';
  const serving = backends.filter(({ state }) => state === 'serves');
  const gpus = serving.flatMap(({ devices }) => devices).filter(({ type, facts }) => type === 'gpu' && facts);
  const names = serving.map(({ name }) => name).join(', ');
  return gpus.length > 0 ? `Ready: ${names}.` : `Ready, on the CPU alone: ${names}.`;
}

function backendLines(backend: BackendReport): string[] {
  const { name, state, version, reason, devices } = backend;
  const heading = [name.padEnd(8), words[state] || version || ''].join('  ').trimEnd();
  const lines = [`  ${marks[state]} ${heading}`];
  if (reason !== undefined && state !== 'not-installed') lines.push(indent(reason, '      ', '      '));
  for (const device of devices) lines.push(...deviceLines(device));
  return lines;
}

function deviceLines({ index, name, type, failure, facts }: DeviceReport): string[] {
  const lines = [`      ${index}: ${name} (${type})`];
  if (failure !== undefined) lines.push(indent(`does not open: ${failure}`, '         ', '         '));
  if (!facts) return lines;
  const clock = facts.clockMegahertz === undefined ? [] : [`${facts.clockMegahertz} MHz`];
  const rows = [
    ['vendor', facts.vendor],
    ['driver', facts.driverVersion],
    [
      'device',
      [facts.architecture, `${facts.multiprocessors} multiprocessors`, `warp of ${facts.warpSize}`, ...clock].join(
        ', ',
      ),
    ],
    ['memory', `${formatBytes(facts.totalBytes)}, ${formatBytes(facts.sharedBytes)} shared by a block`],
    ['threads', `${facts.threadsPerBlock} in a block`],
    ['compilers', facts.compilers.join(', ')],
    ['can', wrap(facts.capabilities.join(', '), 88, 20)],
  ];
  return [...lines, ...columns(rows).map((line) => `         ${line}`)];
}

function toolLines(tools: readonly ToolReport[]): string[] {
  const rows = tools.map(({ name, purpose, path, version }) =>
    path === undefined ? ['·', name, '', `not found: ${purpose}`] : ['✔', name, version ?? '', path],
  );
  return columns(rows).map((line) => `  ${line}`);
}

function indent(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first : others) + line)
    .join('\n');
}

function wrap(text: string, width: number, margin: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line].join(`\n${' '.repeat(margin)}`);
}
