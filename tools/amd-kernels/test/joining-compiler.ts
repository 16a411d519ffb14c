/** A compiler that lets another one take many sources at once, as one translation unit. */
import type { Artifact, Compiler, CompileRequest } from '@heddle/core/backend';
import { artifactOfOne, joinedRequest } from '../../../packages/backend-hip/test/support/joined-request';

interface Waiting {
  readonly request: CompileRequest;
  readonly resolve: (artifact: Artifact) => void;
  readonly reject: (error: unknown) => void;
}

/** How long nothing more must have been asked for. */
const quietMilliseconds = 50;

export class JoiningCompiler implements Compiler {
  readonly id: string;
  readonly languages: Compiler['languages'];
  readonly dialect: Compiler['dialect'];
  /** What was compiled. */
  readonly compiled: { readonly request: CompileRequest; readonly artifact: Artifact }[] = [];
  /** What the compiler threw instead. */
  readonly refusals: unknown[] = [];
  readonly #compiler: Compiler;
  readonly #options: readonly string[];
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #begun = 0;

  /** @param options - for the translation units; the sources may have none */
  constructor(compiler: Compiler, options: readonly string[]) {
    this.#compiler = compiler;
    this.#options = options;
    this.id = compiler.id;
    this.languages = compiler.languages;
    this.dialect = compiler.dialect;
  }

  fingerprint(request: CompileRequest): Promise<string> | string {
    return this.#compiler.fingerprint(request);
  }

  compile(request: CompileRequest): Promise<Artifact> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#compileWaiting(), quietMilliseconds);
    });
  }

  async #compileWaiting(): Promise<void> {
    const waiting = this.#waiting;
    const first = this.#begun;
    this.#waiting = [];
    this.#begun += waiting.length;
    try {
      const requests = waiting.map(({ request }) => request);
      const whole = joinedRequest(requests, first, { preamble: this.dialect?.preamble ?? '', language: 'hip' });
      const artifact = await this.#compiler.compile({ ...whole, options: this.#options });
      waiting.forEach(({ request, resolve }, k) => {
        const own = artifactOfOne(artifact, request, first + k);
        this.compiled.push({ request, artifact: own });
        resolve(own);
      });
    } catch (error) {
      this.refusals.push(error);
      for (const { reject } of waiting) reject(error);
    }
  }
}
