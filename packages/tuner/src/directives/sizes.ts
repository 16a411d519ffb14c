/** Sizes in a region's arguments: numbers, or expressions in the program's own `#define`s. */
import { isHeddleError } from '@heddle/core';
import { compileExpression } from '../expression';
import { directiveError } from './read-regions';

/** Values of names: those given, and those that the program defines. */
export class Dimensions {
  readonly given: Readonly<Record<string, number>>;
  readonly #defined = new Map<string, string>();

  constructor(given: Readonly<Record<string, number>>, preprocessor: readonly string[]) {
    this.given = given;
    for (const line of preprocessor) {
      const code = line.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/g, '').replace(/\\\n/g, ' ');
      const [, name, text] = /^\s*#\s*define\s+(\w+)[ \t]+(.+?)\s*$/.exec(code) ?? [];
      if (name !== undefined && text !== undefined) this.#defined.set(name, text);
    }
  }

  /** @throws HeddleError `ARGUMENT` for what has no value, or is not a number */
  resolve(text: string, what: string, line: number): number {
    const value = this.#value(text, what, line, new Set());
    if (Number.isFinite(value)) return value;
    throw directiveError(line, `the size ${text} of ${what} is ${value}`, 'It must be a number.');
  }

  #value(text: string, what: string, line: number, within: ReadonlySet<string>): number {
    // Suffixes of C's literals mean nothing here: 1024UL, 0.5f.
    const plain = text.replace(/\b(\d+(?:\.\d*)?)[uUlLfF]+\b/g, '$1');
    const read = <T>(body: () => T): T => readSize(body, text, what, line);
    const expression = read(() => compileExpression(plain, { what: `size of ${what}`, syntax: 'python' }));
    const values = expression.names.map((name) => [name, this.#named(name, text, what, line, within)] as const);
    return read(() => expression.evaluateNumber(Object.fromEntries(values)));
  }

  #named(name: string, text: string, what: string, line: number, within: ReadonlySet<string>): number {
    const given = Object.hasOwn(this.given, name) ? this.given[name] : undefined;
    if (given !== undefined) return given;
    const defined = this.#defined.get(name);
    if (defined !== undefined && !within.has(name)) {
      return this.#value(defined, what, line, new Set([...within, name]));
    }
    throw directiveError(
      line,
      `the size ${text} of ${what} reads ${name}, which the program does not define`,
      `Give its value: { dimensions: { ${name}: 1024 } }.`,
    );
  }
}

/** Says of which size an expression is that cannot be read. */
function readSize<T>(body: () => T, text: string, what: string, line: number): T {
  try {
    return body();
  } catch (error) {
    if (!isHeddleError(error, 'ARGUMENT')) throw error;
    throw directiveError(line, `the size ${text} of ${what} cannot be read: ${error.message}`, 'Give it as a number.');
  }
}
