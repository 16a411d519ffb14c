/** nvcc as one of core's compilers. */
import { HeddleError, type SourceLanguage } from '@heddle/core';
import {
  cudaDialect,
  entryNamesOf,
  nvccOptionRules,
  type Artifact,
  type CompileRequest,
  type Compiler,
  type Dialect,
} from '@heddle/core/backend';
import {
  jitLink,
  kernelSymbols,
  markedNames,
  needsJitLink,
  markedExpressions,
  markText,
  runSourceCompiler,
  type SourceRun,
  type SourceRunResult,
} from '@heddle/simt-driver';
import { chooseArchitecture, intermediateOptions, withoutFormat } from '../nvcc/architecture';
import { findNvcc, type Nvcc } from '../nvcc/find-nvcc';
import { nvccVariables } from '../nvcc/nvcc-variables';
import { linkObjects } from './link-objects';
import { nvccProgram } from './nvcc-program';

/** The device that is compiled for, and how. */
export interface CompileTarget {
  /** `sm_90` */
  readonly architecture: string;
  readonly float16: boolean;
  /** A path or name of nvcc. Default: found as `findNvcc` does. */
  readonly nvcc?: string | undefined;
  /** Leaves what nvcc makes on the way in its folder, whose place the artifact's log tells. Default false. */
  readonly keep?: boolean | undefined;
}

export class NvccCompiler implements Compiler {
  readonly id = 'nvcc';
  readonly languages: readonly SourceLanguage[] = ['cuda'];
  readonly variables = nvccVariables;
  readonly linkTimeOptimization = true;
  readonly optionRules = nvccOptionRules;
  readonly linkOptionRules = nvccOptionRules;
  readonly optionSyntax = 'nvcc';
  readonly dialect: Dialect;
  readonly #target: CompileTarget;

  constructor(target: CompileTarget) {
    this.#target = target;
    const { float16 } = target;
    this.dialect = cudaDialect({
      language: 'cuda',
      float16,
      float64: true,
      halfHeader: float16 ? 'cuda_fp16.h' : undefined,
    });
  }

  async fingerprint(): Promise<string> {
    return `${(await this.#nvcc()).identity} ${this.#target.architecture}`;
  }

  async compile(request: CompileRequest): Promise<Artifact> {
    const nvcc = await this.#nvcc();
    const { option, format } = chooseArchitecture(request.options, this.#target.architecture, nvcc.architectures);
    const { bytes, log } = await this.#run(nvcc, request, {
      output: `heddle.${format}`,
      source: `${request.source}\n${markText(request)}`,
      options: [`--${format}`, ...(option === undefined ? [] : [option]), ...withoutFormat(request.options)],
    });
    const marks = markedExpressions(request);
    const entryNames = plainNames(request, format, bytes);
    for (const [mark, symbol] of markedNames(format, bytes, [...marks.keys()]))
      entryNames[marks.get(mark) ?? mark] = symbol;
    return { format, bytes, entryNames, log };
  }

  /** Relocatable machine code, or LTO-IR. Variables and templates are not asked for by expression here: the marks would collide. */
  async compileObject(request: CompileRequest): Promise<Artifact> {
    const nvcc = await this.#nvcc();
    if (request.linkTimeOptimization === true) return this.#compileIntermediate(nvcc, request);
    const architecture = this.#linkable(nvcc, request.options);
    const { bytes, log } = await this.#run(nvcc, request, {
      output: 'heddle.cubin',
      source: request.source,
      options: ['--cubin', '--relocatable-device-code=true', ...architecture, ...withoutFormat(request.options)],
    });
    return { format: 'cubin', bytes, entryNames: plainNames(request, 'cubin', bytes), log };
  }

  /**
   * Links by nvcc; if there is LTO-IR, by libnvJitLink.
   *
   * @param objects - cubins and PTX; object files and libraries of nvcc's as `object` and `library`
   */
  async link(objects: readonly Artifact[], options: readonly string[]): Promise<Artifact> {
    const nvcc = await this.#nvcc();
    if (needsJitLink(objects)) {
      const { architecture } = this.#target;
      return jitLink(objects, { backend: 'cuda', architecture, options, compiler: { major: parseInt(nvcc.version) } });
    }
    const { bytes, log } = await linkObjects(nvcc, objects, [...this.#linkable(nvcc, options), ...options]);
    const entryNames = Object.assign({}, ...objects.map((object) => object.entryNames)) as Record<string, string>;
    return { format: 'cubin', bytes, entryNames, log };
  }

  #run(
    { path }: Nvcc,
    request: CompileRequest,
    { output, source, options }: Pick<SourceRun, 'output' | 'source' | 'options'>,
  ): Promise<SourceRunResult> {
    const keep = this.#target.keep === true;
    return runSourceCompiler(nvccProgram, request, {
      path,
      output,
      source,
      options: [
        ...Object.entries(request.defines).map(([name, text]) => `-D${name}=${text}`),
        ...request.includeDirs.flatMap((folder) => ['-I', folder]),
        ...options,
        ...(keep ? ['--keep'] : []),
      ],
      headers: request.headers,
      keep,
    });
  }

  // The kernels' names are known when it is linked.
  async #compileIntermediate(nvcc: Nvcc, request: CompileRequest): Promise<Artifact> {
    const { bytes, log } = await this.#run(nvcc, request, {
      output: 'heddle.ltoir',
      source: request.source,
      options: intermediateOptions(request.options, this.#target.architecture, nvcc.architectures),
    });
    return { format: 'ltoir', bytes, entryNames: {}, log };
  }

  // Machine code alone is linked ahead of time.
  #linkable(nvcc: Nvcc, options: readonly string[]): readonly string[] {
    const { option, format } = chooseArchitecture(options, this.#target.architecture, nvcc.architectures);
    if (format !== 'ptx') return option === undefined ? [] : [option];
    throw new HeddleError('UNSUPPORTED', `this nvcc links no machine code for ${this.#target.architecture}`, {
      backend: 'cuda',
      hint: 'Install a newer CUDA toolkit, or name an architecture that it knows: -arch=sm_90.',
    });
  }

  #nvcc(): Promise<Nvcc> {
    return findNvcc(this.#target.nvcc);
  }
}

function plainNames({ kernels }: CompileRequest, format: string, bytes: Uint8Array): Record<string, string> {
  return entryNamesOf(kernels, kernelSymbols(format, bytes));
}
