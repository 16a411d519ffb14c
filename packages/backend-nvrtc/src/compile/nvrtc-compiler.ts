/** NVRTC as one of core's compilers. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { HeddleError, type SourceLanguage } from '@heddle/core';
import {
  compileError,
  cudaDialect,
  nvrtcOptionRules,
  restoredCharacters,
  type Artifact,
  type CompileRequest,
  type Compiler,
  type Dialect,
} from '@heddle/core/backend';
import {
  compileProgram,
  failingHeader,
  jitLink,
  linkImages,
  needsJitLink,
  nvrtcRefusedName,
  programArtifact,
  refusedName,
  refusedOption,
  standardHeaders,
  type SimtContext,
} from '@heddle/simt-driver';
import { toolkitIncludeFolders } from '../library/find-nvrtc';
import type { NvrtcResult } from '../library/nvrtc-functions';
import { nvrtcError, type NvrtcLibrary } from '../library/nvrtc-library';
import { compilePlan } from './compile-options';
import { leanRequest } from './lean-program';
import { NvrtcProgram } from './nvrtc-program';
import { nvrtcVariables } from './nvrtc-variables';

/** The device that is compiled for. */
export interface CompileTarget {
  /** `sm_90` */
  readonly architecture: string;
  readonly float16: boolean;
  /** Whose driver links objects; without it only libnvJitLink does. */
  readonly context?: SimtContext;
}

export class NvrtcCompiler implements Compiler {
  readonly id = 'nvrtc';
  readonly languages: readonly SourceLanguage[] = ['cuda'];
  readonly variables = nvrtcVariables;
  readonly linkTimeOptimization = true;
  readonly optionRules = nvrtcOptionRules;
  readonly linkOptionRules = nvrtcOptionRules;
  readonly searchesWorkingFolder = true;
  readonly gnuAttributes = false;
  readonly dialect: Dialect;
  readonly #library: NvrtcLibrary;
  readonly #target: CompileTarget;
  readonly #toolkitFolders: readonly string[];
  readonly #fingerprint: string;
  /** `--minimal`: until this version of NVRTC refuses it. */
  #takesMinimal = true;

  constructor(library: NvrtcLibrary, target: CompileTarget) {
    this.#library = library;
    this.#target = target;
    this.#toolkitFolders = toolkitIncludeFolders(library.path);
    const half = target.float16 && this.#toolkitFolders.length > 0;
    this.dialect = cudaDialect({
      language: 'cuda',
      float16: half,
      float64: true,
      halfHeader: half ? 'cuda_fp16.h' : undefined,
    });
    const own = Object.values(standardHeaders).join('\n');
    this.#fingerprint = [library.identity, target.architecture, own, ...this.#toolkitFolders.map(folderIdentity)].join(
      '\n',
    );
  }

  fingerprint(): string {
    return this.#fingerprint;
  }

  compile(request: CompileRequest): Promise<Artifact> {
    return this.#compile(request);
  }

  /** To relocatable machine code; with link-time optimisation to LTO-IR. */
  compileObject(request: CompileRequest): Promise<Artifact> {
    const form = request.linkTimeOptimization === true ? '--dlink-time-opt' : '--relocatable-device-code=true';
    return this.#compile({ ...request, options: [form, ...request.options] });
  }

  /** Links by the driver, in memory; LTO-IR, or with options, by libnvJitLink. */
  async link(objects: readonly Artifact[], options: readonly string[]): Promise<Artifact> {
    const { context, architecture } = this.#target;
    if (options.length > 0 || needsJitLink(objects)) {
      const { path, version } = this.#library;
      return jitLink(objects, { backend: 'nvrtc', architecture, options, compiler: { path, major: version.major } });
    }
    if (!context) throw new HeddleError('UNSUPPORTED', 'linking needs a device', { backend: 'nvrtc' });
    const { bytes, log } = linkImages(context, objects);
    const entryNames = Object.assign({}, ...objects.map((object) => object.entryNames)) as Record<string, string>;
    return { format: 'cubin', bytes, entryNames, log };
  }

  async #compile(request: CompileRequest): Promise<Artifact> {
    const lean = this.#takesMinimal ? leanRequest(request, this.dialect.preamble) : undefined;
    if (lean) {
      const { artifact, result } = await this.#run(lean);
      if (artifact) return artifact;
      if (result === 'NVRTC_ERROR_INVALID_OPTION') this.#takesMinimal = false;
      else if (result !== 'NVRTC_ERROR_COMPILATION') throw nvrtcError('nvrtcCompileProgram', result);
    }
    const { artifact, result, log } = await this.#run(request);
    if (artifact) return artifact;
    // It was the user's option then, not ours.
    if (result === 'NVRTC_ERROR_INVALID_OPTION') this.#takesMinimal = true;
    throw await this.#refusal(result, log, request);
  }

  async #run(request: CompileRequest) {
    const { architecture } = this.#target;
    const plan = compilePlan(request, architecture, this.#library.architectures, this.#toolkitFolders);
    const { source, fileName, headers } = request;
    using program = new NvrtcProgram(this.#library, { source, fileName, headers: { ...standardHeaders, ...headers } });
    const said = await compileProgram(program, request, plan.options, 'NVRTC_SUCCESS');
    const compiled = { ...said, log: restoredCharacters(said.log, request) };
    const { result, log } = compiled;
    if (result !== 'NVRTC_SUCCESS') return { artifact: undefined, result, log };
    return { artifact: programArtifact(compiled, request, plan.format, program.binary(plan.format)), result, log };
  }

  async #refusal(result: NvrtcResult, log: string, request: CompileRequest): Promise<HeddleError> {
    if (result === 'NVRTC_ERROR_INVALID_OPTION') return refusedOption(this.#library, request, log, result);
    if (result !== 'NVRTC_ERROR_COMPILATION') return nvrtcError('nvrtcCompileProgram', result);
    const refused = nvrtcRefusedName(log);
    if (refused) return refusedName(this.#library, request, log, refused);
    const { fileName, headers } = request;
    return compileError({
      backend: 'nvrtc',
      compiler: 'NVRTC',
      log,
      source: request.userSource ?? request.source,
      fileName,
      texts: { ...headers, ...(await failingHeader(log)) },
      ...(this.#lacksToolkit(log) ? { hint: noToolkitHint } : {}),
    });
  }

  #lacksToolkit(log: string): boolean {
    return this.#toolkitFolders.length === 0 && /(?:could not|cannot) open source file/.test(log);
  }
}

const noToolkitHint =
  "CUDA's headers were not found: set CUDA_PATH to a toolkit, or install the Python package nvidia-cuda-runtime.";

function folderIdentity(folder: string): string {
  try {
    const { size, mtimeMs } = statSync(join(folder, 'cuda_fp16.h'));
    return `${folder} ${size} ${mtimeMs}`;
  } catch {
    return folder;
  }
}
