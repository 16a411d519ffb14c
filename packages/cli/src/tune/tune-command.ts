/** `heddle tune`: tries configurations of a kernel, and shows how it goes. */
import { Command, Option } from 'commander';
import type { TuneFlags } from './tune-flags';

export function tuneCommand(setExitCode: (code: number) => void): Command {
  return new Command('tune')
    .description('Find the fastest configuration of a kernel.')
    .argument(
      '<file>',
      'module (.ts, .js …) whose default export is what tuneKernel takes or gives, or a T1 file (.json)',
    )
    .option('-e, --evaluations <count>', 'try so many configurations at most')
    .option('-t, --seconds <seconds>', 'search for so long at most')
    .option('-s, --strategy <name>', 'how to search')
    .option('--strategy-option <name=value...>', 'an option of the strategy')
    .option('--seed <number>', 'makes the search repeatable')
    .option(
      '-o, --output <file>',
      "file for the results, in Kernel Tuner's format; default: the module's, else <file>.cache.json",
    )
    .option('-b, --backend <name>', 'backend to tune on')
    .option('-d, --device <index>', 'device of the backend to tune on')
    .option('--objective <name>', 'what to improve: time, a metric, or something observed')
    .addOption(
      new Option('--higher-is-better', 'with --objective: more of it is better; default: by its name').conflicts(
        'lowerIsBetter',
      ),
    )
    .option('--lower-is-better', 'with --objective: less of it is better; default: by its name')
    .option('--iterations <count>', 'launches that are measured for each configuration')
    .option('--isolation <kind>', 'process: kernels run in processes of their own; none: in this one')
    .option('--simulate', 'measure nothing: search the results that a file (.json, .json.gz) has recorded')
    .option('-r, --report [page]', 'make the page of the results when the run has ended')
    .option('--json', 'print the best configuration and the environment as JSON')
    .addHelpText(
      'after',
      `
Results are in the output file as they come. A run that was ended goes on where it was when it is started again.
Ctrl-C ends a run with what it has found; a second one ends it at once, and still loses no result.

Exit codes: 0 a configuration was found, 1 none gave a result, 2 bad input, 130 ended by Ctrl-C.

Examples:
  heddle tune convolution.ts
  heddle tune convolution.ts --evaluations 200 --strategy geneticAlgorithm --seed 1
  heddle tune convolution.ts --seconds 60 --output a100.json --report
  heddle tune --simulate a100.json --strategy simulatedAnnealing --evaluations 100`,
    )
    .action(async (file: string, flags: TuneFlags) => {
      // Loaded when it is wanted: the other commands start sooner.
      const { tune } = await import('./tune');
      setExitCode(await tune(file, flags));
    });
}
