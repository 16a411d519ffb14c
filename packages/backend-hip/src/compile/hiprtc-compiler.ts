/** hiprtc as one of core's compilers. */
import {
  compileError,
  hipDialect,
  hipFacts,
  type Artifact,
  type CompileRequest,
  type Compiler,
  type Dialect,
  type HeddleError,
  type SourceLanguage,
} from '@heddle/core';
import {
  compileProgram,
  failingHeader,
  programArtifact,
  refusedName,
  refusedOption,
  rtcError,
  RtcProgram,
  standardHeaders,
} from '@heddle/simt-driver';
import { hiprtc, type HiprtcResult } from '../library/hiprtc-functions';
import { assertKnownArchitecture, type HiprtcLibrary } from '../library/hiprtc-library';
import { deviceCode } from './code-format';
import { appendedNames, findRefusedName } from './name-expressions';
import { compilePlan } from './compile-options';
import { cudaSpelledHeaders, cudaSpellings } from './cuda-spellings';
import { hipHeaders, hipSpellings } from './hip-headers';
import { withUserNames } from './source-name';

/** The device that is compiled for. */
export interface CompileTarget {
  /** `gfx90a:sramecc+:xnack-` */
  readonly architecture: string;
  /** Lanes of a wavefront. */
  readonly warpSize: number;
  readonly float16: boolean;
}

export class HiprtcCompiler implements Compiler {
  readonly id = 'hiprtc';
  readonly languages: readonly SourceLanguage[] = ['hip', 'cuda'];
  readonly dialect: Dialect;
  readonly #library: HiprtcLibrary;
  readonly #target: CompileTarget;
  /** AMD's compiler has HIP C++ built in, and is told how CUDA spells it; another's library has its own headers. */
  readonly #isAmd: boolean;
  readonly #fingerprint: string;

  constructor(library: HiprtcLibrary, target: CompileTarget) {
    this.#library = library;
    this.#target = target;
    this.#isAmd = target.architecture.startsWith('gfx');
    this.dialect = hipDialect({
      float16: target.float16,
      float64: true,
      halfHeader: target.float16 ? 'hip/hip_fp16.h' : undefined,
      warpSize: target.warpSize,
    });
    const own = [hipHeaders, cudaSpelledHeaders].flatMap((headers) => Object.values(headers));
    this.#fingerprint = [
      library.identity,
      target.architecture,
      target.warpSize,
      hipSpellings,
      cudaSpellings,
      ...own,
    ].join('\n');
  }

  fingerprint(): string {
    return this.#fingerprint;
  }

  async compile(request: CompileRequest): Promise<Artifact> {
    const { architecture, options } = compilePlan(request, this.#target.architecture);
    assertKnownArchitecture(this.#library, architecture);
    const { fileName } = request;
    using program = new RtcProgram(this.#library, {
      source: this.#sourceOf(request),
      fileName,
      headers: { ...this.#headersFor(request.language), ...request.headers },
    });
    const compiled = await compileProgram(program, request, options, 'HIPRTC_SUCCESS');
    const { result } = compiled;
    const log = withUserNames(compiled.log, fileName);
    if (result !== 'HIPRTC_SUCCESS') throw await this.#refusal(result, log, request);
    const code = deviceCode(program.output('hiprtcGetCodeSize', 'hiprtcGetCode', 'code object'));
    const entryNames = { ...appendedNames(request, code), ...compiled.entryNames };
    return programArtifact({ log, entryNames }, request, code.format, code.bytes);
  }

  // The source keeps its own line numbers and name behind what is put in front of it.
  #sourceOf({ source, fileName, language }: CompileRequest): string {
    const spellings = this.#isAmd ? `${hipSpellings}${language === 'cuda' ? cudaSpellings : ''}` : '';
    return `${hipFacts(this.#target.warpSize)}${spellings}#line 1 ${JSON.stringify(fileName)}\n${source}`;
  }

  #headersFor(language: SourceLanguage): Readonly<Record<string, string>> {
    if (!this.#isAmd) return standardHeaders;
    return language === 'cuda' ? { ...hipHeaders, ...cudaSpelledHeaders } : hipHeaders;
  }

  async #refusal(result: HiprtcResult, log: string, request: CompileRequest): Promise<HeddleError> {
    if (result === 'HIPRTC_ERROR_INVALID_OPTION' || /^error: (?:unsupported option|unknown argument)/m.test(log)) {
      return refusedOption(this.#library, request, log, result);
    }
    if (result !== 'HIPRTC_ERROR_COMPILATION') return rtcError(hiprtc, 'hiprtcCompileProgram', result);
    const refused = findRefusedName(log, request);
    if (refused) return refusedName(this.#library, request, log, refused);
    const { fileName, headers } = request;
    return compileError({
      backend: 'hip',
      compiler: 'hiprtc',
      log,
      source: request.userSource,
      fileName,
      texts: { ...headers, ...(await failingHeader(log)) },
    });
  }
}
