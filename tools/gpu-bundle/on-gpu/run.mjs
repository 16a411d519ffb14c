/**
 * Runs the steps on the GPU machine, each in a process of its own with a time limit, and writes the reports. A step
 * that fails or hangs does not stop the others.
 *
 * `run.mjs [--list] [--gpus] [step ...]`; steps by name, or several by the part before the colon: `conformance`.
 * Without names all but the optional ones run; `--gpus` adds the copies between GPUs.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { environmentFor, reportFolder } from './environment.mjs';
import { benchmarkTable } from './benchmark-table.mjs';

const out = process.env.OUT;
const node = process.execPath;
/** HIP's interface over this machine's NVIDIA driver. */
const hipOnNvidia = { HEDDLE_HIP_LIBRARY: join(process.cwd(), 'lib/libhip-on-nvidia.so') };
const backends = ['nvrtc', 'cuda', 'opencl', 'hip'].filter(
  (name) =>
    existsSync(`node_modules/@heddle/backend-${name}`) &&
    (name !== 'hip' || existsSync(hipOnNvidia.HEDDLE_HIP_LIBRARY)),
);
/** API errors are what some cases want to see. */
const sanitizer = (tool) => [
  'compute-sanitizer',
  '--tool',
  tool,
  '--report-api-errors',
  'no',
  '--error-exitcode',
  '9',
  '--target-processes',
  'all',
  node,
  'on-gpu/conformance.mjs',
  'nvrtc',
  '--no-faults',
  '--in-process',
];

/** The tuner's benchmarks that only simulate recorded results. */
const withoutDevice = new Set(['space', 'strategies', 'unseen']);

/** The arrays' benchmarks that measure every plan, also those that are not chosen. */
const comparesPlans = new Set(['scan-plans']);

