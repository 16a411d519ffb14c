/** The text of a user's operation: what it does to its outputs, and what a compiler says of it. */
import { HeddleError, isHeddleError } from '@heddle/core';

/** What compilers call the operation in their messages. */
const fileName = 'operation';

/** The operation with its own line numbers, and a semicolon after its last statement. */
export function operationLines(operation: string): string {
  const text = operation.replaceAll(/\b_ind\s*\.\s*size\s*\(\s*\)/g, '(heddle_n)');
  const ended = /[;}]\s*$/.test(text) || text.trim() === '' ? text : `${text};`;
  return `\n#line 1 "${fileName}"\n${ended}\n#line 1 "kernel"`;
}

/**
 * True where every run of the operation gives the output a value before it looks at it. Else the output is loaded
 * first, so that an operation may leave it as it is, or go on from it.
 */
export function assignsFirst(operation: string, name: string): boolean {
  const text = operation.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');
  const first = new RegExp(`\\b${name}\\b`).exec(text);
  if (!first) return false;
  const before = text.slice(0, first.index);
  const after = text.slice(first.index + name.length);
  if (!/^\s*=(?!=)/.test(after)) return false;
  // Not within braces or parentheses, and not the statement of an if.
  const statement = before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('}')) + 1);
  const value = /^\s*=([^;]*)/.exec(after)?.[1] ?? '';
  return (
    statement.trim() === '' &&
    count(before, '{') === count(before, '}') &&
    !/\b(return|goto|break|continue)\b/.test(before) &&
    !new RegExp(`\\b${name}\\b`).test(value)
  );
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** The compiler's first message about the operation, and the user's line it is about. */
export function explainOperation(error: unknown, name: string, operation: string): unknown {
  if (!isHeddleError(error, 'COMPILE')) return error;
  const log = error.log ?? '';
  const found = new RegExp(`${fileName}"?[:(](\\d+)(?:[:,](\\d+))?\\)?:?\\s*(?:fatal )?error:?\\s*([^\\n]*)`).exec(log);
  const lines = operation.split('\n');
  const line = found ? Number(found[1]) : 0;
  const column = found?.[2] === undefined ? 0 : Number(found[2]);
  const excerpt = lines
    .map((text, k) => {
      const numbered = `${String(k + 1).padStart(4)} | ${text}`;
      return k + 1 === line && column > 0 ? `${numbered}\n     | ${' '.repeat(column - 1)}^` : numbered;
    })
    .join('\n');
  const reason = found?.[3] ?? 'the compiler refused it';
  return new HeddleError('COMPILE', `${name}: ${line > 0 ? `line ${line} of the operation: ` : ''}${reason}`, {
    kernel: name,
    log,
    excerpt,
    cause: error,
  });
}
