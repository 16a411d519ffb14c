/** The text of a user's operation: what it does to its outputs, and what a compiler says of it. */
import { HeddleError, isHeddleError } from '@heddle/core';
import { numberedExcerpt } from '@heddle/core/backend';

/** The texts that a user gives, by what compilers call them in their messages. */
export interface UserTexts {
  readonly operation: string;
  readonly preamble?: string;
  readonly typePreamble?: string;
  readonly loopPrep?: string;
  readonly afterLoop?: string;
}

const partNames = ['operation', 'preamble', 'loopPrep', 'afterLoop'] as const satisfies readonly (keyof UserTexts)[];

/** A text with its own line numbers; nothing for an empty one. */
export function ownLines(name: keyof UserTexts, text: string): string {
  return text.trim() === '' ? '' : `\n#line 1 "${name}"\n${text}\n#line 1 "kernel"\n`;
}

/** The operation with its own line numbers, and a semicolon after its last statement. */
export function operationLines(operation: string): string {
  const text = operation.replaceAll(/\b_ind\s*\.\s*size\s*\(\s*\)/g, '(heddle_n)');
  const ended = /[;}]\s*$/.test(text) || text.trim() === '' ? text : `${text};`;
  return `\n#line 1 "operation"\n${ended}\n#line 1 "kernel"`;
}

/**
 * True if every run of the operation gives the output a value before it looks at it. Else the output is loaded
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

/** The compiler's first message about a user's text, and the line it is about. */
export function explainOperation(error: unknown, name: string, texts: UserTexts): unknown {
  if (!isHeddleError(error, 'COMPILE')) return error;
  const log = error.log ?? '';
  const found = place.exec(log);
  const part = partNames.find((name) => name === found?.[1]) ?? 'operation';
  const text = texts[part] ?? '';
  const line = found ? Number(found[2]) : 0;
  const column = found?.[3] === undefined ? undefined : Number(found[3]);
  const excerpt = line > 0 ? numberedExcerpt(text, line, column) : undefined;
  const reason = found?.[4] ?? 'the compiler refused it';
  return new HeddleError('COMPILE', `${name}: ${line > 0 ? `line ${line} of the ${part}: ` : ''}${reason}`, {
    kernel: name,
    log,
    excerpt: excerpt ?? numberedExcerpt(text, 1) ?? text,
    cause: error,
  });
}

// `preamble:1:9: error: …`, `"preamble", line 1: error: …` and `preamble(1): error: …` are how compilers say it.
const place =
  /(?:^|[\s"/\\])(operation|preamble|typePreamble|loopPrep|afterLoop)"?(?:[:(]|, line )(\d+)(?:[:,](\d+))?\)?:?\s*(?:fatal )?error\b[^:\n]*:?\s*([^\n]*)/;
