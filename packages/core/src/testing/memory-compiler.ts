/** The memory driver's compiler: it finds kernels by name among JavaScript functions, and refuses what says `#error`. */
import { compileError } from '../diagnostics';
import type { Artifact } from '../spi/artifact';
import type { SourceLanguage } from '../signature/signature';
import type { Compiler, CompileRequest } from '../spi/compiler';

/** What artifacts of the memory compiler are called. */
export const memoryFormat = 'memory-kernels';

export interface MemoryArtifact {
  readonly kernels: readonly string[];
  readonly defines: Readonly<Record<string, string>>;
}

export class MemoryCompiler implements Compiler {
  readonly id = 'memory';
  readonly dialect = { language: 'cuda', preamble: '#line 1\n' } as const;
  /** Requests that reached the compiler: what the cache answered is not among them. */
  readonly requests: CompileRequest[] = [];
  /** Milliseconds a compilation takes. */
  delay = 0;

  constructor(
    private readonly backend: string,
    readonly languages: readonly SourceLanguage[] = ['cuda', 'c++'],
  ) {}

  fingerprint(): string {
    return 'memory 1';
  }

  async compile(request: CompileRequest): Promise<Artifact> {
    this.requests.push(request);
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay));
    const { userSource, fileName } = request;
    const line = userSource.split('\n').findIndex((text) => text.trimStart().startsWith('#error'));
    if (line >= 0) {
      const log = `${fileName}:${line + 1}:1: error: ${(userSource.split('\n')[line] ?? '').trim()}\n`;
      throw compileError({ backend: this.backend, compiler: this.id, log, source: userSource, fileName });
    }
    const kernels = [...request.kernels.map(({ name }) => name), ...request.names];
    const artifact: MemoryArtifact = { kernels, defines: request.defines };
    return {
      format: memoryFormat,
      bytes: new TextEncoder().encode(JSON.stringify(artifact)),
      entryNames: {},
      log: '',
    };
  }
}
