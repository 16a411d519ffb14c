/** CUDA and HIP kernels, compiled for the CPU by the machine's C++ compiler. */
import { join } from 'node:path';
import type { SourceLanguage } from '@heddle/core';
import {
  cOptionRules,
  cudaDialect,
  hostCompilerVariables,
  readOutput,
  restoredCharacters,
  runCompiler,
  withTemporaryFolder,
  writeHeaders,
  type Artifact,
  type Compiler,
  type CompileRequest,
  type CompilerOutcome,
  type Dialect,
  type StartProgram,
} from '@heddle/core/backend';
import { headerStamps } from '../runtime/build-runtime';
import { findCompiler, noCompiler, isGcc, type FoundCompiler } from './find-compiler';
import { entryLines, generatedFile, overloadedKernels, withoutRefusedKernels } from './entry-lines';
import { runtimeFolder } from './package-folder';
import { withBlockFunctions, type BlockFunctions } from './regions/block-functions';
import { yieldInPollingLoops } from './polling-loops';
import { PrecompiledHeader } from './precompiled-header';
import { refusal } from './refusal';
import { alignSharedFirst } from './shared-alignment';

/**
 * The options for every kernel. Results follow IEEE 754, with contraction to fused multiply-add as in CUDA's default;
 * the user option `-ffp-contract=off` turns that off.
 */
const kernelFlags = [
  '-x',
  'c++',
  '-std=c++17',
  '-O3',
  '-pipe',
  '-march=native',
  '-ffp-contract=fast',
  // Kernels read the same memory as float and as int, as float4 and as int: code that runs on GPUs does.
  '-fno-strict-aliasing',
  // On a GPU a hash of each thread's number wraps around by itself. If that were undefined, the compiler would drop the
  // threads whose numbers do. The cost: a loop over `data[y * width + x]` of `int`s is not vectorized.
  '-fwrapv',
  // A thread's array that is larger than its stack ends in the pages that guard it, and not after them.
  '-fstack-clash-protection',
  '-fno-math-errno',
  '-fno-trapping-math',
  '-fPIC',
  '-fno-semantic-interposition',
  '-fno-asynchronous-unwind-tables',
  // `#pragma unroll` is CUDA's.
  '-Wno-unknown-pragmas',
] as const;

/**
 * Of the threads that a row of a block has left over when it was cut into vectors, GCC makes shorter vectors and then a
 * loop, which takes a small kernel a tenth of its compile time: a loop at once.
 *
 * `x < width && y < height` stay two comparisons: one moves out of the loop over a row's threads, and the loop is split
 * for the other. If both were merged into one, nothing would be vectorized.
 *
 * Dynamic shared memory of a type that has a constructor is not constructed.
 */
const gccFlags = [
  '-fno-extern-tls-init',
  '--param',
  'vect-epilogues-nomask=0',
  '--param',
  'logical-op-non-short-circuit=0',
] as const;

const linkFlags = ['-shared', '-Wl,-Bsymbolic'] as const;

/**
 * Linking against the C++, mathematics and C libraries takes GCC's linker longer than a small kernel takes the compiler.
 * The process that loads a kernel has them, so by default a kernel is linked to none of them, and its names are found
 * when it is loaded. With options of the user's, which may want a library (-fopenmp, -ffast-math), the link is GCC's own.
 *
 * Code and constants lie on pages of their own otherwise, which doubles what the cache keeps of a small kernel.
 */
const withoutLibraries = ['-nodefaultlibs', '-fno-use-linker-plugin', '-Wl,-z,noseparate-code'] as const;

const dialectHeader = 'heddle_cuda.h';

export interface KernelCompilerOptions {
  /** The format of the artifacts: it names the processor, since they run on no other kind. */
  readonly artifactFormat: string;
  /** How the compiler is started. */
  readonly start: StartProgram;
}

