/** Options of a compilation. */
import { optionNames } from '../diagnostics';
import type { SourceLanguage } from '../signature';

export interface CompileOptions {
  /** Default: told from the source (`__global__`: CUDA, `__kernel`: OpenCL, `KERNEL`: portable). */
  readonly language?: SourceLanguage;
  /** Kernels wanted by C++ name expression: `['saxpy<float>', 'ns::blur<16, 16>']`. Plain kernels need no mention. */
  readonly names?: readonly string[];
  /** Module variables that will be asked for by `module.global`. Needed only for those inside namespaces or templates. */
  readonly globals?: readonly string[];
  /** Compiler options, one per entry. They never pass through a shell. */
  readonly options?: readonly string[];
  /** Macros. `true` defines an empty one, `false` and undefined none. */
  readonly defines?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** Folders for `#include`, in order. */
  readonly includeDirs?: readonly string[];
  /** Headers from memory: name as in `#include` -> text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The source's name in diagnostics. Default `kernel.cu`, `kernel.cl`… */
  readonly fileName?: string;
  /** A compiler of this device by its id, if there are several. Default: the first that takes the language. */
  readonly compiler?: string;
  /** Uses the artifact cache. Default true. */
  readonly cache?: boolean;
  readonly signal?: AbortSignal;
}

/** The names of {@link CompileOptions}. */
export const compileOptionNames = optionNames<CompileOptions>({
  language: true,
  names: true,
  globals: true,
  options: true,
  defines: true,
  includeDirs: true,
  headers: true,
  fileName: true,
  compiler: true,
  cache: true,
  signal: true,
});
