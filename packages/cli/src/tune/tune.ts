/** The work of `heddle tune`: loads what is to be tuned, follows the run, prints what it found. */
import { basename } from 'node:path';
import { argumentError } from '@heddle/core';
import {
  objectivesOf,
  tuneCache,
  tuneKernel,
  type DirectedObjective,
  type TuneKernelOptions,
  type Tuning,
  type TuningResult,
} from '@heddle/tuner';
import { exitCodes } from '../command-line/exit-codes';
import { writeReport } from '../report/write-report';
import { loadTuning } from './load-tuning';
import { resultLines } from './print-result';
import { Progress } from './progress';
import { overriddenOptions, simulationOptions, type TuneFlags } from './tune-flags';

const byTime: DirectedObjective = { name: 'time', higherIsBetter: false };

/**
 * Tunes.
 *
 * @returns the exit code: 0 a configuration was found, 1 none gave a result, 130 ended by Ctrl-C
 * @throws HeddleError for a file, flag or request that cannot be right
 */
export async function tune(file: string, flags: TuneFlags): Promise<number> {
  if (flags.simulate) return simulate(file, flags);
  const loaded = await loadTuning(file);
  if (loaded.kind !== 'options') {
    const foreign = Object.keys(flags).filter((name) => name !== 'json' && name !== 'report');
    if (foreign.length > 0) {
      throw argumentError(`--${foreign[0] ?? ''} has no effect: ${file} calls tuneKernel itself`, {
        parameter: foreign[0],
        hint: 'Let it export the options instead of calling tuneKernel.',
      });
    }
    const result = loaded.kind === 'run' ? await followRun(loaded.run, undefined) : loaded.result;
    return finish(result, undefined, flags);
  }
  const output = flags.output ?? outputOf(loaded.options) ?? defaultOutput(file);
  const options = overriddenOptions({ ...loaded.options, cache: output }, flags);
  return finish(await followRun(tuneKernel(options), options), output, flags);
}

async function simulate(file: string, flags: TuneFlags): Promise<number> {
  const options = simulationOptions(flags);
  const { evaluations, seconds } = options.budget ?? {};
  const progress = new Progress({ objective: objectivesOf(options)[0] ?? byTime, evaluations, seconds });
  return finish(await follow(tuneCache(file, options), progress), undefined, flags);
}

async function followRun(run: Tuning, options: TuneKernelOptions | undefined): Promise<TuningResult> {
  const [objective = byTime] = options ? objectivesOf(options) : [];
  const { evaluations, seconds } = options?.budget ?? {};
  const known = evaluations ?? (options && combinations(options));
  return follow(run, new Progress({ objective, evaluations: known, seconds }));
}

async function follow(run: Tuning, progress: Progress): Promise<TuningResult> {
  try {
    for await (const record of run) progress.add(record);
    return await run;
  } finally {
    progress.end();
  }
}

// Without restrictions every combination is tried; with them their number is known to the run alone.
function combinations({ tune: parameters, restrictions }: TuneKernelOptions): number | undefined {
  if (restrictions !== undefined) return undefined;
  return Object.values(parameters).reduce((product, values) => product * values.length, 1);
}

async function finish(result: TuningResult, output: string | undefined, flags: TuneFlags): Promise<number> {
  const { best, front, environment } = result;
  if (flags.json) console.log(JSON.stringify({ best, front, environment, output }, null, 2));
  else console.log(resultLines(result, output).join('\n'));
  if (flags.report !== undefined) {
    if (output === undefined)
      throw argumentError('--report needs the results in a file, which the module keeps to itself');
    const page = await writeReport(output, typeof flags.report === 'string' ? flags.report : undefined);
    if (!flags.json) console.log(`Page: ${page.path}`);
  }
  if (environment.stoppedBy === 'interrupt') return exitCodes.interrupted;
  return best ? exitCodes.success : exitCodes.failure;
}

function outputOf({ cache }: TuneKernelOptions): string | undefined {
  if (cache === undefined) return undefined;
  return typeof cache === 'string' ? cache : decodeURIComponent(cache.pathname);
}

function defaultOutput(file: string): string {
  return `${basename(file).replace(/\.\w+$/, '')}.cache.json`;
}