export class KernelCompiler implements Compiler {
  readonly id = 'c++';
  readonly languages: readonly SourceLanguage[] = ['cuda', 'hip'];
  readonly packingLimitsAlignas = true;
  readonly optionRules = cOptionRules;
  readonly variables = hostCompilerVariables;
  readonly dialect: Dialect = cudaDialect({
    language: 'cuda',
    halfHeader: 'cuda_fp16.h',
    float16: true,
    float64: true,
    globalIndex: 'heddle_global_index(axis)',
  });
  protected readonly start: StartProgram;
  readonly #format: string;
  #precompiled: PrecompiledHeader | undefined;

  constructor({ artifactFormat, start }: KernelCompilerOptions) {
    this.#format = artifactFormat;
    this.start = start;
  }

  fingerprint(): string {
    const compiler = usableCompiler();
    return [
      compiler.fingerprint,
      flagsFor(compiler).join(' '),
      linkFlags.join(' '),
      withoutLibraries.join(' '),
      headerStamps(),
    ].join('\n');
  }

  async compile(request: CompileRequest): Promise<Artifact> {
    const compiler = usableCompiler();
    return withTemporaryFolder(async (folder) => {
      const headers = join(folder, 'headers');
      await writeHeaders(headers, request.headers);
      const output = join(folder, 'kernel.so');
      const plain = isPlain(request, compiler);
      const precompiled = plain ? await this.#precompiledHeader(compiler).offer(folder) : undefined;
      const build = async (asked: CompileRequest, unit: string, file = output): Promise<CompilerOutcome> => {
        const args = [
          ...flagsFor(compiler),
          ...(precompiled === undefined ? [] : [`-I${precompiled}`]),
          ...sharedArguments(asked, headers),
          ...linkFlags,
          ...(plain ? withoutLibraries : []),
          '-',
          '-o',
          file,
          // No library of the process but an archive of pieces of code.
          ...(plain ? ['-lgcc'] : []),
        ];
        const { signal } = request;
        const run = await runCompiler(compiler.path, args, {
          input: unit,
          folder,
          variables: this.variables,
          signal,
          backend: 'host',
          start: this.start,
        });
        return { ...run, log: restoredCharacters(run.log.replaceAll(`${headers}/`, ''), request) };
      };
      // A block function that misunderstood the source does not compile.
      const blocks = withBlockFunctions(rewritten(request.userSource), request);
      let run = blocks.names.size > 0 ? await build(request, unitOf(request, blocks)) : undefined;
      if (run?.succeeded && run.log !== '') {
        // Warnings of a block function are about generated code: use those of the unchanged source.
        const written = await build(request, translationUnit(request), join(folder, 'as-written.so'));
        if (written.succeeded) run = { ...run, log: written.log };
      }
      if (!run?.succeeded) run = await build(request, translationUnit(request));
      const overloaded = run.succeeded ? undefined : overloadedKernels(request, run.log);
      if (overloaded?.size) run = await build(request, translationUnit(request, overloaded));
      const rest = run.succeeded ? undefined : withoutRefusedKernels(request, run.log);
      if (rest) run = await build(rest, translationUnit(rest));
      if (!run.succeeded) throw refusal(request, compiler, run.log);
      // Only now, so that it takes nothing from a process that compiles no second kernel.
      if (plain) this.#precompiledHeader(compiler).prepare();
      const { log } = run;
      const bytes = await readOutput(output, { compiler: this.id, backend: 'host', options: request.options, log });
      return { format: this.#format, bytes, entryNames: {}, log };
    });
  }

  /** Gives back what compilations share. */
  close(): void {
    this.#precompiled?.close();
  }

  #precompiledHeader(compiler: FoundCompiler): PrecompiledHeader {
    return (this.#precompiled ??= new PrecompiledHeader({
      compiler,
      flags: flagsFor(compiler),
      includeFolder: join(runtimeFolder(), 'include'),
      header: dialectHeader,
      stamps: headerStamps(),
      start: this.start,
    }));
  }
}

function flagsFor(compiler: FoundCompiler): readonly string[] {
  return isGcc(compiler) ? [...kernelFlags, ...gccFlags] : kernelFlags;
}

// True for GCC on Linux and a request without options: only then are these flags known to work.
function isPlain({ options }: CompileRequest, compiler: FoundCompiler): boolean {
  return process.platform === 'linux' && isGcc(compiler) && options.length === 0;
}

