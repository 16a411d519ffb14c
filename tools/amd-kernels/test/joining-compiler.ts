/**
 * A compiler that lets another one take many sources at once, as one translation unit: beginning one takes ROCm's longer
 * than most kernels do. Each source has a namespace, and its kernels, which have none, get names of their own.
 */
import type { Artifact, Compiler, CompileRequest } from '@heddle/core';

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
      const whole = joined(requests, first, this.dialect?.preamble ?? '');
      const artifact = await this.#compiler.compile({ ...whole, options: this.#options });
      waiting.forEach(({ request, resolve }, k) => {
        const names = request.kernels.map(({ name }) => [name, nameApart(name, first + k)] as const);
        const own = { ...artifact, entryNames: Object.fromEntries(names) };
        this.compiled.push({ request, artifact: own });
        resolve(own);
      });
    } catch (error) {
      this.refusals.push(error);
      for (const { reject } of waiting) reject(error);
    }
  }
}

/** @throws Error for what sources cannot have that are compiled together */
function joined(requests: readonly CompileRequest[], first: number, preamble: string): CompileRequest {
  for (const { names, globals, options, defines, headers, includeDirs } of requests) {
    const parts = [...names, ...globals, ...options, ...includeDirs, ...Object.keys({ ...defines, ...headers })];
    if (parts.length > 0) throw new Error(`a source that is joined with others cannot have ${parts.join(', ')}`);
  }
  const userSource = requests.map((request, k) => apart(request, first + k)).join('\n');
  return {
    source: `${preamble}${userSource}`,
    userSource,
    fileName: 'joined.hip',
    language: 'hip',
    names: [],
    globals: [],
    kernels: [],
    options: [],
    defines: {},
    includeDirs: [],
    headers: {},
  };
}

function nameApart(kernel: string, source: number): string {
  return `${kernel}_${source}`;
}

/** A source whose names end with it, those of macros too. */
function apart({ userSource, kernels }: CompileRequest, source: number): string {
  const macros = Array.from(userSource.matchAll(/^\s*#\s*define\s+(\w+)/gm), ([, name = '']) => name);
  const names = kernels.map(({ name }) => name);
  return [
    ...names.map((name) => `#define ${name} ${nameApart(name, source)}`),
    `namespace source_${source} {`,
    userSource,
    '}',
    ...new Set([...names, ...macros].map((name) => `#undef ${name}`)),
  ].join('\n');
}
