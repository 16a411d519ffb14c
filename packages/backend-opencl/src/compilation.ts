/** The steps from source to program: build at once, or compile and link apart. */
import { compileError, type CompileRequest, type HeddleError } from '@heddle/core';
import { statusName, type FunctionName, type Handle } from './api';
import { buildProgram, compileProgram, linkProgram } from './builds';
import type { Context } from './context';
import { includeFolders } from './include-folders';
import { optionText, programText, readableLog, versionedOptions, type ProgramSource } from './opencl-source';
import { buildLog, programFromSource, releaseProgram } from './program';

/** The texts that a failure's excerpt is taken from. */
export type SourceTexts = ProgramSource & Pick<CompileRequest, 'headers'>;

/** A program built from source; whoever asked for it releases it. */
export async function buildFromSource(context: Context, request: CompileRequest): Promise<Handle> {
  return withFolders(context, request, async (folders) => {
    const program = programFromSource(context, programText(request));
    const status = await buildProgram(context, program, optionText(optionsFor(context, request), folders));
    return { program, call: 'clBuildProgram', status };
  });
}

/** A compiled object, for linking. Headers from memory are there for this way alone. */
export async function compileObject(context: Context, request: CompileRequest): Promise<Handle> {
  const headers = new Map<string, Handle>();
  try {
    for (const [name, text] of Object.entries(request.headers)) headers.set(name, programFromSource(context, text));
    const options = optionsFor(context, request).filter((option) => !isLinkOnly(option));
    return await withFolders(context, request, async (folders) => {
      const program = programFromSource(context, programText(request));
      const status = await compileProgram(context, program, optionText(options, folders), headers);
      return { program, call: 'clCompileProgram', status };
    });
  } finally {
    for (const program of headers.values()) releaseProgram(context, program);
  }
}

/** Objects and libraries linked into an executable, or into a library. */
export async function linkObjects(
  context: Context,
  objects: readonly Handle[],
  options: readonly string[],
  texts: SourceTexts,
): Promise<Handle> {
  const { program, status } = await linkProgram(context, objects, options.join(' '));
  if (program !== 0n) context.opened('program');
  if (status === 0 && program !== 0n) return program;
  throw refused(context, { program, call: 'clLinkProgram', status }, texts, (log) => log);
}

/** The options of a request that concern the linker too. */
export function linkOptionsOf({ options }: CompileRequest): string[] {
  return options.filter((option) => isLinkOnly(option) || linkArithmetic.has(option));
}

interface Attempt {
  readonly program: Handle;
  readonly call: FunctionName;
  readonly status: number;
}

async function withFolders(
  context: Context,
  request: CompileRequest,
  attempt: (folders: readonly string[]) => Promise<Attempt>,
): Promise<Handle> {
  const folders = await includeFolders(request.includeDirs);
  try {
    const made = await attempt(folders.names);
    if (made.status === 0) return made.program;
    throw refused(context, made, request, (log) => folders.restore(log));
  } finally {
    await folders.dispose();
  }
}

/** The error for a program that was not made; releases it. */
function refused(
  context: Context,
  { program, call, status }: Attempt,
  texts: SourceTexts,
  restore: (log: string) => string,
): HeddleError {
  const log = program === 0n ? '' : restore(readableLog(buildLog(context, program), texts));
  if (program !== 0n) releaseProgram(context, program);
  const cause = context.failure(call, status, 'creation');
  if (cause.code !== 'COMPILE') return cause;
  return compileError({
    backend: 'opencl',
    compiler: 'opencl',
    log: log === '' ? `${call} failed with ${statusName(status)} and no log` : log,
    source: texts.userSource,
    fileName: texts.fileName,
    texts: texts.headers,
    cause,
  });
}

function optionsFor({ facts }: Context, request: CompileRequest): readonly string[] {
  return facts.assumesNewestLanguage ? versionedOptions(request) : request.options;
}

/** Options that only the linker knows. */
function isLinkOnly(option: string): boolean {
  return option === '-create-library' || option === '-enable-link-options';
}

const linkArithmetic: ReadonlySet<string> = new Set([
  '-cl-denorms-are-zero',
  '-cl-no-signed-zeros',
  '-cl-unsafe-math-optimizations',
  '-cl-finite-math-only',
  '-cl-fast-relaxed-math',
]);
