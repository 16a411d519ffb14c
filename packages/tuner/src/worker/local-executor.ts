/** Tries configurations in this process: quick to start, and without protection against what a kernel does. */
import { openCompiler, openDevice, type Device, type DeviceCompiler, type TypedArray } from '@heddle/core';
import type { Observer } from '../observer/observer';
import { openObservers } from './open-observers';
import type { AnyObserver } from '../observer/specification';
import { LocalInputs } from './input-store';
import { layoutInputs } from './shared-file';
import type { DeviceAddress, DeviceFacts, Trial, TrialOutcome } from './protocol';
import type { TrialExecutor, UserVerification } from './trial-executor';
import { TrialRunner } from './trial-runner';

export interface LocalExecutorOptions {
  /** An open device, which stays open; else its address. */
  readonly device: Device | DeviceAddress;
  readonly inputs: readonly TypedArray[];
  readonly observers: readonly AnyObserver[];
  readonly verify: UserVerification;
}

export class LocalExecutor implements TrialExecutor {
  readonly #options: LocalExecutorOptions;
  #device: Device;
  #runner: TrialRunner;
  device: DeviceFacts;

  private constructor(options: LocalExecutorOptions, device: Device, runner: TrialRunner) {
    this.#options = options;
    this.#device = device;
    this.#runner = runner;
    this.device = deviceFacts(device);
  }

  static async open(options: LocalExecutorOptions): Promise<LocalExecutor> {
    const device = await openAddress(options.device);
    try {
      return new LocalExecutor(options, device, await createRunner(options, device));
    } catch (error) {
      if (device !== options.device) await device.dispose();
      throw error;
    }
  }

  async run(trial: Trial): Promise<TrialOutcome> {
    const outcome = await this.#runner.run(trial);
    if (outcome.deviceLost === true) await this.#reopen();
    return outcome;
  }

  /** A launch in this process cannot be aborted. */
  stop(): void {
    return undefined;
  }

  async close(): Promise<void> {
    try {
      if (this.#device.lost === undefined) await this.#runner.dispose();
    } finally {
      if (this.#device !== this.#options.device) await this.#device.dispose();
    }
  }

  async #reopen(): Promise<void> {
    const { device: given } = this.#options;
    if (this.#device.has('reset')) await this.#device.reset();
    else if (this.#device !== given) {
      await this.#device.dispose();
      this.#device = await openAddress(given);
    }
    this.#runner = await createRunner(this.#options, this.#device);
  }
}

/** Opens a device by its address; one that is open is given back. */
export async function openAddress(device: Device | DeviceAddress): Promise<Device> {
  if (isDevice(device)) return device;
  return openDevice(device.backend, device.device === undefined ? {} : { device: device.device });
}

/** Opens a device to compile ahead for the process that measures on it. */
export function openCompilerAt({ backend, device }: DeviceAddress): Promise<DeviceCompiler> {
  return openCompiler(backend, device === undefined ? {} : { device });
}

export function isDevice(device: Device | DeviceAddress): device is Device {
  return 'properties' in device;
}

export function deviceFacts(device: Device): DeviceFacts {
  const { name, driverVersion, architecture, limits } = device.properties;
  return {
    backend: device.backend,
    index: device.index,
    name,
    driverVersion,
    architecture,
    maxThreadsPerBlock: limits.threadsPerBlock,
  };
}

async function createRunner(options: LocalExecutorOptions, device: Device): Promise<TrialRunner> {
  const store = new LocalInputs(layoutInputs(options.inputs), options.inputs);
  const observers: readonly Observer[] = await openObservers(options.observers, device);
  return new TrialRunner(device, store, observers, { phase: () => undefined, verify: options.verify });
}
