/** Errors for kernel sources that the C++ compiler rejected. */
import { HeddleError } from '@heddle/core';
import { compileError, expressionByParameters, kernelExpressions, type CompileRequest } from '@heddle/core/backend';
import { generatedFile, refusedNames } from './entry-lines';
import type { FoundCompiler } from './find-compiler';

/** The error for a source that the compiler did not take. */
export function refusal(request: CompileRequest, compiler: FoundCompiler, log: string): HeddleError {
  const open = openBrace(log);
  const refusedName = open === undefined ? nameRefusal(request, log) : undefined;
  if (refusedName) return refusedName;
  return compileError({
    backend: 'host',
    compiler: compiler.path.split('/').at(-1) ?? compiler.path,
    log: open ?? log,
    source: request.userSource,
    fileName: request.fileName,
    texts: request.headers,
    ...(ofAssembler.test(log) ? { hint: assemblerHint } : {}),
  });
}

// GCC's assembler, clang's, and what either compiler says of operands before one is asked.
const ofAssembler = /Assembler messages:|<inline asm>|in ['"\u2018]?(?:inline )?asm\b/;
const assemblerHint =
  "asm holds the processor's own instructions on the host, not PTX: write C++ for it under #ifdef __HEDDLE_HOST__.";

// A brace that is never closed is missed at the end of the generated lines, far from it; a note tells where it is. The
// log with that said first, as an error of the source; undefined if no brace of the source is open.
function openBrace(log: string): string | undefined {
  const place = missingBrace.test(log) ? braceOfSource.exec(log)?.[1] : undefined;
  return place === undefined ? undefined : `${place}: error: this '{' is never closed\n${log}`;
}

const generated = `(?:${generatedFile}|\\S*heddle/entry_point\\.h)`;
const missingBrace = new RegExp(`^${generated}:\\d+:\\d+: (?:fatal )?error: expected '}'`, 'm');
const braceOfSource = new RegExp(`^(?!${generated}:)(.+:\\d+:\\d+): note: to match this '\\{'`, 'm');

// An error in the generated lines is one of a name that was asked for: the source itself compiled up to there.
function nameRefusal(request: CompileRequest, log: string): HeddleError | undefined {
  const name = refusedNames(request, log)[0];
  if (name === undefined) return undefined;
  const refused = (message: string, hint: string): HeddleError =>
    new HeddleError('COMPILE', message, { backend: 'host', log, hint });
  const unknown = unknownWord(name, log);
  if (unknown !== undefined)
    return refused(
      `${name} cannot be made: ${unknown}`,
      'A name expression is C++, and sees what its source declares.',
    );
  const kernel = request.kernels.find((one) => one.overload === name || one.name === name);
  if (/unable to deduce|incompatible initializer|overloaded function/.test(log)) {
    const example = kernel ? expressionByParameters(kernel) : `(void (*)(float*, int))${name}`;
    return refused(
      `${name} names several functions`,
      `Ask for the one that is meant by a name expression, such as ${example}.`,
    );
  }
  if (kernel) return refused(`${name} is not a kernel that can be launched`, 'A __global__ function returns void.');
  const candidates = kernelExpressions(request.kernels);
  return refused(
    `the source has no ${name} that can be compiled`,
    candidates.length > 0 ? `Its kernels are ${candidates.join(', ')}.` : 'It has no kernels.',
  );
}

// Finds a template argument that the source does not declare in the compiler's message: `f<flaot>`.
function unknownWord(name: string, log: string): string | undefined {
  const [, said, word] = undeclared.exec(log) ?? [];
  const isArgument = word !== undefined && new RegExp(`<.*\\b${word}\\b`).test(name);
  return isArgument ? said : undefined;
}

// GCC's words and clang's.
const undeclared = new RegExp(
  `^${generatedFile}:.*?error: ((?:use of undeclared identifier |unknown type name )?'(\\w+)'.*)$`,
  'm',
);
