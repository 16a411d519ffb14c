/**
 * How long a whole process takes from its start to a printed result, with a warm cache: Heddle, and CuPy if it is;
 * and of Heddle's, what the cache takes before the driver loads what was found.
 */
import { spawnSync } from 'node:child_process';

const commands = {
  heddle: [process.execPath, ['on-gpu/hello.mjs', 'nvrtc']],
  cupy: ['python3', ['peers/cupy_hello.py']],
};
const measured = [];
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
for (const [who, [program, args]] of Object.entries(commands)) {
  const runs = [];
  for (let i = 0; i < 8; i++) {
    const started = performance.now();
    const { status, stderr, stdout, error } = spawnSync(program, args, { encoding: 'utf8' });
    if (status !== 0) {
      console.log(`${who}: ${error ?? stderr}`);
      break;
    }
    // The first fills the caches.
    if (i > 0) runs.push({ seconds: (performance.now() - started) / 1000, stdout });
  }
  if (runs.length === 0) continue;
  console.log(who, runs.at(-1).stdout.trim());
  measured.push({
    figure: 'process with a warm cache',
    who,
    value: median(runs.map(({ seconds }) => seconds)),
    unit: 's',
  });
  if (who !== 'heddle') continue;
  const marks = runs.map(({ stdout }) => JSON.parse(stdout));
  const figures = {
    'from the disk cache in a new process, beyond loading': ({ found, opened }) => found - opened,
    'loading what was found': ({ loaded, found }) => loaded - found,
  };
  for (const [figure, of] of Object.entries(figures)) {
    measured.push({ figure, who, value: median(marks.filter(({ cached }) => cached).map(of)), unit: 'ms' });
  }
}
for (const { figure, who, value, unit } of measured) console.log(figure, who, value.toPrecision(3), unit);
console.log(`MEASURED ${JSON.stringify(measured)}`);
if (!measured.some(({ who }) => who === 'heddle')) process.exit(1);
