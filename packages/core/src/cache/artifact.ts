/**
 * The entries of the artifact cache, and the requests for them.
 */
import type { CompilerInputs } from '../compiler-environment';
import type { SourceLanguage } from '../signature/signature';

/** What JSON can hold. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** Facts about an artifact that are needed to load it. */
export interface ArtifactMetadata {
  /** The format of the bytes: `cubin`, `ptx`, `hsaco`, `spirv`, `elf`. */
  readonly format: string;
  /** The entry point in the artifact of each name asked for: a mangled name, or the name itself. */
  readonly entryNames: Readonly<Record<string, string>>;
  /** The compiler's output, warnings included. */
  readonly log: string;
  /** Anything else the backend needs again; must survive JSON. */
  readonly [name: string]: JsonValue;
}

/** One compiled artifact. Shared between all who ask for it: neither part may be changed. */
export interface CacheEntry {
  readonly metadata: ArtifactMetadata;
  readonly bytes: Uint8Array;
}

/** A cache entry and where it came from. `joined` waited for an identical request of this process. */
export interface CachedArtifact extends CacheEntry {
  readonly origin: 'memory' | 'disk' | 'compiled' | 'joined';
}

/** Everything that decides what a compiler produces. Two requests with the same key have the same artifact. */
export interface ArtifactRequest {
  /** Id of the compiler: `nvrtc`, `c++`. */
  readonly compiler: string;
  /** All of the compiler and its system headers that changes its output: version, path, target. */
  readonly fingerprint: string;
  /** The target: `sm_90`, `gfx942`, `x86-64`. */
  readonly architecture: string;
  /** The language of the source. Decides how its includes are found. Default `c++`. */
  readonly language?: SourceLanguage;
  /** Text of the dialect preamble that goes before the source. Default none. */
  readonly dialect?: string;
  readonly source: string;
  /** What diagnostics call the source. Default none. */
  readonly fileName?: string;
  /** What the artifact is, of a compiler that makes several kinds: `module`, `object`. Default none. */
  readonly form?: string;
  /** Options in the order the compiler gets them. */
  readonly options?: readonly string[];
  /** Kernels and name expressions asked for; their order is not part of the key. */
  readonly names?: readonly string[];
  /** Variables asked for, in order. */
  readonly globals?: readonly string[];
  /** Macros that are defined besides those of the options. */
  readonly defines?: Readonly<Record<string, string>>;
  /** Headers passed as text, by the name under which they are included. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The folder that `#include "x"` of the source is searched in first. Default: none. */
  readonly sourceFolder?: string;
  /** Folders searched for includes, in order. */
  readonly includeDirs?: readonly string[];
  /**
   * Reads what the compiler takes from the environment: for the key, and once more after compiling. Default:
   * nothing.
   */
  readonly inputs?: () => CompilerInputs;
  /** The inputs that were read when the request was made. Default: they are read for the key. */
  readonly givenInputs?: CompilerInputs;
}

/** The key of a request, or why it has none: such a request is compiled every time. */
export type ArtifactKey =
  | {
      readonly key: string;
      readonly uncacheable?: undefined;
      /**
       * Tells whether the included files and the environment are still those of the key. Asked after compiling: a file
       * that changed in between would be stored under the key of its former contents. Absent if the request has neither.
       */
      readonly unchanged?: () => Promise<boolean>;
    }
  | { readonly key: undefined; readonly uncacheable: string };
