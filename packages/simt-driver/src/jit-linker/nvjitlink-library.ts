/** libnvJitLink, loaded: its functions, bound when first used. */
import { HeddleError } from '@heddle/core';
import { isAbsent, loadFirst, type LoadedLibrary, type LoadFailure } from '../library/load-library';
import { VendorLibrary } from '../library/vendor-library';
import type { HostPointer } from '../symbols/signatures';
import { nvJitLinkCandidates } from './find-nvjitlink';
import {
  nvJitLinkResults,
  nvJitLinkSignatures,
  type NvJitLinkFunctionName,
  type NvJitLinkResult,
} from './nvjitlink-functions';

const title = 'nvJitLink';

export class NvJitLinkLibrary extends VendorLibrary<NvJitLinkFunctionName> {
  /** The backend that loaded it, for errors. */
  readonly backend: string;
  /** 12.0 for all releases before 12.3, which cannot tell. */
  readonly version: { readonly major: number; readonly minor: number };

  private constructor(backend: string, loaded: LoadedLibrary) {
    super({ backend, title, signatures: nvJitLinkSignatures, oldSymbol }, loaded);
    this.backend = backend;
    const [major, minor] = [Uint32Array.of(12), Uint32Array.of(0)];
    if (this.has('nvJitLinkVersion')) this.call('nvJitLinkVersion', major, minor);
    this.version = { major: major[0] ?? 0, minor: minor[0] ?? 0 };
  }

  /**
   * Loads the library, once for the process and place.
   *
   * @param backend - who asks, for errors
   * @throws HeddleError `UNSUPPORTED` saying whether it is absent or failed to load, and what to install
   */
  static load(backend = 'nvrtc', candidates: readonly string[] = nvJitLinkCandidates(undefined)): NvJitLinkLibrary {
    const key = [backend, ...candidates].join('\n');
    let library = libraries.get(key);
    if (!library) {
      const found = loadFirst(candidates);
      if ('failures' in found) throw notLoaded(backend, found.failures);
      libraries.set(key, (library = new NvJitLinkLibrary(backend, found)));
    }
    return library;
  }

  /** Calls a function. @returns its result by name */
  result(name: NvJitLinkFunctionName, ...args: readonly (HostPointer | string)[]): NvJitLinkResult {
    return nvJitLinkResultName(this.function(name)(...args));
  }

  /** Calls a function. @throws HeddleError for a result other than success */
  call(name: NvJitLinkFunctionName, ...args: readonly (HostPointer | string)[]): void {
    const status = this.result(name, ...args);
    if (status === 'NVJITLINK_SUCCESS') return;
    const code = status === 'NVJITLINK_ERROR_INVALID_INPUT' ? 'ARGUMENT' : 'UNSUPPORTED';
    throw new HeddleError(code, `${name} failed: ${status}`, { backend: this.backend, call: name, status });
  }
}

/** nvJitLinkResult by name. */
export function nvJitLinkResultName(value: number): NvJitLinkResult {
  return nvJitLinkResults[value] ?? 'NVJITLINK_ERROR_INTERNAL';
}

// NVIDIA's header gives each function's name to a symbol with the release in it, which all later ones of the major
// version have too.
function oldSymbol(name: NvJitLinkFunctionName): string {
  return `__${name}_12_0`;
}

const libraries = new Map<string, NvJitLinkLibrary>();

function notLoaded(backend: string, failures: readonly LoadFailure[]): HeddleError {
  const broken = failures.filter((failure) => !isAbsent(failure));
  const reason =
    broken.length > 0
      ? `libnvJitLink failed to load: ${broken.map(({ path, message }) => `${path}: ${message}`).join('; ')}`
      : `link-time optimisation needs libnvJitLink, which is not installed (tried ${failures.map(({ path }) => path).join(', ')})`;
  return new HeddleError('UNSUPPORTED', reason, {
    backend,
    status: broken.length > 0 ? 'LIBRARY_BROKEN' : 'NO_LIBRARY',
    hint:
      'Install the CUDA toolkit or the Python package nvidia-nvjitlink (for CUDA 12: nvidia-nvjitlink-cu12), or name ' +
      'the library in HEDDLE_NVJITLINK_LIBRARY.',
  });
}
