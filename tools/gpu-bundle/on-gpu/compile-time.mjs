/** From source to kernel, Heddle and CuPy in turn, each in processes of its own: machines change by the minute. */
import { spawnSync } from 'node:child_process';

const figure = 'compile a small template module, in turn';
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const programs = {
  heddle: [process.execPath, ['bench/backend-nvrtc/compile.bench.mjs'], oursOf],
  cupy: ['python3', ['peers/cupy_compile.py'], (stdout) => median(JSON.parse(stdout.trim().split('\n').at(-1)))],
};
const times = { heddle: [], cupy: [] };
for (let round = 0; round < 6; round++) {
  for (const [who, [program, args, timeOf]] of Object.entries(programs)) {
    const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
    if (status === 0) times[who].push(timeOf(stdout));
    else console.log(`${who}: ${error ?? stderr}`);
  }
}
const measured = Object.entries(times)
  .filter(([, values]) => values.length > 0)
  .map(([who, values]) => {
    console.log(who, values.map((value) => value.toFixed(1)).join(' '), 'ms');
    return { figure, who, value: median(values), unit: 'ms' };
  });
console.log(`MEASURED ${JSON.stringify(measured)}`);
if (times.heddle.length === 0) process.exit(1);

function oursOf(stdout) {
  const line = stdout.split('\n').find((one) => one.startsWith('MEASURED ')) ?? 'MEASURED []';
  return JSON.parse(line.slice(9)).find((one) => one.figure === 'compile a small template module').value;
}