/** The arguments that follow from a request alone: the user's options, macros and folders, and the dialect. */
export function sharedArguments(request: CompileRequest, headersFolder: string): string[] {
  return [
    // The request's own headers and folders come before those among its options, as for every compiler.
    `-I${headersFolder}`,
    ...request.includeDirs.map((folder) => `-I${folder}`),
    ...request.options,
    ...definesOf(request, 'command line').map(([name, value]) => `-D${name}=${value}`),
    '-isystem',
    join(runtimeFolder(), 'include'),
    '-include',
    dialectHeader,
    // Portable source asks for its dialect instead, and for whether it is on a GPU.
    ...(request.source === request.userSource ? ['-include', `heddle/${request.language}_macros.h`] : []),
    ...(mayUseTextures(request) ? ['-include', 'heddle/texture.h'] : []),
    ...(mayUseMemoryFunctions(request) ? ['-include', 'heddle/c_memory.h'] : []),
  ];
}

// The texture functions are in every CUDA compiler. Here they cost a tenth of a small kernel's compile time, so they
// are there wherever a name of theirs, or a header of the user's that may hold one, is.
function mayUseTextures(request: CompileRequest): boolean {
  return (
    request.includeDirs.length > 0 || says(request, /(?:Texture|Surface)Object_t|\b(?:tex|surf)[123]D|\btexCubemap/)
  );
}

// If a kernel has such a name, the source means that.
function mayUseMemoryFunctions(request: CompileRequest): boolean {
  const names = /\b(?:malloc|free|memcpy|memmove|memset)\b/;
  return says(request, names) && !request.kernels.some(({ name }) => names.test(name));
}

function says({ source, headers }: CompileRequest, what: RegExp): boolean {
  return what.test(source) || Object.values(headers).some((text) => what.test(text));
}

// Macros that the dialect's header asks for, and what the language keeps for itself, go before everything. All others
// go after the header, in which they would replace names of its own: a user's `block` must not change the header.
function definesOf(request: CompileRequest, where: 'command line' | 'source'): [string, string][] {
  const includesFirst = request.options.some((option) => /^-(?:include|imacros)/.test(option));
  const isEarly = (name: string, value: string): boolean =>
    includesFirst ||
    /^(?:NDEBUG|CUDA_VERSION|HEDDLE_\w*|_[A-Z_]\w*)$/.test(name) ||
    // True if it could reach past its line: a comment, a literal, a continued line.
    /[\\/"']/.test(value);
  return Object.entries(request.defines).filter(([name, value]) => isEarly(name, value) === (where === 'command line'));
}

/** The user's source, under its own name and line numbers, and after it what makes its kernels findable. */
export function translationUnit(request: CompileRequest, overloaded?: ReadonlySet<string>): string {
  return unitOf(request, { source: rewritten(request.userSource), names: new Map() }, overloaded);
}

function unitOf(request: CompileRequest, blocks: BlockFunctions, overloaded?: ReadonlySet<string>): string {
  const name = JSON.stringify(request.fileName);
  const defines = definesOf(request, 'source').map(([macro, value]) => `#define ${macro} ${value}\n`);
  // An explicit instantiation, `template __global__ void scale<float>(float*);`, cannot be inline.
  const keyword = /\btemplate\s+(void\s+)?__global__\b/.test(request.source)
    ? '#undef __global__\n#define __global__\n'
    : '';
  return `${defines.join('')}${keyword}#line 1 ${name}\n${preambleOf(request)}${blocks.source}\n#line 1 "${generatedFile}"\n${entryLines(request, overloaded, blocks.names)}`;
}

// Explains constructs that CUDA accepts and C++ rejects, line by line.
function rewritten(source: string): string {
  return yieldInPollingLoops(alignSharedFirst(source));
}

// The portable dialect.
function preambleOf({ source, userSource }: CompileRequest): string {
  return source.slice(0, source.length - userSource.length);
}

/** @throws HeddleError `UNAVAILABLE` if there is no C++ compiler */
export function usableCompiler(): FoundCompiler {
  const compiler = findCompiler('c++');
  if (!compiler) throw noCompiler('c++');
  return compiler;
}
