/**
 * From source to kernel, Heddle and CuPy in turn: each in a process of its own that compiles once when it is asked to, so
 * that both meet the same moments of a machine that changes by the second.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const rounds = 60;
const figure = 'compile a small template module, in turn';
const programs = {
  heddle: [process.execPath, 'bench/backend-nvrtc/compile.bench.mjs'],
  cupy: ['python3', 'peers/cupy_compile.py'],
};
const answering = Object.entries(programs).map(([who, command]) => start(who, command));
const running = [];
// The first compilation of a process loads the compiler: not what is compared.
for (const peer of answering) if (!Number.isNaN(await peer.ask())) running.push(peer);
for (let round = 0; round < rounds; round++) {
  for (const peer of round % 2 === 0 ? running : [...running].reverse()) peer.times.push(await peer.ask());
}
for (const { child } of answering) child.stdin.end();
// One that ended on the way has no median.
const whole = running.filter(({ times }) => !times.some(Number.isNaN));
const measured = whole.map(({ who, times }) => {
  const sorted = times.toSorted((a, b) => a - b);
  const quantiles = [0, 0.25, 0.5, 0.75].map((part) => sorted[Math.floor(part * rounds)].toFixed(1));
  console.log(`${who}: least, quartile, median, upper quartile ${quantiles.join(' ')} ms`);
  return { figure, who, value: sorted[rounds >> 1], unit: 'ms' };
});
console.log(`MEASURED ${JSON.stringify(measured)}`);
if (!whole.some(({ who }) => who === 'heddle')) process.exit(1);

function start(who, [program, ...args]) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'close').then(
    () => [NaN],
    () => [NaN],
  );
  child.stdin.on('error', () => undefined);
  const ask = async () => {
    child.stdin.write('compile\n');
    const [line] = await Promise.race([once(lines, 'line'), ended]);
    return Number(line);
  };
  return { who, child, ask, times: [] };
}
