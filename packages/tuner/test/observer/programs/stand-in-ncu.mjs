#!/usr/bin/env node
/**
 * Stands in for NVIDIA Nsight Compute if there is no GPU: takes the options that the tuner gives, starts the program,
 * and reports its launches in the tool's layout (NVIDIA, Nsight Compute CLI: docs.nvidia.com/nsight-compute).
 *
 * It sees launches in Heddle's trace. Counters are made of what it saw, so that a launch with another geometry gives
 * other numbers. STAND_IN_NCU=forbidden, endless: fails as the tool does.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const columns = ['ID', 'Process ID', 'Process Name', 'Host Name', 'Kernel Name', 'Context', 'Stream'].concat([
  'Block Size',
  'Grid Size',
  'Device',
  'CC',
  'Section Name',
  'Metric Name',
  'Metric Unit',
  'Metric Value',
]);
const withValue = new Set(
  ['log-file', 'print-units', 'metrics', 'launch-count', 'clock-control', 'cache-control'].concat([
    'kernel-name-base',
    'kernel-name',
  ]),
);
const log = [];
const options = {};
const rest = process.argv.slice(2);
while (rest[0]?.startsWith('--')) {
  const name = rest.shift().slice(2);
  if (withValue.has(name)) options[name] = rest.shift();
  else if (name === 'csv' || name === 'version') options[name] = true;
  else {
    // Before it has a log.
    console.log(`==ERROR== unrecognised option '--${name}'. Use --help for further details.`);
    process.exit(1);
  }
}
if (options.version) {
  console.log('NVIDIA (R) Nsight Compute Command Line Profiler');
  process.exit(0);
}

function end(code) {
  writeFileSync(options['log-file'], log.map((line) => `${line}\n`).join(''));
  process.exit(code);
}
function fail(message) {
  log.push(`==ERROR== ${message}`);
  end(1);
}

// The program reaches the device with the tool's library in it; here with Heddle's trace.
const environment = { ...process.env, NODE_DEBUG: 'heddle' };
if (process.env.STAND_IN_NCU === 'endless') setInterval(() => undefined, 1000);
else profile();

function profile() {
  const program = spawnSync(rest[0], rest.slice(1), { env: environment, encoding: 'utf8' });
  log.push(`==PROF== Connected to process ${program.pid} (${rest[0]})`);
  if (program.status !== 0) {
    process.stderr.write(program.stderr.replace(/^HEDDLE .*$/gm, ''));
    fail(`The application returned an error code (${program.status}).`);
  }
  const launches = [
    ...program.stderr.matchAll(/heddle:launch .*kernel: '([^']*)', grid: \[(.*?)\], block: \[(.*?)\]/g),
  ];
  const seen = launches.filter(([, kernel]) => kernel.replace(/<.*/, '') === options['kernel-name']);
  if (seen.length === 0) {
    log.push('==WARNING== No kernels were profiled.');
    end(0);
  }
  if (process.env.STAND_IN_NCU === 'forbidden') {
    fail(
      'ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters on the target ' +
        'device 0. For instructions on enabling permissions and to get more information see ' +
        'https://developer.nvidia.com/ERR_NVGPUCTRPERM',
    );
  }
  seen.slice(0, Number(options['launch-count'])).forEach((launch, id) => report(id, program.pid, launch));
  log.push(`==PROF== Disconnected from process ${program.pid}`);
  end(0);
}

function report(id, pid, [, kernel, grid, block]) {
  const numbers = (text) => text.split(',').map(Number);
  const threads = [...numbers(grid), ...numbers(block)].reduce((a, b) => a * b);
  const counters = {
    'smsp__threads_launched.sum': ['thread', threads.toLocaleString('en')],
    'dram__bytes_read.sum': ['byte', (4 * threads).toLocaleString('en')],
    'lts__t_sector_hit_rate.pct': ['%', '97.03'],
  };
  log.push(`==PROF== Profiling "${kernel}" - ${id}: 0%....50%....100% - 3 passes`);
  if (id === 0) log.push(line(columns));
  for (const metric of options.metrics.split(',')) {
    const counter = counters[metric];
    if (!counter) fail(`Failed to find metric regex:^${metric}(\\.(sum|min|max|avg|pct|ratio|max_rate))?$`);
    const launched = [
      id,
      pid,
      'node',
      '127.0.0.1',
      `${kernel}(float *, "x")`,
      1,
      7,
      `(${block})`,
      `(${grid})`,
      0,
      '9.0',
    ];
    log.push(line([...launched, 'Command line profiler metrics', metric, ...counter]));
  }
}

function line(fields) {
  return fields.map((field) => `"${String(field).replaceAll('"', '""')}"`).join(',');
}
