/** libnvrtc, loaded: its functions, bound when first used, and what it can compile for. */
import { statSync } from 'node:fs';
import type { LibraryHandle } from 'koffi';
import { HeddleError } from '@heddle/core';
import { isAbsent, loadFirst, type HostPointer, type LoadFailure } from '@heddle/simt-driver';
import { nvrtcCandidates } from './find-nvrtc';
import { nvrtcResults, nvrtcSignatures, type NvrtcFunctionName, type NvrtcResult } from './nvrtc-functions';

/** A function of libnvrtc. Gives its nvrtcResult as a number. */
export interface NvrtcFunction {
  (...args: readonly (HostPointer | string)[]): number;
  async(...args: readonly unknown[]): void;
}

const foreignTypes: Readonly<Record<string, string>> = { p: 'void *', h: 'uint64_t', s: 'str', i: 'int', z: 'size_t' };

export class NvrtcLibrary {
  readonly path: string;
  readonly version: { readonly major: number; readonly minor: number };
  readonly #handle: LibraryHandle;
  readonly #functions = new Map<NvrtcFunctionName, NvrtcFunction>();
  #architectures: readonly number[] | undefined;
  #identity: string | undefined;

  private constructor(handle: LibraryHandle, path: string) {
    this.#handle = handle;
    this.path = path;
    const [major, minor] = [new Int32Array(1), new Int32Array(1)];
    this.call('nvrtcVersion', major, minor);
    this.version = { major: major[0] ?? 0, minor: minor[0] ?? 0 };
  }

  /**
   * Loads the library, once for the process and place.
   *
   * @throws HeddleError `UNAVAILABLE` saying whether it is absent or failed to load
   */
  static load(candidates: readonly string[] = nvrtcCandidates()): NvrtcLibrary {
    const key = candidates.join('\n');
    let library = loaded.get(key);
    if (!library) {
      const found = loadFirst(candidates);
      if ('failures' in found) throw notLoaded(found.failures);
      loaded.set(key, (library = new NvrtcLibrary(found.handle, found.path)));
    }
    return library;
  }

  /** Compute capabilities it compiles to machine code for, ascending: 75, 80, 90. */
  get architectures(): readonly number[] {
    return (this.#architectures ??= this.#readArchitectures());
  }

  /** Everything about the library that changes its output. */
  get identity(): string {
    return (this.#identity ??= [
      `nvrtc ${this.version.major}.${this.version.minor}`,
      this.path,
      fileFacts(this.path),
    ].join(' '));
  }

  /** True where this version has the function. */
  has(name: NvrtcFunctionName): boolean {
    try {
      return this.#handle.symbol(name) !== null;
    } catch {
      return false;
    }
  }

  /** A function by its name. @throws HeddleError `UNSUPPORTED` where this version lacks it */
  function(name: NvrtcFunctionName): NvrtcFunction {
    let bound = this.#functions.get(name);
    if (!bound) {
      if (!this.has(name)) {
        const { major, minor } = this.version;
        throw new HeddleError('UNSUPPORTED', `NVRTC ${major}.${minor} has no ${name}`, {
          backend: 'nvrtc',
          call: name,
        });
      }
      const types = nvrtcSignatures[name].split(' ').map((letter) => foreignTypes[letter] ?? 'void *');
      bound = this.#handle.func(name, 'int', types);
      this.#functions.set(name, bound);
    }
    return bound;
  }

  /** Address of a function, for those who call it from native code. */
  addressOf(name: NvrtcFunctionName): bigint {
    return BigInt(this.#handle.symbol(name) as bigint);
  }

  /** Calls a function. @returns its result by name */
  result(name: NvrtcFunctionName, ...args: readonly (HostPointer | string)[]): NvrtcResult {
    return resultName(this.function(name)(...args));
  }

  /** Calls a function. @throws HeddleError for a result other than success */
  call(name: NvrtcFunctionName, ...args: readonly (HostPointer | string)[]): void {
    const result = this.result(name, ...args);
    if (result !== 'NVRTC_SUCCESS') throw nvrtcError(name, result);
  }

  #readArchitectures(): number[] {
    const count = new Int32Array(1);
    this.call('nvrtcGetNumSupportedArchs', count);
    const list = new Int32Array(Math.max(1, count[0] ?? 0));
    this.call('nvrtcGetSupportedArchs', list);
    return [...list.subarray(0, count[0])].sort((a, b) => a - b);
  }
}

const loaded = new Map<string, NvrtcLibrary>();

/** nvrtcResult by name. */
export function resultName(value: number): NvrtcResult {
  return nvrtcResults[value] ?? 'NVRTC_ERROR_INTERNAL_ERROR';
}

/** The error for a failed call that is not about the source. */
export function nvrtcError(call: NvrtcFunctionName, status: NvrtcResult): HeddleError {
  const code =
    status === 'NVRTC_ERROR_OUT_OF_MEMORY'
      ? 'OUT_OF_MEMORY'
      : status === 'NVRTC_ERROR_INVALID_INPUT'
        ? 'ARGUMENT'
        : 'UNSUPPORTED';
  return new HeddleError(code, `${call} failed: ${status}`, { backend: 'nvrtc', call, status });
}

function fileFacts(path: string): string {
  try {
    const { size, mtimeMs } = statSync(path);
    return `${size} ${mtimeMs}`;
  } catch {
    // Found by the loader under a bare name: the version must do.
    return '';
  }
}

function notLoaded(failures: readonly LoadFailure[]): HeddleError {
  const broken = failures.filter((failure) => !isAbsent(failure));
  const reason =
    broken.length > 0
      ? `libnvrtc failed to load: ${broken.map(({ path, message }) => `${path}: ${message}`).join('; ')}`
      : `libnvrtc is not installed (tried ${failures.map(({ path }) => path).join(', ')})`;
  return new HeddleError('UNAVAILABLE', reason, {
    backend: 'nvrtc',
    status: broken.length > 0 ? 'LIBRARY_BROKEN' : 'NO_LIBRARY',
    hint:
      'Install the CUDA toolkit or the Python package nvidia-cuda-nvrtc, or name the library in ' +
      'HEDDLE_NVRTC_LIBRARY. Where nvcc is installed, @heddle/backend-cuda needs no libnvrtc.',
  });
}
