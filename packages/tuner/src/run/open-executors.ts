/** Starts what a run needs: a worker for each device, processes that compile ahead, the shared inputs. */
import { availableParallelism } from 'node:os';
import { HeddleError, isHeddleError, type Device } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { observerName } from '../observer/observer-name';
import { isSpecification } from '../observer/specification';
import { CompilePool } from '../worker/compile-pool';
import { isDevice, LocalExecutor } from '../worker/local-executor';
import { ProcessExecutor, type PhaseLimits } from '../worker/process-executor';
import type { DeviceAddress } from '../worker/protocol';
import { layoutInputs, shareInputs, type SharedFile } from '../worker/shared-file';
import type { TrialExecutor, UserVerification } from '../worker/trial-executor';
import type { RunInputs } from '../request/run-inputs';
import type { DeviceChoice, TuneKernelOptions } from '../request/tune-options';

/** What a run measures with. */
export interface OpenExecutors {
  readonly executors: readonly TrialExecutor[];
  readonly pool: CompilePool | undefined;
  close(): Promise<void>;
}

const mostCompileWorkers = 8;

/** @throws HeddleError `UNAVAILABLE` for a device that cannot be opened, `ARGUMENT` for observers that cannot cross */
export async function openExecutors(
  options: TuneKernelOptions,
  inputs: RunInputs,
  verify: UserVerification,
): Promise<OpenExecutors> {
  const choices = devicesOf(options.device);
  return options.isolation === 'none'
    ? openLocal(options, choices, inputs, verify)
    : openProcesses(options, choices.map(addressOf), inputs, verify);
}

async function openLocal(
  options: TuneKernelOptions,
  choices: readonly DeviceChoice[],
  inputs: RunInputs,
  verify: UserVerification,
): Promise<OpenExecutors> {
  const { observers = [] } = options;
  const executors = await openAll(choices, (choice) =>
    LocalExecutor.open({
      device: isOpenDevice(choice) ? choice : addressOf(choice),
      inputs: inputs.arrays,
      observers,
      verify,
    }),
  );
  return { executors, pool: undefined, close: () => closeAll(executors) };
}

async function openProcesses(
  options: TuneKernelOptions,
  addresses: readonly DeviceAddress[],
  inputs: RunInputs,
  verify: UserVerification,
): Promise<OpenExecutors> {
  const observers = (options.observers ?? []).map((observer, place) => {
    if (isSpecification(observer)) return observer;
    const name = observerName(observer, place);
    throw argumentError(`the observer ${name} is an object of this process; the kernel runs in another`, {
      parameter: 'observers',
      hint: "Give observerModule('./its-module.js'), or tune with isolation: 'none'.",
    });
  });
  const limits = phaseLimits(options);
  const pool = compilePool(options, addresses, limits);
  const layout = layoutInputs(inputs.arrays);
  const shared: SharedFile = shareInputs(inputs.arrays, layout);
  try {
    pool?.start();
    const hasVerifier = options.verify !== undefined;
    const executors = await openAll(addresses, (address) =>
      ProcessExecutor.open({ address, inputs: layout, shared, observers, verify, hasVerifier, limits }),
    );
    const close = async (): Promise<void> => {
      await Promise.all([pool?.close(), closeAll(executors)]);
      shared.close();
    };
    return { executors, pool, close };
  } catch (error) {
    await pool?.close();
    shared.close();
    throw error;
  }
}

function compilePool(
  options: TuneKernelOptions,
  addresses: readonly DeviceAddress[],
  limits: PhaseLimits,
): CompilePool | undefined {
  const spare = Math.min(mostCompileWorkers, availableParallelism() - 1);
  const size = options.compileWorkers ?? spare;
  if (!Number.isSafeInteger(size) || size < 0) {
    throw argumentError(`compileWorkers is a number of processes, not ${String(size)}`, {
      parameter: 'compileWorkers',
    });
  }
  const [address] = addresses;
  // Without the cache on the disk nothing of what they compile would reach the one that measures.
  if (size === 0 || !address || /^(off|0|no|false)$/i.test(process.env.HEDDLE_CACHE ?? '')) return undefined;
  return new CompilePool({
    size,
    address,
    compileMilliseconds: limits.compile,
    setupMilliseconds: limits.setup,
  });
}

function phaseLimits({ timeLimits = {} }: TuneKernelOptions): PhaseLimits {
  const { compileSeconds = 300, runSeconds = 60, setupSeconds = 300 } = timeLimits;
  for (const seconds of [compileSeconds, runSeconds, setupSeconds]) {
    if (!(seconds > 0))
      throw argumentError(`a time limit is a positive number of seconds, not ${seconds}`, { parameter: 'timeLimits' });
  }
  return { setup: setupSeconds * 1000, compile: compileSeconds * 1000, run: runSeconds * 1000 };
}

function devicesOf(device: TuneKernelOptions['device']): readonly DeviceChoice[] {
  if (device === undefined) return [{}];
  const choices = (Array.isArray(device) ? device : [device]) as readonly DeviceChoice[];
  if (choices.length === 0) throw argumentError('device is an empty list', { parameter: 'device' });
  return choices;
}

function isOpenDevice(choice: DeviceChoice): choice is Device {
  return typeof choice === 'object' && isDevice(choice as Device);
}

// An open device is opened again where the kernel runs: another process cannot use this one's.
function addressOf(choice: DeviceChoice): DeviceAddress {
  if (typeof choice === 'string') return { backend: choice, device: undefined };
  if (isOpenDevice(choice)) return { backend: choice.backend, device: choice.index };
  return { backend: choice.backend, device: choice.device };
}

async function openAll<T>(
  choices: readonly T[],
  open: (choice: T) => Promise<TrialExecutor>,
): Promise<TrialExecutor[]> {
  const opened = await Promise.allSettled(choices.map(open));
  const executors = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const failed = opened.find((each) => each.status === 'rejected');
  if (!failed) return executors;
  await closeAll(executors);
  throw failed.reason;
}

async function closeAll(executors: readonly TrialExecutor[]): Promise<void> {
  const closed = await Promise.allSettled(executors.map((executor) => executor.close()));
  const failed = closed.find((each) => each.status === 'rejected');
  if (!failed) return;
  if (isHeddleError(failed.reason)) throw failed.reason;
  throw new HeddleError('DEVICE_LOST', 'a device could not be closed', { cause: failed.reason });
}
