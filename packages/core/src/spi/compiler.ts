/** Source to artifact. A backend has one or more; a user may choose one by its id. */
import type { OptionRules } from '../compiler-options';
import type { CompilerVariable } from '../compiler-environment';
import type { Dialect } from '../dialect/dialect';
import type { OptionSyntax } from '../signature/command-line';
import type { KernelSignature, SourceLanguage } from '../signature/signature';
import type { Artifact } from './artifact';

export interface CompileRequest {
  /** The text to compile: for portable source, after the dialect's preamble and a `#line` for its name. */
  readonly source: string;
  /** The user's own text, for excerpts in errors: line numbers of diagnostics count in it. */
  readonly userSource: string;
  /** What diagnostics call the source. */
  readonly fileName: string;
  readonly language: SourceLanguage;
  /** Kernels the user asked for by name expression, sorted, without duplicates. */
  readonly names: readonly string[];
  /** Module variables the user asked for, sorted, without duplicates. */
  readonly globals: readonly string[];
  /** What core's parser found in the source. */
  readonly kernels: readonly KernelSignature[];
  /** Compiler options, one per entry, passed as they are and never through a shell. */
  readonly options: readonly string[];
  /** Macros, values as text. */
  readonly defines: Readonly<Record<string, string>>;
  /** Folders searched for headers, in order, absolute. */
  readonly includeDirs: readonly string[];
  /** Headers given from memory: name as in `#include` -> text. */
  readonly headers: Readonly<Record<string, string>>;
  /** For {@link Compiler.compileObject}: in a form that is optimised when it is linked. */
  readonly linkTimeOptimization?: boolean;
  readonly signal?: AbortSignal;
}

export interface Compiler {
  /** Stable, for choosing and for cache keys: `nvcc`, `nvrtc`, `hiprtc`, `opencl`, `c++`. */
  readonly id: string;
  /** The languages that it takes: those that core knows, and its own by any name, such as `wgsl`. */
  readonly languages: readonly SourceLanguage[];
  /** What file names end in, by language. Default: as usual for a language that core knows, else the language's name. */
  readonly fileExtensions?: Readonly<Record<string, string>>;
  /** True if `compileObject` heeds {@link CompileRequest.linkTimeOptimization}. */
  readonly linkTimeOptimization?: boolean;
  /** The compiler's options, for what core checks before it is asked. Absent: no option is refused. */
  readonly optionRules?: OptionRules;
  /** Those of {@link Compiler.link}. */
  readonly linkOptionRules?: OptionRules;
  /** How its options are written. Default `gcc`. */
  readonly optionSyntax?: OptionSyntax;
  /**
   * True if `#include "x"` of a source may find a file in the process's working directory: for a compiler within the
   * process. One that is a program runs in a folder of its own.
   */
  readonly searchesWorkingFolder?: boolean;
  /** True if `#pragma pack` also limits `alignas` of members. Default: by the language. */
  readonly packingLimitsAlignas?: boolean;
  /**
   * False if it handles some attributes in its own way, as NVRTC does: `[[gnu::...]]`, those after a struct's brace, and
   * those that ask for less than the natural alignment. A struct that has one needs an explicit signature. Default true.
   */
  readonly gnuAttributes?: boolean;
  /** The preamble that makes portable source this compiler's language; absent if it takes none. */
  readonly dialect?: Dialect;
  /**
   * The variables of the environment that the compiler reads. Core puts them into the cache key and tracks the files
   * that are found through them; the backend passes the same table to `runCompiler`. Absent if it reads none.
   */
  readonly variables?: readonly CompilerVariable[];
  /**
   * Everything apart from the request and the environment that changes the output: versions, default options, target architecture.
   * Called before every cache look-up, so it must cost microseconds after the first time.
   */
  fingerprint(request: CompileRequest): Promise<string> | string;
  /**
   * @throws HeddleError `COMPILE` with `log`, and `excerpt` where the log names a line
   */
  compile(request: CompileRequest): Promise<Artifact>;
  /**
   * `linking`: compiles without linking. Functions of other objects need only be declared.
   *
   * @throws HeddleError `COMPILE`
   */
  compileObject?(request: CompileRequest): Promise<Artifact>;
  /**
   * `linking`: makes one module of objects.
   *
   * @param options - the linker's, one per entry
   * @returns the module, with the linker's own output as its log: core puts those of the objects before it
   * @throws HeddleError `COMPILE` for a function that none of them defines, or several do
   */
  link?(objects: readonly Artifact[], options: readonly string[]): Promise<Artifact>;
  /**
   * Makes a form of an artifact that loads faster, if that takes too long for `compile`. Called in the background once
   * the artifact is in use; its result replaces the artifact in the cache.
   *
   * @returns undefined if there is no better form
   */
  refine?(artifact: Artifact): Promise<Artifact | undefined>;
}
