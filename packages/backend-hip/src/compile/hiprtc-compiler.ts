/** hiprtc as one of core's compilers. */
import { HeddleError, type SourceLanguage } from '@heddle/core';
import {
  argumentError,
  hipDialect,
  hipFacts,
  hipOptionRules,
  linkerRules,
  restoredCharacters,
  type Artifact,
  type CompileRequest,
  type Compiler,
  type Dialect,
} from '@heddle/core/backend';
import {
  compileProgram,
  programArtifact,
  refusedName,
  refusedOption,
  refusedSource,
  rtcError,
  RtcProgram,
  standardHeaders,
  type SimtContext,
} from '@heddle/simt-driver';
import { hiprtc, type HiprtcFunctionName, type HiprtcResult } from '../library/hiprtc-functions';
import { assertKnownArchitecture, type HiprtcLibrary } from '../library/hiprtc-library';
import { deviceCode } from './code-format';
import { appendedNames, findRefusedName } from './name-expressions';
import { compilePlan } from './compile-options';
import { cudaSpelledHeaders, cudaSpellings } from './cuda-spellings';
import { hipHeaders, hipSpellings } from './hip-headers';
import { hiprtcVariables } from './hiprtc-variables';
import { linkedArtifact } from './linked-artifact';
import { linkFunctions, linkProgram } from './link-program';
import { withUserNames } from './source-name';

/** The device that is compiled for. */
export interface CompileTarget {
  /** `gfx90a:sramecc+:xnack-` */
  readonly architecture: string;
  /** Lanes of a wavefront. */
  readonly warpSize: number;
  readonly float16: boolean;
}

/** By whom objects are linked. */
export interface HiprtcLinking {
  /** Whose device hiprtc links for; without it, it links for none. */
  readonly context?: SimtContext;
  /** Compiles and links objects if this hiprtc cannot. */
  readonly instead?: Pick<Required<Compiler>, 'compileObject' | 'link'>;
}

export class HiprtcCompiler implements Compiler {
  readonly id = 'hiprtc';
  readonly languages: readonly SourceLanguage[] = ['hip', 'cuda'];
  readonly packingLimitsAlignas = true;
  readonly optionRules = hipOptionRules;
  readonly linkOptionRules = linkerRules;
  readonly variables = hiprtcVariables;
  readonly searchesWorkingFolder = true;
  readonly dialect: Dialect;
  readonly #library: HiprtcLibrary;
  readonly #target: CompileTarget;
  /** AMD's compiler has HIP C++ built in and needs CUDA's spellings; another vendor's library has its own headers. */
  readonly #isAmd: boolean;
  readonly #fingerprint: string;
  readonly #linking: HiprtcLinking;

  constructor(library: HiprtcLibrary, target: CompileTarget, linking: HiprtcLinking = {}) {
    this.#library = library;
    this.#target = target;
    this.#linking = linking;
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
    using program = this.#program(request);
    const compiled = await this.#compile(program, request);
    const code = deviceCode(program.output('hiprtcGetCodeSize', 'hiprtcGetCode', 'code object'));
    const entryNames = { ...appendedNames(request, code), ...compiled.entryNames };
    return programArtifact({ log: compiled.log, entryNames }, request, code.format, code.bytes);
  }

  /** LLVM bitcode. Variables and templates are not asked for by expression here: what hiprtc appends would collide. */
  async compileObject(written: CompileRequest): Promise<Artifact> {
    if (!this.#links) return this.#instead().compileObject(written);
    const request = { ...written, names: [], globals: [], options: ['-fgpu-rdc', ...written.options] };
    using program = this.#program(request);
    const { log } = await this.#compile(program, request);
    const bytes = program.output('hiprtcGetBitcodeSize', 'hiprtcGetBitcode', 'bitcode');
    return { format: 'bitcode', bytes, entryNames: {}, log };
  }

  /** Links in memory, for the device. */
  async link(objects: readonly Artifact[], options: readonly string[]): Promise<Artifact> {
    if (!this.#links) return this.#instead().link(objects, options);
    const { context } = this.#linking;
    if (!context) throw new HeddleError('UNSUPPORTED', 'linking needs a device', { backend: 'hip' });
    if (options.length > 0) {
      throw argumentError(`hiprtc's linker takes no options, such as ${options[0] ?? ''}`, { backend: 'hip' });
    }
    context.enter();
    return linkedArtifact(linkProgram(this.#library, objects), 'hiprtc');
  }

  get #links(): boolean {
    return linkFunctions.every((name) => this.#library.has(name));
  }

  #instead(): Pick<Required<Compiler>, 'compileObject' | 'link'> {
    const { instead } = this.#linking;
    if (instead) return instead;
    const { major, minor } = this.#library.version;
    throw new HeddleError(
      'UNSUPPORTED',
      `hiprtc ${major}.${minor} links no objects; that of ROCm 5.3 is the first to`,
      {
        backend: 'hip',
        call: 'hiprtcLinkCreate',
        hint: 'Install a newer ROCm, or hipcc beside this one.',
      },
    );
  }

  #program({ source, fileName, language, headers }: CompileRequest): RtcProgram<HiprtcFunctionName, HiprtcResult> {
    return new RtcProgram(this.#library, {
      source: this.#sourceOf(source, fileName, language),
      fileName,
      headers: { ...this.#headersFor(language), ...headers },
    });
  }

  async #compile(program: RtcProgram<HiprtcFunctionName, HiprtcResult>, request: CompileRequest) {
    const { architecture, options } = compilePlan(request, this.#target.architecture);
    assertKnownArchitecture(this.#library, architecture);
    const { result, log: written, entryNames } = await compileProgram(program, request, options, 'HIPRTC_SUCCESS');
    const log = restoredCharacters(withUserNames(written, request.fileName), request);
    if (result !== 'HIPRTC_SUCCESS') throw await this.#refusal(result, log, request);
    return { log, entryNames };
  }

  // The source keeps its own line numbers and name after what is put in front of it.
  #sourceOf(source: string, fileName: string, language: SourceLanguage): string {
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
    return refusedSource(request, { backend: 'hip', compiler: 'hiprtc', log });
  }
}
