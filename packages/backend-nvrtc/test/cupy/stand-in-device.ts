/**
 * A device for tests on machines without a GPU: every source is really compiled by NVRTC, if that is installed; then
 * by the host backend for the CPU, so that launches compute what they would on a GPU.
 */
import { ArtifactCache, Device, type CompileOptions, type LoadOptions, type Module } from '@heddle/core';
import { parseKernels, type Artifact, type KernelTable } from '@heddle/core/backend';
import { backend as host } from '@heddle/backend-host';
import { NvrtcLibrary } from '@heddle/backend-nvrtc/api';
import { NvrtcCompiler } from '../../src/compile/nvrtc-compiler';

/** NVRTC, if it is installed here. */
export function nvrtcIfHere(): NvrtcLibrary | undefined {
  try {
    return NvrtcLibrary.load();
  } catch {
    return undefined;
  }
}

export class StandInDevice extends Device {
  /** What NVRTC made, in the order of compiling. */
  readonly compiled: Artifact[] = [];
  readonly #nvrtc = nvrtcIfHere();

  static async open(): Promise<StandInDevice> {
    return new StandInDevice('nvrtc', 0, await host.open(0, {}), ArtifactCache.fromEnvironment());
  }

  override async compile<const Source extends string>(
    source: Source,
    options: CompileOptions = {},
  ): Promise<Module<KernelTable<Source>>> {
    if (this.#nvrtc) {
      const { names = [], headers = {}, options: flags = [], fileName = 'kernel.cu' } = options;
      const compiler = new NvrtcCompiler(this.#nvrtc, { architecture: 'sm_90', float16: true });
      const kernels = parseKernels(source, { language: 'cuda', headers, names });
      const request = { source, userSource: source, fileName, language: 'cuda' as const, names, globals: [], kernels };
      this.compiled.push(await compiler.compile({ ...request, options: flags, defines: {}, includeDirs: [], headers }));
    }
    return super.compile(source, { ...options, options: [] });
  }

  override async load(
    artifact: Pick<Artifact, 'format' | 'bytes'> & Partial<Artifact>,
    options: LoadOptions = {},
  ): Promise<Module> {
    this.compiled.push({ entryNames: {}, log: '', ...artifact });
    // Code of the host backend runs unchanged, under another compiler's name.
    if (!['cubin', 'ptx', 'fatbin'].includes(artifact.format)) return super.load(artifact, options);
    return super.compile<string>(options.source ?? '', { language: 'cuda' });
  }
}
