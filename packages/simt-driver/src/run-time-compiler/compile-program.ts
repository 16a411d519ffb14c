/** A request of core's, compiled by a run-time compiler: names asked for, names found, and what was refused. */
import { HeddleError } from '@heddle/core';
import {
  entryNamesOf,
  kernelExpressions,
  type Artifact,
  type CompileRequest,
  type ErrorDetails,
} from '@heddle/core/backend';
import { kernelSymbols } from '../module/kernel-symbols';
import { rtcResult } from './rtc-description';
import type { RtcLibrary } from './rtc-library';
import type { RtcProgram } from './rtc-program';

/** How a compilation went. */
export interface CompiledProgram<Result extends string> {
  readonly result: Result;
  readonly log: string;
  /** Name in the user's words -> name in the binary, of what was asked for by expression. */
  readonly entryNames: Readonly<Record<string, string>>;
}

/** Compiles with the names and variables of a request. If it fails, the result and the log say so. */
export async function compileProgram<Name extends string, Result extends string>(
  program: RtcProgram<Name, Result>,
  { names, globals }: Pick<CompileRequest, 'names' | 'globals'>,
  options: readonly string[],
  succeeded: Result,
): Promise<CompiledProgram<Result>> {
  // A variable is asked for by its address.
  const expressions = new Map([
    ...names.map((name) => [name, name] as const),
    ...globals.map((name) => [name, `&${name}`] as const),
  ]);
  for (const expression of expressions.values()) program.addNameExpression(expression);
  const result = await program.compile(options);
  const log = program.log();
  const entryNames: Record<string, string> = {};
  if (result !== succeeded) return { result, log, entryNames };
  for (const [name, expression] of expressions) {
    const lowered = program.loweredName(expression);
    if (lowered !== undefined) entryNames[name] = lowered;
  }
  return { result, log, entryNames };
}

/** The artifact of a program: the names of its plain kernels are read from the binary. */
export function programArtifact(
  { log, entryNames }: Pick<CompiledProgram<string>, 'log' | 'entryNames'>,
  { kernels }: Pick<CompileRequest, 'kernels'>,
  format: string,
  bytes: Uint8Array,
): Artifact {
  return { format, bytes, entryNames: { ...entryNamesOf(kernels, kernelSymbols(format, bytes)), ...entryNames }, log };
}

/** The error for an option that the compiler does not know. */
export function refusedOption<Name extends string, Result extends string>(
  { description }: RtcLibrary<Name, Result>,
  { options }: Pick<CompileRequest, 'options'>,
  log: string,
  status: Result,
): HeddleError {
  const { backend, title, named } = description;
  return new HeddleError('COMPILE', `${title} refused an option of: ${options.join(' ')}\n${log}`, {
    backend,
    call: named('CompileProgram'),
    status,
    log,
  });
}

/** What a log says of a name expression that means nothing in the source. */
export interface RefusedName {
  readonly reason: string;
  /** The expression, as the compiler writes it. */
  readonly written: string;
}

/** The error for it, with the names there are. */
export function refusedName<Name extends string, Result extends string>(
  { description }: RtcLibrary<Name, Result>,
  request: CompileRequest,
  log: string,
  { reason, written }: RefusedName,
): HeddleError {
  const asked = [...request.names, ...request.globals].find(
    (name) => squeeze(name) === squeeze(written).replace(/^&/, ''),
  );
  return unknownName(description.backend, request, asked ?? written, reason, {
    call: description.named('CompileProgram'),
    status: description.results[rtcResult.compilation] ?? '',
    log,
  });
}

/** The error for a name expression that means nothing in the source, with the names there are. */
export function unknownName(
  backend: string,
  request: CompileRequest,
  asked: string,
  reason: string,
  details: ErrorDetails,
): HeddleError {
  const candidates = kernelExpressions(request.kernels);
  return new HeddleError('COMPILE', `'${asked}' names nothing in ${request.fileName}: ${reason}`, {
    ...details,
    backend,
    kernel: asked,
    hint: candidates.length === 0 ? 'The source has no kernels.' : `The source has ${candidates.join(', ')}.`,
  });
}

// NVRTC appends the expressions to the program as a file of this name, one line each.
const nvrtcPlace = /^__nv_name_map\(\d+\): error: (.*)$/m;
const nvrtcExpression = /Input name expression was: "\s*(.*?)\s*"/;

/** Reads NVRTC's log. @returns undefined if it is about something else */
export function nvrtcRefusedName(log: string): RefusedName | undefined {
  const reason = nvrtcPlace.exec(log)?.[1];
  const written = nvrtcExpression.exec(log)?.[1];
  return reason === undefined || written === undefined ? undefined : { reason, written };
}

// Compilers write the expression with other spaces.
function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
