/** `heddle report`: a page with charts of a tuning run. */
import { Command } from 'commander';
import { givenPath } from '../command-line/given-path';

interface ReportOptions {
  readonly output?: string;
}

export function reportCommand(): Command {
  return new Command('report')
    .description('Make one HTML page, complete in itself, of the results of a tuning run.')
    .argument('<results>', "a cache file of Kernel Tuner, a T4 file or a journal of Heddle's; packed (.gz) or not")
    .option('-o, --output <page>', 'where to write it; default: beside the results, with the ending .html')
    .addHelpText(
      'after',
      `
The page has charts of progress, distribution, the effect of each parameter, pairs of parameters and trade-offs, and
a table of all configurations. It asks no network for anything and can be sent to anyone.

Exit codes: 0 written, 2 bad input.

Examples:
  heddle report convolution.cache.json
  heddle report results.t4.json.gz -o page.html`,
    )
    .action(async (results: string, options: ReportOptions) => {
      // Loaded when it is wanted: the other commands start sooner.
      const { writeReport } = await import('./write-report');
      givenPath('the file of results', results);
      givenPath('--output', options.output);
      const { path, configurations, byteLength, warnings } = await writeReport(results, options.output);
      for (const warning of warnings) console.error(`Warning: ${warning}`);
      console.log(`${path}: ${configurations} configurations, ${(byteLength / 1024 ** 2).toFixed(1)} MiB`);
    });
}
