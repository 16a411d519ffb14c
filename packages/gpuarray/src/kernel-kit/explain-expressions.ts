/** Errors of a compiler in the user's words: which expression is wrong, and what it says. */
import { HeddleError, isHeddleError } from '@heddle/core';
import { numberedExcerpt } from '@heddle/core/backend';

/**
 * Turns a failure to compile a template into one that quotes the user's expression.
 *
 * @param expressions - by the names under which the template quotes them
 */
export function explainExpressions(
  operation: string,
  expressions: Readonly<Record<string, string>>,
): (error: unknown) => unknown {
  return (error) => {
    if (!isHeddleError(error, 'COMPILE')) return error;
    const log = error.log ?? error.message;
    const found = firstMessage(log, expressions);
    const given = Object.entries(expressions).filter(([, text]) => text.trim() !== '');
    const quoted = found ? [[found.name, expressions[found.name] ?? ''] as const] : given;
    return new HeddleError(
      'COMPILE',
      found
        ? `${operation}: ${whereIn(found, expressions)} does not compile: ${found.message}`
        : `${operation}: an expression does not compile`,
      {
        ...(error.backend === undefined ? {} : { backend: error.backend }),
        log,
        excerpt: quoted.map(([name, text]) => shownText(name, text, found?.line)).join('\n'),
        cause: error,
      },
    );
  };
}

// A text of several lines is shown by its lines, of which one is marked.
function shownText(name: string, text: string, line: number | undefined): string {
  const isLong = line !== undefined && text.trimEnd().includes('\n');
  return (isLong ? numberedExcerpt(text, line) : undefined) ?? `  ${name}: ${text.trim()}`;
}

function whereIn({ name, line }: FoundMessage, expressions: Readonly<Record<string, string>>): string {
  if (name === 'preamble') return `line ${line} of the preamble`;
  return (expressions[name] ?? '').includes('\n') ? `line ${line} of ${name}` : `the ${name} expression`;
}

// `"heddle:map", line 1: error: …`, `heddle:map:1:9: error: …` and `heddle:map(1): error: …` are how compilers say it.
const place = /heddle:(\w+)"?(?:,? line |[(:])(\d+)\)?(?::\d+)?\s*:?\s*(?:fatal )?error\s*:?\s*(.*)/;

interface FoundMessage {
  readonly name: string;
  readonly line: number;
  readonly message: string;
}

function firstMessage(log: string, expressions: Readonly<Record<string, string>>): FoundMessage | undefined {
  for (const line of log.split('\n')) {
    const [, name, number, message] = place.exec(line) ?? [];
    if (name !== undefined && message !== undefined && name in expressions)
      return { name, line: Number(number), message: message.trim() };
  }
  return undefined;
}
