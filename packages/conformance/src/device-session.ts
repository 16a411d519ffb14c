/**
 * The device that the cases of a run share, opened when the first one needs it, and opened anew after a case that
 * left it lost.
 */
import { openDevice, type Backend, type Device, type OpenDeviceOptions } from '@heddle/core';
import { loadBackend } from '@heddle/core/backend';
import { ConformanceFailure } from './assertions';
import { createContext } from './case-context';
import type { ConformanceCase } from './conformance-case';
import { defaultPrograms, type ProgramOptions } from './heddle-program';
import { skipReason } from './skip-reason';

/** What is to be tested and how it is opened. */
export interface ConformanceTarget {
  /** A backend plugin, or the name or module specifier of one. */
  readonly backend: Backend | string;
  /** Options for opening the device: which one, and the backend's own. */
  readonly options?: OpenDeviceOptions;
  /** How another process imports the backend. Default: by its package name, if that resolves. */
  readonly programs?: ProgramOptions;
  /** Makes random numbers come out differently. Default 1. */
  readonly seed?: number;
}

/** Whether there is a device to test. */
export type Opening =
  | { readonly device: Device; readonly unavailable?: undefined }
  | { readonly device?: undefined; readonly unavailable: string };

const defaultTimeoutMilliseconds = 120_000;

export class DeviceSession {
  readonly #target: ConformanceTarget;
  readonly #options: OpenDeviceOptions;
  #backend: Backend | undefined;
  #backendVersion = '';
  #programs: ProgramOptions | undefined;
  #opening: Promise<Opening> | undefined;

  constructor(target: ConformanceTarget) {
    this.#target = target;
    this.#options = target.options ?? {};
  }

  /** What the backend says its version is, once it has been asked. */
  get backendVersion(): string {
    return this.#backendVersion;
  }

  get backendName(): string {
    const { backend } = this.#target;
    return this.#backend?.name ?? (typeof backend === 'string' ? backend : backend.name);
  }

  /** The shared device, or why there is none. A backend that claims to serve and then fails to open is an error. */
  open(): Promise<Opening> {
    return (this.#opening ??= this.#open());
  }

  /** Why a case cannot run here; undefined if it can. */
  async skipReason(each: ConformanceCase): Promise<string | undefined> {
    const opening = await this.open();
    if (opening.unavailable !== undefined) return opening.unavailable;
    return skipReason(each, opening.device, { programs: this.#programs !== undefined });
  }

  /** Runs a case to its end, or to the end of its time. */
  async run(each: ConformanceCase): Promise<void> {
    if (each.exclusive === true) await this.close();
    const apart = each.isolated === true || each.exclusive === true;
    const { device, unavailable } = apart ? await this.#open() : await this.open();
    if (!device) throw new ConformanceFailure(unavailable);
    let ended = false;
    try {
      await this.#runOn(device, each);
      ended = true;
    } finally {
      if (apart) await disposeQuietly(device);
      // Work that a failed case left running must not disturb the next case.
      else if (device.lost !== undefined || !ended) await this.close();
    }
  }

  /** Disposes the shared device; the next case opens it again. */
  async close(): Promise<void> {
    const opening = this.#opening;
    this.#opening = undefined;
    const { device } = (await opening?.catch(() => undefined)) ?? {};
    if (device) await disposeQuietly(device);
  }

  async #open(): Promise<Opening> {
    const { backend: given, programs } = this.#target;
    const backend = (this.#backend ??= typeof given === 'string' ? await loadBackend(given) : given);
    const probe = await backend.probe();
    if (!probe.available) {
      return { unavailable: `backend '${backend.name}' cannot serve here: ${probe.reason} ${probe.hint}`.trimEnd() };
    }
    this.#backendVersion = probe.version;
    this.#programs = programs ?? defaultPrograms(backend);
    return { device: await openDevice(backend, this.#options) };
  }

  async #runOn(device: Device, each: ConformanceCase): Promise<void> {
    const { context, close } = createContext({
      caseId: each.id,
      device,
      backend: this.#backend as Backend,
      options: this.#options,
      programs: this.#programs,
      seed: this.#target.seed ?? 1,
    });
    try {
      await inTime(each, async () => {
        await each.run(context);
        // A fault of something this case launched belongs to it, not to the next one.
        if (isAlive(device)) await device.synchronize();
      });
    } finally {
      if (isAlive(device)) await close();
      else await close().catch(() => undefined);
    }
  }
}

function isAlive(device: Device): boolean {
  try {
    return device.lost === undefined && device.memoryInfo() !== undefined;
  } catch {
    return false;
  }
}

async function inTime(each: ConformanceCase, body: () => Promise<void>): Promise<void> {
  const limit = each.timeoutMilliseconds ?? defaultTimeoutMilliseconds;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ConformanceFailure(`did not end within ${limit} ms`));
    }, limit);
  });
  try {
    await Promise.race([body(), late]);
  } finally {
    clearTimeout(timer);
  }
}

// A device that hangs would hold the run here; one that fails to go has been reported by its case.
async function disposeQuietly(device: Device): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 10_000);
  });
  await Promise.race([device.dispose().catch(() => undefined), patience]);
  clearTimeout(timer);
}