/** name, seconds it may take, command, further environment */
const steps = [
  ['environment', 30, ['bash', 'on-gpu/environment.sh']],
  ['smoke', 60, [node, 'on-gpu/smoke.mjs', 'nvrtc']],
  ['smoke:koffi', 60, [node, 'on-gpu/smoke.mjs', 'nvrtc'], { HEDDLE_NATIVE: 'off' }],
  ...(backends.includes('cuda') ? [['smoke:cuda', 60, [node, 'on-gpu/smoke.mjs', 'cuda']]] : []),
  // What this found is in docs/architecture.md; another driver may answer otherwise.
  ['reset', 90, [node, 'on-gpu/reset.mjs'], {}, 'optional'],
  ...backends.map((name) => [
    `conformance:${name}`,
    150,
    [node, 'on-gpu/conformance.mjs', name],
    name === 'hip' ? hipOnNvidia : {},
  ]),
  ...backends.map((name) => [
    `programs:${name}`,
    120,
    [node, 'on-gpu/run-programs.mjs', name],
    name === 'hip' ? hipOnNvidia : {},
  ]),
  ['bench:c++', 60, ['bash', 'peers/launch.sh']],
  ['bench:heddle', 60, ['bash', 'peers/with-launch-loop.sh', node, '--expose-gc', 'bench/backend-nvrtc/gpu.bench.mjs']],
  ...(existsSync('baseline')
    ? [
        [
          'bench:baseline',
          90,
          ['bash', 'peers/with-launch-loop.sh', node, '--expose-gc', 'bench/backend-nvrtc/baseline.bench.mjs'],
          { HEDDLE_BASELINE: join(process.cwd(), 'baseline') },
        ],
        [
          'bench:rounds',
          200,
          [node, 'bench/baseline/rounds.bench.mjs'],
          { HEDDLE_BASELINE: join(process.cwd(), 'baseline'), HEDDLE_BACKEND: 'nvrtc' },
        ],
      ]
    : []),
  ...(backends.includes('hip')
    ? [['bench:hip', 60, [node, '--expose-gc', 'bench/backend-hip/launches.bench.mjs'], hipOnNvidia]]
    : []),
  ['bench:koffi', 60, [node, '--expose-gc', 'bench/backend-nvrtc/gpu.bench.mjs'], { HEDDLE_NATIVE: 'off' }],
  ['bench:process', 60, [node, 'on-gpu/process-time.mjs']],
  ['bench:compile', 60, [node, 'on-gpu/compile-time.mjs']],
  ['bench:cupy', 60, ['python3', 'peers/cupy_peer.py']],
  ...backends.map((name) => [
    `arrays:${name}`,
    240,
    [node, 'on-gpu/run-tests.mjs', 'gpuarray', name],
    name === 'hip' ? hipOnNvidia : {},
  ]),
  // The functions of arrays against what NumPy gives, in the committed cases or those of HEDDLE_NUMPY_CASES.
  ...backends.map((name) => [
    `numpy:${name}`,
    300,
    [node, 'on-gpu/run-tests.mjs', 'numpy-fuzz', name],
    { HEDDLE_GPU_TEST_SECONDS: '290', ...(name === 'hip' ? hipOnNvidia : {}) },
    'optional',
  ]),
  // What a signature says of a parameter against what the compiler made of it.
  [
    'sources:nvrtc',
    180,
    [node, 'on-gpu/run-tests.mjs', 'random-sources', 'nvrtc'],
    { HEDDLE_TEST_SOURCES: '500', HEDDLE_GPU_TEST_SECONDS: '170' },
  ],
  // The kernels that try what the host has of CUDA's headers, on what they come from.
  ['headers:nvrtc', 120, [node, 'on-gpu/run-tests.mjs', 'cuda-headers', 'nvrtc']],
  ...benchmarksOf('gpuarray').map(([name, path]) => [
    `speed:${name}`,
    comparesPlans.has(name) ? 300 : 90,
    [node, path],
    { HEDDLE_BACKEND: 'nvrtc' },
    ...(comparesPlans.has(name) ? ['optional'] : []),
  ]),
  ...benchmarksOf('tuner', withoutDevice).map(([name, path]) => [
    `tuning:${name}`,
    560,
    [node, path],
    { HEDDLE_BACKEND: 'nvrtc' },
  ]),
  ['cycles:nvrtc', 120, [node, '--expose-gc', 'on-gpu/cycles.mjs', 'nvrtc', '10000', '100'], {}, 'optional'],
  ['linking', 60, [node, 'on-gpu/linking.mjs', 'nvrtc']],
  ['counters', 120, [node, 'on-gpu/counters.mjs', 'nvrtc']],
  ['gpus', 60, [node, 'on-gpu/peer-copies.mjs', 'nvrtc'], {}, 'optional'],
  ['gpus:tuning', 60, [node, 'on-gpu/shared-tuning.mjs', 'nvrtc'], {}, 'optional'],
  ['sanitizer:memcheck', 560, sanitizer('memcheck'), {}, 'optional'],
  ['sanitizer:racecheck', 560, sanitizer('racecheck'), {}, 'optional'],
];

