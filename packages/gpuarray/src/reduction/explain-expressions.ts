/** Errors of a compiler in the user's words: which expression is wrong, and what it says. */
import { HeddleError, isHeddleError } from '@heddle/core';

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
        ? `${operation}: the ${found.name} expression does not compile: ${found.message}`
        : `${operation}: an expression does not compile`,
      {
        ...(error.backend === undefined ? {} : { backend: error.backend }),
        log,
        excerpt: quoted.map(([name, text]) => `  ${name}: ${text.trim()}`).join('\n'),
        cause: error,
      },
    );
  };
}

// `"heddle:map", line 1: error: …`, `heddle:map:1:9: error: …` and `heddle:map(1): error: …` are how compilers say it.
const place = /heddle:(\w+)"?(?:,? line \d+|\(\d+\)|:\d+(?::\d+)?)\s*:?\s*(?:fatal )?error\s*:?\s*(.*)/;

function firstMessage(
  log: string,
  expressions: Readonly<Record<string, string>>,
): { readonly name: string; readonly message: string } | undefined {
  for (const line of log.split('\n')) {
    const [, name, message] = place.exec(line) ?? [];
    if (name !== undefined && message !== undefined && name in expressions) return { name, message: message.trim() };
  }
  return undefined;
}
