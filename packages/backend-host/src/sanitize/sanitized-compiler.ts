/**
 * Kernels compiled twice: once as always, for what the process wants to know of them, and once with a sanitizer, for
 * the child processes that run them.
 */
import { join } from 'node:path';
import {
  readOutput,
  restoredCharacters,
  runCompiler,
  withTemporaryFolder,
  writeHeaders,
  type Artifact,
  type CompileRequest,
} from '@heddle/core/backend';
import {
  KernelCompiler,
  sharedArguments,
  translationUnit,
  usableCompiler,
  type KernelCompilerOptions,
} from '../compile/kernel-compiler';
import { refusal } from '../compile/refusal';
import { sanitizerFlags, type Sanitizer } from './sanitizers';

const flags = [
  '-x',
  'c++',
  '-std=c++17',
  '-O1',
  '-g',
  '-fno-omit-frame-pointer',
  '-fPIC',
  '-shared',
  '-fvisibility=hidden',
  '-fno-builtin-printf',
  '-ffp-contract=off',
  '-fno-strict-aliasing',
  '-w',
] as const;

/** What loading a sanitized artifact needs besides its bytes. */
export interface SanitizedFacts {
  /** The artifact's bytes are the plain module, so many bytes, and after it the sanitized one. */
  readonly plainBytes: number;
  readonly userSource: string;
  readonly fileName: string;
}

export class SanitizedCompiler extends KernelCompiler {
  readonly #sanitizer: Sanitizer;

  constructor(sanitizer: Sanitizer, options: KernelCompilerOptions) {
    super(options);
    this.#sanitizer = sanitizer;
  }

  override fingerprint(): string {
    return [super.fingerprint(), ...flags, ...sanitizerFlags[this.#sanitizer].kernel].join('\n');
  }

  override async compile(request: CompileRequest): Promise<Artifact> {
    const [plain, sanitized] = await Promise.all([super.compile(request), this.#compileSanitized(request)]);
    const facts: SanitizedFacts = {
      plainBytes: plain.bytes.byteLength,
      userSource: request.userSource,
      fileName: request.fileName,
    };
    return { ...plain, bytes: Buffer.concat([plain.bytes, sanitized]), facts: { ...facts } };
  }

  async #compileSanitized(request: CompileRequest): Promise<Uint8Array> {
    const compiler = usableCompiler();
    return withTemporaryFolder(async (folder) => {
      const headers = join(folder, 'headers');
      await writeHeaders(headers, request.headers);
      const output = join(folder, 'kernel.so');
      const { kernel } = sanitizerFlags[this.#sanitizer];
      const args = [...flags, ...kernel, ...sharedArguments(request, headers), '-', '-o', output];
      const run = await runCompiler(compiler.path, args, {
        input: translationUnit(request),
        folder,
        variables: this.variables,
        signal: request.signal,
        backend: 'host',
        start: this.start,
      });
      if (!run.succeeded) {
        throw refusal(request, compiler, restoredCharacters(run.log.replaceAll(`${headers}/`, ''), request));
      }
      return readOutput(output, { compiler: this.id, backend: 'host', options: request.options, log: run.log });
    });
  }
}
