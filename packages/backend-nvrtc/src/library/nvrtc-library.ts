/** libnvrtc, loaded: its functions, bound when first used, and what it can compile for. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HeddleError } from '@heddle/core';
import { loadFirst, resultNameOf, rtcError, RtcLibrary, rtcNotLoaded, type RtcFunction } from '@heddle/simt-driver';
import { nvrtcCandidates } from './find-nvrtc';
import { nvrtc, type NvrtcFunctionName, type NvrtcResult } from './nvrtc-functions';

/** A function of libnvrtc. Gives its nvrtcResult as a number. */
export type NvrtcFunction = RtcFunction;

export class NvrtcLibrary extends RtcLibrary<NvrtcFunctionName, NvrtcResult> {
  #architectures: readonly number[] | undefined;

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
      if ('failures' in found) throw rtcNotLoaded('nvrtc', 'libnvrtc', installHint, found.failures);
      loaded.set(key, (library = new NvrtcLibrary(nvrtc, found)));
      library.#loadBuiltins();
    }
    return library;
  }

  /** Compute capabilities it compiles to machine code for, ascending: 75, 80, 90. */
  get architectures(): readonly number[] {
    return (this.#architectures ??= this.#readArchitectures());
  }

  // libnvrtc opens its other half by name, which the loader finds where a toolkit is installed; a Python package's
  // lies beside it. What is loaded already is found under its name.
  #loadBuiltins(): void {
    const { major, minor } = this.version;
    const path = join(dirname(this.path), `libnvrtc-builtins.so.${major}.${minor}`);
    if (this.path.includes('/') && existsSync(path)) loadFirst([path]);
  }

  #readArchitectures(): number[] {
    const count = new Int32Array(1);
    this.call('nvrtcGetNumSupportedArchs', count);
    const list = new Int32Array(Math.max(1, count[0] ?? 0));
    this.call('nvrtcGetSupportedArchs', list);
    return [...list.subarray(0, count[0])].sort((a, b) => a - b);
  }
}

const installHint =
  'Install the CUDA toolkit or the Python package nvidia-cuda-nvrtc, or name the library in ' +
  'HEDDLE_NVRTC_LIBRARY. Where nvcc is installed, @heddle/backend-cuda needs no libnvrtc.';

const loaded = new Map<string, NvrtcLibrary>();

/** nvrtcResult by name. */
export function resultName(value: number): NvrtcResult {
  return resultNameOf(nvrtc, value);
}

/** The error for a failed call that is not about the source. */
export function nvrtcError(call: NvrtcFunctionName, status: NvrtcResult): HeddleError {
  return rtcError(nvrtc, call, status);
}
