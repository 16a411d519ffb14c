/** hiprtc, loaded: from the HIP library itself or from the one beside it, and what it can compile for. */
import { HeddleError } from '@heddle/core';
import { loadFirst, rtcNotLoaded, RtcLibrary, type LoadFailure } from '@heddle/simt-driver';
import { knownArchitectures } from './code-object-manager';
import { comgrCandidates, hiprtcCandidates } from './find-hip';
import { hiprtc, type HiprtcFunctionName, type HiprtcResult } from './hiprtc-functions';

export class HiprtcLibrary extends RtcLibrary<HiprtcFunctionName, HiprtcResult> {
  #architectures: readonly string[] | undefined;

  /**
   * Loads the library, once for the process and place.
   *
   * @param hipLibrary - where the HIP library was found, to which it belongs
   * @throws HeddleError `UNAVAILABLE` saying whether it is absent, failed to load or has no compiler in it
   */
  static load(hipLibrary: string, candidates: readonly string[] = hiprtcCandidates(hipLibrary)): HiprtcLibrary {
    const key = candidates.join('\n');
    let library = loaded.get(key);
    if (!library) loaded.set(key, (library = loadCompiler(candidates)));
    return library;
  }

  /**
   * The architectures that its code-object manager knows, with their features left out: `gfx906`, `gfx90a`. Any other
   * would end the process. Empty if there is no such manager: a library with hiprtc's interface over NVRTC.
   */
  get architectures(): readonly string[] {
    return (this.#architectures ??= knownArchitectures(comgrCandidates(this.path)));
  }
}

const loaded = new Map<string, HiprtcLibrary>();

const installHint =
  'Install hiprtc of the same ROCm version (the packages hip-runtime-amd, libhiprtc or libamdhip64), or name its ' +
  'library in HEDDLE_HIPRTC_LIBRARY.';

// A library that loads without hiprtc's functions in it is as good as absent.
function loadCompiler(candidates: readonly string[]): HiprtcLibrary {
  const failures: LoadFailure[] = [];
  for (const candidate of candidates) {
    const found = loadFirst([candidate]);
    if ('failures' in found) {
      failures.push(...found.failures);
      continue;
    }
    if (hasCompiler(found.handle)) return new HiprtcLibrary(hiprtc, found);
    failures.push({ path: candidate, message: 'not found: hiprtcCompileProgram' });
  }
  throw rtcNotLoaded('hip', 'hiprtc', installHint, failures);
}

function hasCompiler(handle: { symbol(name: string): unknown }): boolean {
  try {
    return handle.symbol('hiprtcCompileProgram') !== null;
  } catch {
    return false;
  }
}

/** @throws HeddleError `UNSUPPORTED` naming the architectures there are */
export function assertKnownArchitecture(library: HiprtcLibrary, architecture: string): void {
  const [name = ''] = architecture.split(':');
  // The manager is loaded to be asked, and its LLVM ends a process that has another one: not for NVIDIA's devices.
  if (!name.startsWith('gfx')) return;
  const known = library.architectures;
  if (known.length === 0 || known.includes(name)) return;
  const { major, minor } = library.version;
  throw new HeddleError('UNSUPPORTED', `hiprtc ${major}.${minor} does not compile for ${name}`, {
    backend: 'hip',
    hint: `It knows ${known.join(', ')}. A newer ROCm knows more.`,
  });
}
