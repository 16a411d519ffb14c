/** Plain C, C++ and Fortran functions, compiled as they are: OpenMP and other flags pass through. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HeddleError, SourceLanguage } from '@heddle/core';
import {
  compileError,
  cOptionRules,
  fortranOptionRules,
  hostCompilerVariables,
  readOutput,
  restoredCharacters,
  runCompiler,
  withTemporaryFolder,
  writeHeaders,
  type Artifact,
  type CompileRequest,
  type Compiler,
  type OptionRules,
  type StartProgram,
} from '@heddle/core/backend';
import { findCompiler, noCompiler, type CompiledLanguage, type FoundCompiler } from './find-compiler';

const flags = ['-O3', '-march=native', '-fPIC', '-shared', '-Wl,-Bsymbolic'] as const;

const perLanguage: Readonly<
  Record<CompiledLanguage, { readonly flags: readonly string[]; readonly fileName: string }>
> = {
  c: { flags: ['-x', 'c', '-std=gnu11'], fileName: 'source.c' },
  'c++': { flags: ['-x', 'c++', '-std=c++17'], fileName: 'source.cpp' },
  fortran: { flags: ['-ffree-form', '-cpp'], fileName: 'source.f90' },
};

export interface PlainCompilerOptions {
  readonly language: CompiledLanguage;
  readonly artifactFormat: string;
  /** How the compiler is started. */
  readonly start: StartProgram;
}

export class PlainCompiler implements Compiler {
  readonly id: string;
  readonly languages: readonly SourceLanguage[];
  readonly optionRules: OptionRules;
  readonly variables = hostCompilerVariables;
  readonly #language: CompiledLanguage;
  readonly #format: string;
  readonly #start: StartProgram;

  constructor({ language, artifactFormat, start }: PlainCompilerOptions) {
    this.id = `plain-${language}`;
    this.languages = [language];
    this.optionRules = language === 'fortran' ? fortranOptionRules : cOptionRules;
    this.#language = language;
    this.#format = artifactFormat;
    this.#start = start;
  }

  fingerprint(): string {
    return [this.#compiler().fingerprint, flags.join(' ')].join('\n');
  }

  async compile(request: CompileRequest): Promise<Artifact> {
    const compiler = this.#compiler();
    return withTemporaryFolder(async (folder) => {
      const headers = join(folder, 'headers');
      await writeHeaders(headers, request.headers);
      const output = join(folder, 'module.so');
      const run = await runCompiler(compiler.path, await this.#arguments(request, folder, output), {
        input: lineMarker(this.#language, request.fileName) + request.source,
        folder,
        variables: this.variables,
        signal: request.signal,
        backend: 'host',
        start: this.#start,
      });
      const log = restoredCharacters(run.log.replaceAll(`${folder}/`, ''), request);
      if (!run.succeeded) throw refusal(request, compiler, log);
      const bytes = await readOutput(output, { compiler: this.id, backend: 'host', options: request.options, log });
      return { format: this.#format, bytes, entryNames: {}, log };
    });
  }

  // gfortran reads its source from a file: its modules are looked for beside it.
  async #arguments(request: CompileRequest, folder: string, output: string): Promise<string[]> {
    const { flags: own, fileName } = perLanguage[this.#language];
    const shared = [
      ...flags,
      ...own,
      // gfortran warns of a folder that is not there.
      ...(Object.keys(request.headers).length > 0 ? [`-I${join(folder, 'headers')}`] : []),
      ...request.includeDirs.map((include) => `-I${include}`),
      ...request.options,
      ...Object.entries(request.defines).map(([name, value]) => `-D${name}=${value}`),
    ];
    if (this.#language !== 'fortran') return [...shared, '-', '-o', output];
    const path = join(folder, fileName);
    await writeFile(path, lineMarker('fortran', request.fileName) + request.source, { mode: 0o600 });
    return [...shared, `-J${folder}`, path, '-o', output];
  }

  #compiler(): FoundCompiler {
    const found = findCompiler(this.#language);
    if (!found) throw noCompiler(this.#language);
    return found;
  }
}

// Diagnostics then carry the user's name for the source and its own line numbers.
function lineMarker(language: CompiledLanguage, fileName: string): string {
  return language === 'fortran' ? `# 1 ${JSON.stringify(fileName)}\n` : `#line 1 ${JSON.stringify(fileName)}\n`;
}

function refusal(request: CompileRequest, compiler: FoundCompiler, log: string): HeddleError {
  return compileError({
    backend: 'host',
    compiler: compiler.path.split('/').at(-1) ?? compiler.path,
    log,
    source: request.userSource,
    fileName: request.fileName,
    texts: request.headers,
  });
}
