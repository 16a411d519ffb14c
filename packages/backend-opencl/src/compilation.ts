/** The steps from source to program: build at once, or compile and link apart. */
import { randomUUID } from 'node:crypto';
import type { HeddleError } from '@heddle/core';
import { compileError, restoredCharacters, type CompileRequest } from '@heddle/core/backend';
import { statusName, type FunctionName, type Handle } from './api';
import { buildProgram, compileProgram, linkProgram } from './builds';
import type { Context } from './context';
import { includeFolders } from './include-folders';
import { completeOptions, optionText, programText, readableLog, type ProgramSource } from './opencl-source';
import { optionWords } from './option-words';
import { buildLog, programFromSource, releaseProgram } from './program';

/** The texts for a failure's excerpt. */
export type SourceTexts = ProgramSource & Pick<CompileRequest, 'headers'>;

/** A built program and the compiler's log. The caller releases the program. */
export interface MadeProgram {
  readonly program: Handle;
  readonly log: string;
}

/** A program built from source. */
export async function buildFromSource(context: Context, request: CompileRequest): Promise<MadeProgram> {
  return withOptions(context, request, completeOptions(request, context.facts), async (options) => {
    const text = programText(request, context.facts.keepsLogsByCode) + endOfItsOwn(context, request);
    const program = programFromSource(context, text);
    const status = await buildProgram(context, program, options);
    const said = buildLog(context, program);
    const isForgotten = status === 0 && context.facts.forgetsLogsOfBuilds && said.trim() === '';
    try {
      const log = isForgotten ? await logOfCompiling(context, text, options) : said;
      return { program, call: 'clBuildProgram', status, log };
    } catch (error) {
      releaseProgram(context, program);
      throw error;
    }
  });
}

/** The messages of a source that was built before: see `forgetsLogsOfBuilds`. */
async function logOfCompiling(context: Context, text: string, options: string): Promise<string> {
  const program = programFromSource(context, text);
  try {
    await compileProgram(context, program, options, new Map());
    return buildLog(context, program);
  } finally {
    releaseProgram(context, program);
  }
}

/**
 * A comment that no other source has, if the options ask for what only a whole build says, and the driver would leave
 * it out of one that it built before.
 */
function endOfItsOwn({ facts }: Context, { options }: CompileRequest): string {
  const asks = options.some((option) => /(?:^|\s)-cl-nv-verbose(?:\s|$)/.test(option));
  return asks && facts.forgetsLogsOfBuilds ? `\n// ${randomUUID()}\n` : '';
}

/** A compiled object, for linking. Headers from memory are there for this way alone. */
export async function compileObject(context: Context, request: CompileRequest): Promise<MadeProgram> {
  const headers = new Map<string, Handle>();
  try {
    for (const [name, text] of Object.entries(request.headers)) headers.set(name, programFromSource(context, text));
    const compilerOptions = completeOptions(request, context.facts).filter((option) => !isLinkOnly(option));
    return await withOptions(context, request, compilerOptions, async (options) => {
      const program = programFromSource(context, programText(request, context.facts.keepsLogsByCode));
      const status = await compileProgram(context, program, options, headers);
      return { program, call: 'clCompileProgram', status, log: buildLog(context, program) };
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
): Promise<MadeProgram> {
  const { program, status } = await linkProgram(context, objects, options.join(' '));
  if (program !== 0n) context.opened('program');
  const log = program === 0n ? '' : buildLog(context, program);
  if (status === 0 && program !== 0n) return { program, log: logForUsers(log, texts) };
  throw refused(context, { program, call: 'clLinkProgram', status, log }, texts, (text) => text);
}

/** The options of a request that concern the linker too. */
export function linkOptionsOf({ options }: CompileRequest): string[] {
  return options.filter((option) => isLinkOnly(option) || linkArithmetic.has(option));
}

interface Attempt {
  readonly program: Handle;
  readonly call: FunctionName;
  readonly status: number;
  /** As the driver wrote it. */
  readonly log: string;
}

/** @param attempt - is given the option string, whose folders are there while it runs */
async function withOptions(
  context: Context,
  request: CompileRequest,
  options: readonly string[],
  attempt: (options: string) => Promise<Attempt>,
): Promise<MadeProgram> {
  const { words } = optionWords(options);
  const named = words.flatMap((word) => ('folder' in word ? [word.folder] : []));
  const folders = await includeFolders([...request.includeDirs, ...named]);
  try {
    const made = await attempt(optionText(words, request.includeDirs, folders.nameOf));
    const { program, status } = made;
    if (status === 0) return { program, log: folders.restore(logForUsers(made.log, request)) };
    throw refused(context, made, request, (log) => folders.restore(log));
  } finally {
    await folders.dispose();
  }
}

/** The error for a program that was not made; releases it. */
function refused(
  context: Context,
  { program, call, status, log: written }: Attempt,
  texts: SourceTexts,
  restore: (log: string) => string,
): HeddleError {
  const log = restore(logForUsers(written, texts));
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

function logForUsers(log: string, texts: SourceTexts): string {
  return restoredCharacters(readableLog(log, texts), texts);
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