/** The benchmarks of a package: name and path. */
function benchmarksOf(name, left = new Set()) {
  const folder = join('bench', name);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.bench.mjs'))
    .map((file) => [file.replace(/\.bench\.mjs$/, ''), join(folder, file)])
    .filter(([benchmark]) => !left.has(benchmark));
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (process.argv.includes('--list')) {
  for (const [name, seconds, , , optional] of steps) console.log(name, `${seconds} s`, optional ?? '');
  process.exit(0);
}
const chosen = steps.filter(([name, , , , optional]) =>
  wanted.length === 0
    ? optional === undefined || (name === 'gpus' && process.argv.includes('--gpus'))
    : wanted.some((word) => name === word || name.split(':')[0] === word),
);

/** All steps together; what no time is left for is skipped and says so. */
const secondsInAll = Number(process.env.HEDDLE_GPU_SECONDS ?? 460);
rmSync(reportFolder, { recursive: true, force: true });
mkdirSync(reportFolder, { recursive: true });
const log = join(out, 'log.txt');
writeFileSync(log, '');
const results = [];
const measurements = [];
for (const [name, seconds, command, extra = {}] of chosen) {
  const left = secondsInAll - performance.now() / 1000;
  const result =
    left < 5
      ? { name, outcome: 'no time', seconds: 0, output: '' }
      : await runStep(name, Math.min(seconds, left), command, extra);
  results.push(result);
  appendFileSync(log, `\n===== ${name}: ${result.outcome} in ${result.seconds.toFixed(1)} s\n${result.output}`);
  for (const line of result.output.split('\n')) {
    if (line.startsWith('MEASURED ')) measurements.push(...JSON.parse(line.slice(9)));
  }
  console.log(`${result.outcome.padEnd(8)} ${name} ${result.seconds.toFixed(1)} s`);
  const shown = result.output.split('\n').filter((line) => !line.startsWith('MEASURED '));
  // What failed first, then how it ended: the terminal shows only the end of everything, the log all of it.
  if (result.outcome !== 'ok') {
    const failures = shown.filter((line) => /FAILED|^failed /.test(line)).map((line) => line.slice(0, 260));
    console.log([...failures.slice(0, 12), ...shown.slice(-6).map((line) => line.slice(0, 200))].join('\n'));
  } else if (/^(speed|tuning|bench:baseline|bench:rounds)/.test(name)) console.log(shown.join('\n').trim());
  else if (/^(smoke|conformance|reset|cycles|linking|counters|gpus|sanitizer|arrays|headers|programs)/.test(name))
    console.log(shown.slice(-6).join('\n').trim());
}
writeReports();

function runStep(name, seconds, [program, ...args], extra) {
  const started = performance.now();
  return new Promise((resolve) => {
    const chunks = [];
    const child = spawn(program, args, {
      env: environmentFor(extra),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      // The whole group: sanitizers and conformance programs have children of their own.
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    }, seconds * 1000);
    const finish = (outcome) => {
      clearTimeout(timer);
      const output = Buffer.concat(chunks).toString('utf8');
      resolve({ name, outcome, seconds: (performance.now() - started) / 1000, output });
    };
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => {
      chunks.push(Buffer.from(String(error)));
      finish('missing');
    });
    child.on('close', (code, signal) =>
      finish(timedOut ? 'timeout' : signal ? `died ${signal}` : code === 0 ? 'ok' : 'failed'),
    );
  });
}

function writeReports() {
  const commit = readFileSync('commit.txt', 'utf8').trim();
  const date = new Date().toISOString();
  const environment = results.find(({ name }) => name === 'environment')?.output ?? '';
  const steps = results.map(({ name, outcome, seconds }) => ({ name, outcome, seconds }));
  writeFileSync(
    join(out, 'benchmarks.json'),
    JSON.stringify({ commit, date, environment, steps, measurements }, null, 1),
  );
  const markdown = [
    '# GPU run',
    `Commit ${commit}, ${date}.`,
    '```',
    environment.trim(),
    '```',
    '| step | outcome | seconds |',
    '|---|---|---|',
    ...steps.map(({ name, outcome, seconds }) => `| ${name} | ${outcome} | ${seconds.toFixed(1)} |`),
    '',
    benchmarkTable(measurements),
  ].join('\n');
  writeFileSync(join(out, 'summary.md'), markdown);
  const table = benchmarkTable(measurements);
  if (table !== '') console.log(table);
  packReports();
}

// What people read lies open; what machines read, and there is more of, in one archive.
function packReports() {
  const reports = readdirSync(reportFolder);
  for (const name of reports) if (name.endsWith('.md')) copyFileSync(join(reportFolder, name), join(out, name));
  if (reports.length > 0) execFileSync('tar', ['-C', reportFolder, '-czf', join(out, 'reports.tar.gz'), ...reports]);
}
