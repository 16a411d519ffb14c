/** What a case gets: a device, numbers, assertions, and cleanup after it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  HeddleError,
  openCompiler,
  openDevice,
  type Backend,
  type Buffer,
  type CompileOptions,
  type Device,
  type DeviceCompiler,
  type DType,
  type Event,
  type Module,
  type OpenDeviceOptions,
  type Stream,
  type StreamOptions,
} from '@heddle/core';
import type { ArrayOf } from '@heddle/core/backend';
import * as assertions from './assertions';
import { runProgram, type ProgramOptions, type ProgramResult, type ProgramRun } from './heddle-program';
import { createRandom, type Random } from './random';
import { chooseSource, type ChosenSource, type SourceChoices } from './source-choice';

export type Assertions = typeof assertions;

export interface CaseContext {
  /** Open, and shared with other cases unless the case asked for one of its own. */
  readonly device: Device;
  /** The same numbers for the same seed and case. */
  readonly random: Random;
  readonly check: Assertions;
  /** The spelling of a kernel that the device compiles. */
  readonly source: (choices: SourceChoices) => ChosenSource;
  /**
   * Compiles the source in the language that the device supports, or a text unchanged. The module is disposed after the
   * case.
   */
  readonly compile: (source: SourceChoices | string, options?: CompileOptions) => Promise<Module>;
  /** `device.upload`, disposed after the case. */
  readonly upload: <D extends DType = DType>(array: ArrayOf<D>, dtype?: D) => Promise<Buffer>;
  /** `device.zeros`, disposed after the case. */
  readonly zeros: <D extends DType>(dtype: D, length: number) => Buffer<D>;
  /** A new stream, disposed after the case. */
  readonly stream: (options?: StreamOptions) => Stream;
  /** A new event, disposed after the case. */
  readonly event: () => Event;
  /** Disposes something after the case. */
  readonly own: <T extends Disposable | AsyncDisposable>(resource: T) => T;
  /** Another device of the same backend, by default the same physical one, disposed after the case. */
  readonly openDevice: (options?: OpenDeviceOptions) => Promise<Device>;
  /** The same device to compile for alone, disposed after the case. */
  readonly openCompiler: (options?: OpenDeviceOptions) => Promise<DeviceCompiler>;
  /** An empty folder, removed after the case. */
  readonly temporaryFolder: () => Promise<string>;
  /** Runs a program in a process of its own; for cases that say `startsPrograms`. */
  readonly runProgram: (run: Omit<ProgramRun, 'deviceOptions'>) => Promise<ProgramResult>;
}

/** What a context is made from. */
export interface ContextParts {
  readonly caseId: string;
  readonly device: Device;
  readonly backend: Backend;
  readonly options: OpenDeviceOptions;
  readonly programs: ProgramOptions | undefined;
  readonly seed: number;
}

/** A context, and the end of everything it gave out. */
export interface OpenContext {
  readonly context: CaseContext;
  readonly close: () => Promise<void>;
}

export function createContext({ caseId, device, backend, options, programs, seed }: ContextParts): OpenContext {
  const closers: (() => unknown)[] = [];
  const own = <T extends Disposable | AsyncDisposable>(resource: T): T => {
    closers.push(() =>
      Symbol.asyncDispose in resource ? resource[Symbol.asyncDispose]() : resource[Symbol.dispose](),
    );
    return resource;
  };
  const source = (choices: SourceChoices): ChosenSource => chooseSource(device, choices);
  const context: CaseContext = {
    device,
    random: createRandom(seed, caseId),
    check: assertions,
    own,
    source,
    compile: async (choices, compileOptions = {}) => {
      const { language, text } = typeof choices === 'string' ? { language: undefined, text: choices } : source(choices);
      const chosen = language === undefined ? compileOptions : { language, ...compileOptions };
      return own(await device.compile(text, chosen));
    },
    upload: async <D extends DType>(array: ArrayOf<D>, dtype?: D): Promise<Buffer> =>
      own(dtype === undefined ? await device.upload(array) : await device.upload(array, dtype)),
    zeros: (dtype, length) => own(device.zeros(dtype, length)),
    stream: (streamOptions) => own(device.createStream(streamOptions)),
    event: () => own(device.createEvent()),
    openDevice: async (more = {}) => own(await openDevice(backend, { device: device.index, ...options, ...more })),
    openCompiler: async (more = {}) => own(await openCompiler(backend, { device: device.index, ...options, ...more })),
    temporaryFolder: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'heddle-conformance-'));
      // A cache in it may still be writing in the background.
      closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
      return folder;
    },
    runProgram: (run) => {
      // The same device, not the one that another process would choose.
      if (programs) return runProgram(programs, { ...run, deviceOptions: { device: device.index, ...options } });
      throw new HeddleError('UNAVAILABLE', 'the run does not say how another process can import the backend');
    },
  };
  const close = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const end of closers.reverse()) {
      try {
        await end();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  return { context, close };
}
