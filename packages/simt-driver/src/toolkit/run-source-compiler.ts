/** One run of a compiler that is a program, over one source, in a folder of its own. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeddleError } from '@heddle/core';
import {
  firstDiagnostic,
  readOutput,
  restoredCharacters,
  runCompiler,
  withTemporaryFolder,
  writeHeaders,
  type CompileRequest,
  type CompilerOutcome,
  type CompilerVariable,
} from '@heddle/core/backend';
import { refusedMark, refusedSource } from './refused-source';
import { withHeaderNames, writeSource } from './source-file';

/** What differs between such compilers. */
export interface SourceCompiler {
  /** The backend's name, for errors. */
  readonly backend: string;
  /** What it is called in messages: `nvcc`. */
  readonly name: string;
  /** What its option `-x` calls the language: `cu`. */
  readonly language: string;
  /** The variables that it reads. */
  readonly variables: readonly CompilerVariable[];
  /** Variables set beside this process's own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** @throws HeddleError `ARGUMENT` for an argument that the compiler would let a shell read */
  readonly assertNoShellText: (args: readonly string[]) => void;
  /** The error for a run that failed before the source was read. Undefined if the log does not say so. */
  readonly refusedRun: (log: string, args: readonly string[]) => HeddleError | undefined;
}

/** What the compiler is told beyond the request. */
export interface SourceRun {
  /** Where the compiler is. */
  readonly path: string;
  /** Name of the file it makes. */
  readonly output: string;
  readonly source: string;
  /** All options, those of the request among them. */
  readonly options: readonly string[];
  /** By the name that `#include` uses. */
  readonly headers: Readonly<Record<string, string>>;
  /** True keeps the folder, and the log says where it is. */
  readonly keep?: boolean;
}

/** What a run made. */
export interface SourceRunResult {
  readonly bytes: Uint8Array;
  readonly log: string;
}

const headerFolder = 'headers';

/**
 * Runs the compiler.
 *
 * @throws HeddleError `COMPILE` with the log, `ARGUMENT` for an option that a shell would read, `UNAVAILABLE` or
 * `UNSUPPORTED` if the compiler says so before it reads the source
 */
export async function runSourceCompiler(
  compiler: SourceCompiler,
  request: CompileRequest,
  run: SourceRun,
): Promise<SourceRunResult> {
  const { backend, name, language, variables, environment } = compiler;
  const { path, output, source, options, headers, keep = false } = run;
  return (keep ? inKeptFolder : withTemporaryFolder)(async (folder) => {
    const file = await writeSource(folder, request.fileName, source, [output, headerFolder]);
    await writeHeaders(join(folder, headerFolder), headers);
    const headerOptions = Object.keys(headers).length > 0 ? [`-I${headerFolder}`] : [];
    const args = [...headerOptions, ...options, '-o', output, '-x', language, file.name];
    compiler.assertNoShellText(args);
    const outcome = await runCompiler(path, args, {
      folder,
      variables,
      ...(environment && { environment }),
      signal: request.signal,
      backend,
    });
    const written = file.asUserNamed(`${outcome.stdout}${outcome.stderr}`.trim());
    const said = restoredCharacters(withHeaderNames(written, headerFolder, headers), request);
    if (outcome.code !== 0) throw await failure(compiler, { ...request, headers }, said, args, outcome);
    const log = keep ? `${said}\ncompiler output is in ${folder}`.trim() : said;
    const bytes = await readOutput(join(folder, output), { compiler: name, backend, options: request.options, log });
    return { bytes, log };
  });
}

async function inKeptFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  return body(await mkdtemp(join(tmpdir(), 'heddle-kept-')));
}

async function failure(
  { backend, name, refusedRun }: SourceCompiler,
  request: CompileRequest,
  log: string,
  args: readonly string[],
  { code, signal }: CompilerOutcome,
): Promise<HeddleError> {
  if (code === null)
    return new HeddleError('COMPILE', `${name} was ended by ${signal ?? 'the system'}`, { backend, log });
  const refused = firstDiagnostic(log) ? undefined : refusedRun(log, args);
  if (refused) return refused;
  const refusal = { backend, compiler: name, log };
  return refusedMark(request, refusal) ?? (await refusedSource(request, refusal));
}
