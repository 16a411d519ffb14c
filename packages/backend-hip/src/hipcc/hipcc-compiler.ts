/** hipcc as one of core's compilers. */
import type { SourceLanguage } from '@heddle/core';
import {
  hipDialect,
  hipFacts,
  hipOptionRules,
  linkerRules,
  type Artifact,
  type CompileRequest,
  type Compiler,
  type Dialect,
} from '@heddle/core/backend';
import {
  markedExpressions,
  markedNames,
  markText,
  programArtifact,
  runSourceCompiler,
  type SourceRunResult,
} from '@heddle/simt-driver';
import { deviceCode } from '../compile/code-format';
import { compilePlan } from '../compile/compile-options';
import { cudaSpellings } from '../compile/cuda-spellings';
import { hipSpellings } from '../compile/hip-headers';
import type { CompileTarget } from '../compile/hiprtc-compiler';
import { findHipcc } from './find-hipcc';
import { hipccVariables } from './hipcc-variables';
import { linkBitcode } from './link-bitcode';
import { hipccProgram } from './hipcc-program';
import { assertNoOutput } from './shell-text';

// CUDA's headers by their names, with HIP's.
const cudaSpelledHeaders: Readonly<Record<string, string>> = {
  'cuda_runtime.h': '#include <hip/hip_runtime.h>\n',
  'cuda_fp16.h': '#include <hip/hip_fp16.h>\n',
  'cooperative_groups.h': '#include <hip/hip_cooperative_groups.h>\n',
};
// hipcc's own default goes back to C++11 in older versions.
const standard = '-std=c++17';

export class HipccCompiler implements Compiler {
  readonly id = 'hipcc';
  readonly languages: readonly SourceLanguage[] = ['hip', 'cuda'];
  readonly packingLimitsAlignas = true;
  readonly optionRules = hipOptionRules;
  readonly linkOptionRules = linkerRules;
  readonly variables = hipccVariables;
  readonly dialect: Dialect;
  readonly #target: CompileTarget;

  constructor(target: CompileTarget) {
    this.#target = target;
    const { float16, warpSize } = target;
    this.dialect = hipDialect({
      float16,
      float64: true,
      halfHeader: float16 ? 'hip/hip_fp16.h' : undefined,
      warpSize,
    });
  }

  async fingerprint(): Promise<string> {
    const { architecture, warpSize } = this.#target;
    const own = [hipSpellings, cudaSpellings, ...Object.values(cudaSpelledHeaders), standard];
    return [(await findHipcc()).identity, architecture, warpSize, ...own].join('\n');
  }

  async compile(request: CompileRequest): Promise<Artifact> {
    const { options } = compilePlan(request, this.#target.architecture);
    const source = `${this.#sourceOf(request)}\n${markText(request)}`;
    const made = await this.#run(request, source, ['--genco', standard, ...options]);
    const { format, bytes } = deviceCode(made.bytes, 'hipcc');
    const marks = markedExpressions(request);
    const found = [...markedNames(format, bytes, [...marks.keys()])];
    const entryNames = Object.fromEntries(found.map(([mark, symbol]) => [marks.get(mark) ?? mark, symbol]));
    return programArtifact({ log: made.log, entryNames }, request, format, bytes);
  }

  /** LLVM bitcode. Variables and templates are not asked for by expression here: the marks would collide. */
  async compileObject(request: CompileRequest): Promise<Artifact> {
    const { options } = compilePlan(request, this.#target.architecture);
    const bitcodeOptions = ['--genco', '-fgpu-rdc', '-emit-llvm', '-c', standard];
    const { bytes, log } = await this.#run(request, this.#sourceOf(request), [...bitcodeOptions, ...options]);
    return { format: 'bitcode', bytes, entryNames: {}, log };
  }

  /** @param options - those of LLVM's linker, and the architecture if it is not the device's */
  async link(objects: readonly Artifact[], options: readonly string[]): Promise<Artifact> {
    const { architecture } = this.#target;
    return linkBitcode(await findHipcc(), objects, { architecture, options });
  }

  async #run(request: CompileRequest, source: string, options: readonly string[]): Promise<SourceRunResult> {
    const { path } = await findHipcc();
    assertNoOutput(request.options);
    const headers = headersFor(request);
    return runSourceCompiler(hipccProgram, request, { path, output: 'heddle.out', source, options, headers });
  }

  // #line keeps the line numbers and the name of the user's source.
  #sourceOf({ source, fileName, language }: CompileRequest): string {
    const spellings = `${hipSpellings}${language === 'cuda' ? cudaSpellings : ''}`;
    const facts = hipFacts(this.#target.warpSize);
    return `#include <hip/hip_runtime.h>\n${facts}${spellings}#line 1 ${JSON.stringify(fileName)}\n${source}`;
  }
}

function headersFor({ language, headers }: CompileRequest): Readonly<Record<string, string>> {
  return language === 'cuda' ? { ...cudaSpelledHeaders, ...headers } : headers;
}
