/** Hardware counters of NVIDIA's GPUs, through NVIDIA Nsight Compute around a replay of each configuration. */
import { join } from 'node:path';
import type { Device } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import type { InputStore } from '../input-store';
import type { Trial } from '../protocol';
import type { ReplayObserver } from '../replay-observer';
import { ReplayFolder } from '../replay-folder';
import type { HardwareCounterOptions } from '../../observer/observer';
import { complaints, readCounters } from './ncu-output';
import { runNcu, type NcuRun } from './ncu-process';

/**
 * The counters are read in a process of their own, started under the tool: the tool measures what it starts, and
 * launches a kernel several times if it has not enough counters at once.
 *
 * @throws HeddleError `UNAVAILABLE` if the tool is not installed
 */
export async function hardwareCountersObserver(
  options: HardwareCounterOptions,
  device: Device,
): Promise<ReplayObserver> {
  const { metrics, ncu = 'ncu', options: more = [], seconds = 300 } = options;
  checkMetrics(metrics);
  if (!(seconds > 0)) throw argumentError(`seconds is a positive number, not ${seconds}`, { parameter: 'seconds' });
  const folder = new ReplayFolder();
  const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<NcuRun> =>
    runNcu({
      path: ncu,
      arguments: args,
      logFile: join(folder.path, 'log'),
      environment,
      milliseconds: seconds * 1000,
    });
  try {
    // Found missing before anything is compiled, not after the first configuration has been measured.
    await run(['--version']);
  } catch (error) {
    folder.dispose();
    throw error;
  }
  const address = { backend: device.backend, device: device.index };
  let results: Record<string, number> = {};
  return {
    name: 'hardwareCounters',
    registerConfiguration() {
      results = {};
    },
    async replay(trial: Trial, store: InputStore) {
      if (trial.isFunction) {
        throw argumentError('hardware counters are those of GPU kernels; this is a function of the host', {
          parameter: 'observers',
        });
      }
      folder.prepare(address, trial, store);
      const name = functionName(trial.kernel);
      const program = folder.command();
      const ended = await run([...toolOptions(metrics, name), ...more, ...program.arguments], program.environment);
      results = countersOf(ended, metrics, name, seconds);
    },
    getResults: () => results,
    dispose() {
      folder.dispose();
    },
  };
}

function checkMetrics(metrics: readonly string[]): void {
  if (metrics.length === 0) throw argumentError('hardwareCounters needs a metric', { parameter: 'metrics' });
  const wrong = metrics.find((metric) => !/^\w[\w.:]*$/.test(metric));
  if (wrong === undefined) return;
  throw argumentError(`${JSON.stringify(wrong)} is not a metric's name`, {
    parameter: 'metrics',
    hint: 'Names are those of ncu --query-metrics, each for itself: dram__bytes_read.sum.',
  });
}

function toolOptions(metrics: readonly string[], kernel: string): string[] {
  return [
    '--csv',
    ...['--print-units', 'base'],
    ...['--metrics', metrics.join(',')],
    // The clocks stay as the run has them: the tool would set them to the base clock.
    ...['--clock-control', 'none'],
    ...['--kernel-name-base', 'function'],
    ...['--kernel-name', kernel],
    ...['--launch-count', '1'],
  ];
}

/** A kernel's name without its namespaces and template arguments, as the tool's base `function` has it. */
function functionName(kernel: string): string {
  return kernel.replace(/<[\s\S]*$/, '').replace(/^.*::/, '');
}

function countersOf(
  ended: NcuRun,
  metrics: readonly string[],
  kernel: string,
  seconds: number,
): Record<string, number> {
  if (ended.isTimedOut) throw new Error(`ncu had not ended after ${seconds} s`);
  if (ended.code === 0 || /ERR_NVGPUCTRPERM|Failed to find metric/.test(ended.log)) {
    return readCounters(ended.log, metrics, kernel);
  }
  const how = ended.signal === null ? `with exit code ${ended.code ?? 'unknown'}` : `by ${ended.signal}`;
  const said = [complaints(ended.log), ended.lastWords].filter((text) => text !== '').join('\n');
  throw new Error(said === '' ? `ncu ended ${how}` : `ncu ended ${how}: ${said}`);
}
