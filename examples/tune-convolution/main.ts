/**
 * Tunes a convolution on the best device of this machine, every result checked, and makes the page of the run:
 * examples/output/tune-convolution.html.
 */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tuneKernel } from '@heddle/tuner';
import { writeReport } from '@heddle/cli';
import options from './options';

const output = fileURLToPath(new URL('../output/', import.meta.url));
mkdirSync(output, { recursive: true });
const cache = `${output}tune-convolution.cache.json`;

// So few that the example is quick everywhere; on a GPU try all of them.
const evaluations = 12;
const run = tuneKernel({ ...options, cache, iterations: 3, strategy: 'randomSample', budget: { evaluations } });
for await (const { key, time, failure } of run) console.log(`${key}: ${failure?.message ?? `${time.toFixed(3)} ms`}`);

const { best, environment } = await run;
if (!best) throw new Error('no configuration gave a result');
console.log(
  `best of ${environment.evaluations}:`,
  best.configuration,
  `${best.metrics['GFLOP/s']?.toFixed(1)} GFLOP/s`,
);
const page = await writeReport(cache, `${output}tune-convolution.html`);
console.log(`page: ${page.path}`);
