/** `heddle doctor`: what serves here, and what is missing. */
import { Command } from 'commander';
import { exitCodes } from '../command-line/exit-codes';
import { givenPath } from '../command-line/given-path';
import { argumentError } from '@heddle/core/backend';
import { backendNames, examine } from './examine';
import { inspectBackend } from './inspect-backend';
import { inspectCommandName } from './inspect-in-process';
import { reportLines } from './print-report';

interface DoctorOptions {
  readonly json?: boolean;
  readonly conformance?: boolean;
  readonly filter?: readonly string[];
  readonly reportFolder?: string;
}

export function doctorCommand(setExitCode: (code: number) => void): Command {
  return new Command('doctor')
    .description('Show which backends serve here, their devices, the compilers, the cache, and what is missing.')
    .argument('[backends...]', 'backends to look at; default: all there are')
    .option('--json', 'print the findings as JSON')
    .option('--conformance', 'run the conformance kit on the backends, or on every one that serves')
    .option('--filter <case...>', 'with --conformance: topics (memory), cases (arguments/order) or *parts of ids')
    .option('--report-folder <folder>', 'with --conformance: write the results there, as JSON and Markdown')
    .addHelpText(
      'after',
      `
Exit codes: 0 at least one backend serves (or every case passed), 1 none does (or a case failed), 2 bad input.

Examples:
  heddle doctor
  heddle doctor --json
  heddle doctor host --conformance --filter memory`,
    )
    .action(async (backends: string[], options: DoctorOptions) => setExitCode(await doctor(backends, options)));
}

/** The hidden command that {@link examine} starts once per backend. */
export function inspectCommand(): Command {
  return new Command(inspectCommandName).argument('<backend>').action(async (name: string) => {
    const report = await inspectBackend(name);
    if (!process.send) {
      console.log(JSON.stringify(report, null, 2));
      return;
    }
    // Without waiting, the process could end before the message has left it.
    await new Promise<void>((resolve, reject) => {
      process.send?.(report, undefined, undefined, (error: Error | null) => (error ? reject(error) : resolve()));
    });
    process.disconnect();
  });
}

async function doctor(backends: readonly string[], options: DoctorOptions): Promise<number> {
  givenPath('--report-folder', options.reportFolder);
  if (options.conformance) return conformance(backends, options);
  const alone = options.filter ? 'filter' : options.reportFolder === undefined ? undefined : 'report-folder';
  if (alone !== undefined) throw argumentError(`--${alone} needs --conformance`, { parameter: alone });
  const report = await examine(backends.length > 0 ? backends : undefined);
  console.log(options.json ? JSON.stringify(report, null, 2) : reportLines(report).join('\n'));
  return report.serves ? exitCodes.success : exitCodes.failure;
}

async function conformance(named: readonly string[], { json, filter, reportFolder }: DoctorOptions): Promise<number> {
  const backends = named.length > 0 ? named : await servingBackends();
  if (backends.length === 0) console.error('heddle: no backend serves here; heddle doctor says why');
  const { runConformanceKit } = await import('./run-conformance');
  return runConformanceKit({
    backends,
    filter: filter ?? [],
    json: json ?? false,
    ...(reportFolder === undefined ? {} : { folder: reportFolder }),
  });
}

async function servingBackends(): Promise<string[]> {
  const { backends } = await examine();
  return backendNames().filter((_, index) => backends[index]?.state === 'serves');
}
