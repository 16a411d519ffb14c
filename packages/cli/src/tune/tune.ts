/** The work of `heddle tune`: loads what is to be tuned, follows the run, prints what it found. */
import { argumentError, pathOfUrl } from '@heddle/core/backend';
import {
  tuneCache,
  tuneKernel,
  type DirectedObjective,
  type TuneKernelOptions,
  type Tuning,
  type TuningResult,
} from '@heddle/tuner';
import { exitCodes } from '../command-line/exit-codes';
import { givenPath } from '../command-line/given-path';
import { writeReport } from '../report/write-report';
import { defaultOutput } from './default-output';
import { loadTuning } from './load-tuning';
import { resultLines } from './print-result';
import { Progress, type ProgressLimits } from './progress';
import { overriddenOptions, simulationOptions, type TuneFlags } from './tune-flags';

const byTime: DirectedObjective = { name: 'time', higherIsBetter: false };

/**
 * Tunes.
 *
 * @returns the exit code: 0 a configuration was found, 1 none gave a result, 130 ended by Ctrl-C
 * @throws HeddleError for a file, flag or request that cannot be right
 */
export async function tune(file: string, flags: TuneFlags): Promise<number> {
  givenPath('the file', file);
  givenPath('--output', flags.output);
  if (typeof flags.report === 'string') givenPath('--report', flags.report);
  if (flags.simulate) return simulate(file, flags);
  const loaded = await loadTuning(file);
  if (loaded.kind !== 'options') {
    const foreign = Object.keys(flags).find((name) => name !== 'json' && name !== 'report');
    if (foreign !== undefined) {
      const flag = foreign.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw argumentError(`--${flag} has no effect: ${file} calls tuneKernel itself`, {
        parameter: flag,
        hint: 'Let it export the options instead of calling tuneKernel.',
      });
    }
    const result = loaded.kind === 'run' ? await follow(loaded.run) : loaded.result;
    return finish(result, undefined, flags);
  }
  const output = flags.output ?? outputOf(loaded.options) ?? defaultOutput(file);
  const options = overriddenOptions({ ...loaded.options, cache: output }, flags);
  return finish(await follow(tuneKernel(options)), output, flags);
}

async function simulate(file: string, flags: TuneFlags): Promise<number> {
  return finish(await follow(tuneCache(file, simulationOptions(flags))), undefined, flags);
}

async function follow(run: Tuning): Promise<TuningResult> {
  const startedAt = performance.now();
  let progress: Progress | undefined;
  try {
    for await (const record of run) {
      // With the first record the run knows how large its space is.
      progress ??= new Progress({ ...limitsOf(run), startedAt });
      progress.add(record);
    }
    return await run;
  } finally {
    progress?.end();
  }
}

function limitsOf({ spaceSize = Infinity, budget, objectives }: Tuning): ProgressLimits {
  const { evaluations = Infinity, seconds } = budget;
  const most = Math.min(spaceSize, evaluations);
  const [objective = byTime] = objectives;
  return { objective, evaluations: Number.isFinite(most) ? most : undefined, seconds };
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
  return typeof cache === 'string' ? cache : pathOfUrl(cache, 'cache');
}
