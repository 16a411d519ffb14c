/**
 * The processor time it takes to construct search spaces: those of real kernels beside Kernel Tuner 1.4.0's time for the same
 * (Python 3.11, two cores), and large ones.
 *
 *     npx tsx packages/tuner/bench/space.bench.ts
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSearchSpace, type ParameterValue, type SearchSpace } from '../src';

interface RecordedSpace {
  readonly tune_params: Record<string, ParameterValue[]>;
  readonly restrictions: string[];
  readonly valid: number;
  readonly max_threads: number;
}

/** Seconds, measured. */
const kernelTuner: Readonly<Record<string, number>> = {
  convolution: 0.0064,
  convolution_milo: 0.0057,
  gemm: 0.032,
  gemm_milo: 0.19,
  hotspot_milo: 0.3,
};

const recorded = JSON.parse(
  readFileSync(new URL('../test/data/search-spaces.json', import.meta.url), 'utf8'),
) as Record<string, RecordedSpace>;

function build({ tune_params, restrictions, max_threads }: RecordedSpace): SearchSpace {
  return buildSearchSpace({ parameters: tune_params, restrictions, maxThreadsPerBlock: max_threads });
}

/** Seconds of processor time, of all threads: what else the machine does must not count. */
function seconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function row(what: string, figure: string, peer = '', ratio = ''): void {
  console.log(`${what.padEnd(64)} ${figure.padStart(12)} ${peer.padStart(12)} ${ratio.padStart(10)}`);
}

const milliseconds = (time: number): string => `${(time * 1000).toFixed(2)} ms`;

function recordedSpaces(): void {
  row('space', 'Heddle', 'Kernel Tuner', 'ratio');
  for (const [name, space] of Object.entries(recorded)) {
    const built = build(space);
    if (built.size !== space.valid) throw new Error(`${name} has ${built.size} configurations, not ${space.valid}`);
    const times = Array.from({ length: 15 }, () => seconds(() => build(space))).sort((a, b) => a - b);
    const median = times[times.length >> 1] ?? NaN;
    const peer = kernelTuner[name] ?? NaN;
    row(
      `${name}, ${space.valid} of ${built.cartesianSize}`,
      milliseconds(median),
      milliseconds(peer),
      `${(peer / median).toFixed(1)} x`,
    );
  }
}

// Each in a process of its own, so that the memory is that of the space.
const large: Readonly<Record<string, readonly string[]>> = {
  product: ['a*b*c*d*e*f*g*h*i <= 15000'],
  mixed: ['a*b*c <= 500', 'd*e*f >= 400', '(g+h+i+a+d) % 7 == 0', '(b+e+h) % 2 == 0'],
  opaque: ['(a+2*b+3*c+4*d+5*e+6*f+7*g+8*h+9*i) % 97 == 0'],
};

function largeSpace(name: string): void {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const parameters = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((parameter) => [parameter, values]),
  );
  let space: SearchSpace | undefined;
  const time = seconds(() => (space = buildSearchSpace({ parameters, restrictions: large[name] ?? [] })));
  const megabytes = process.resourceUsage().maxRSS / 1024;
  row(`10^9 Cartesian, ${name}: ${space?.size} valid`, `${time.toFixed(2)} s`, 'limit 10 s');
  row('  memory of the whole process', `${megabytes.toFixed(0)} MB`, 'limit 1 GB');
}

const [, , which] = process.argv;
if (which !== undefined) largeSpace(which);
else {
  recordedSpaces();
  for (const name of Object.keys(large)) {
    const program = fileURLToPath(import.meta.url);
    process.stdout.write(execFileSync(process.execPath, [...process.execArgv, program, name], { encoding: 'utf8' }));
  }
}
