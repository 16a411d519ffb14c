/**
 * JSON as Python's `json` module reads and writes it: NaN and Infinity occur, and 1 and 1.0 are different things.
 *
 * A parsed number is a plain number. Where its text is not what {@link pythonNumber} would write (`1.0`, an integer of
 * twenty digits), the text is remembered beside the array or object that holds it, and printed again as long as the
 * value has not changed. So what is read and written again is spelled the same, and nobody handles boxed numbers.
 */
import { HeddleError } from '@heddle/core';
import { isObject } from '../options';
import { pythonNumber, pythonString } from './python-number';

export type PythonJson = null | boolean | number | string | PythonJson[] | PythonObject;
export interface PythonObject {
  [key: string]: PythonJson | undefined;
}

/** True for an object of a file: no list, no null, nothing missing. */
export function isPythonObject(value: PythonJson | undefined): value is PythonObject {
  return isObject(value);
}

type Container = PythonObject | readonly PythonJson[];

const spellings = new WeakMap<object, Map<string, string>>();

/** The remembered text of a number in an array or object; undefined if the usual one is right. */
export function spellingOf(container: object, key: string | number): string | undefined {
  return spellings.get(container)?.get(String(key));
}

/** Fixes how a number is written: `setSpelling(record, 'time', '36.0')`. */
export function setSpelling(container: object, key: string | number, text: string): void {
  const known = spellings.get(container);
  if (known) known.set(String(key), text);
  else spellings.set(container, new Map([[String(key), text]]));
}

/** Copies a value with its spelling, and those of what it holds. */
export function copyValue(from: Container, fromKey: string | number, to: Container, toKey: string | number): void {
  const value = (from as Readonly<Record<string | number, PythonJson>>)[fromKey];
  if (value === undefined) return;
  Object.defineProperty(to, toKey, { value, enumerable: true, configurable: true, writable: true });
  const text = spellingOf(from, fromKey);
  if (text !== undefined) setSpelling(to, toKey, text);
}

/** @throws HeddleError `CORRUPT` with line and column for text that is not JSON in Python's sense */
export function parsePythonJson(text: string): PythonJson {
  const reader = new PythonJsonReader(text);
  const value = reader.value();
  reader.end();
  return value;
}

const deepest = 500;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const constants: readonly (readonly [string, PythonJson])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
];

/** Reads values one at a time, so that a caller can keep what came before a damaged one. */
export class PythonJsonReader {
  readonly #text: string;
  readonly #number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
  #depth = 0;
  /** Where reading goes on. */
  position: number;

  constructor(text: string) {
    this.#text = text;
    // Editors of Windows begin a file with a byte order mark.
    this.position = text.startsWith('\ufeff') ? 1 : 0;
  }

  /** The next character that is not white space, without taking it; '' at the end. */
  peek(): string {
    // Everything up to the space is white space in a text file; the parser of the rest refuses what is not.
    while (this.#text.charCodeAt(this.position) <= 0x20) this.position++;
    return this.#text.charAt(this.position);
  }

  /** Takes one punctuation character. */
  expect(character: string): void {
    if (this.peek() !== character) throw this.failure(`'${character}' expected`);
    this.position++;
  }

  /** Takes a character if it comes next. */
  skip(character: string): boolean {
    if (this.peek() !== character) return false;
    this.position++;
    return true;
  }

  end(): void {
    if (this.peek() !== '') throw this.failure('the end expected');
  }

  /** Reads a value; its spelling is not remembered, as nothing holds it. */
  value(): PythonJson {
    return this.#value(undefined, '');
  }

  /** Reads a value into an object's member. */
  member(holder: PythonObject, key: string): void {
    const value = this.#value(holder, key);
    // Not by assignment: a member called __proto__ is data like any other.
    Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
  }

  string(): string {
    if (this.peek() !== '"') throw this.failure('a string expected');
    const start = ++this.position;
    for (;;) {
      const code = this.#text.charCodeAt(this.position);
      if (code === 0x22) break;
      if (code === 0x5c) return this.#escaped(start);
      if (Number.isNaN(code) || code < 0x20) throw this.failure('a string without an end');
      this.position++;
    }
    return this.#text.slice(start, this.position++);
  }

  failure(problem: string): HeddleError {
    const before = this.#text.slice(0, this.position).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
    return new HeddleError('CORRUPT', `${place}: ${problem}`);
  }

  #value(holder: Container | undefined, key: string | number): PythonJson {
    const first = this.peek();
    if (first === '"') return this.string();
    if (first === '{') return this.#nested(() => this.#object());
    if (first === '[') return this.#nested(() => this.#array());
    if (first >= '0' && first <= '9') return this.#numberInto(holder, key);
    for (const [word, value] of constants) {
      if (!this.#text.startsWith(word, this.position)) continue;
      this.position += word.length;
      return value;
    }
    return this.#numberInto(holder, key);
  }

  #nested<T>(read: () => T): T {
    if (this.#depth >= deepest) throw this.failure(`more than ${deepest} levels of nesting`);
    this.#depth++;
    try {
      return read();
    } finally {
      // Reading that continues after a damaged value begins outside it.
      this.#depth--;
    }
  }

  #object(): PythonObject {
    const object: PythonObject = {};
    this.expect('{');
    if (this.skip('}')) return object;
    do {
      const key = this.string();
      this.expect(':');
      this.member(object, key);
    } while (this.skip(','));
    this.expect('}');
    return object;
  }

  #array(): PythonJson[] {
    const array: PythonJson[] = [];
    this.expect('[');
    if (this.skip(']')) return array;
    do array.push(this.#value(array, array.length));
    while (this.skip(','));
    this.expect(']');
    return array;
  }

  #numberInto(holder: Container | undefined, key: string | number): number {
    this.#number.lastIndex = this.position;
    const text = this.#number.exec(this.#text)?.[0];
    if (text === undefined) throw this.failure('a value expected');
    this.position += text.length;
    const value = Number(text);
    if (holder && !isUsual(text, value)) setSpelling(holder, key, text);
    return value;
  }

  #escaped(start: number): string {
    let result = this.#text.slice(start, this.position);
    for (;;) {
      const character = this.#text.charAt(this.position++);
      if (character === '"') return result;
      if (character === '' || character < ' ') throw this.failure('a string without an end');
      if (character !== '\\') {
        result += character;
        continue;
      }
      const letter = this.#text.charAt(this.position++);
      const code = this.#text.slice(this.position, this.position + 4);
      if (letter === 'u' && /^[0-9a-fA-F]{4}$/.test(code)) {
        result += String.fromCharCode(parseInt(code, 16));
        this.position += 4;
      } else {
        const meaning = escapes[letter];
        if (meaning === undefined) throw this.failure(`'\\${letter}' is not an escape`);
        result += meaning;
      }
    }
  }
}

// In the middle of the range JavaScript's spelling is Python's, and much sooner made.
function isUsual(text: string, value: number): boolean {
  const size = Math.abs(value);
  return text === (size >= 1e-4 && size < 1e15 ? String(value) : pythonNumber(value));
}

/** A string unchanged, anything else as JSON; `otherwise` for undefined. */
export function textOf(value: PythonJson | undefined, otherwise = ''): string {
  if (value === undefined || value === null) return otherwise;
  return typeof value === 'string' ? value : printPythonJson(value);
}

export interface PrintOptions {
  /** Spaces per level; 0 breaks lines without indenting. Default: everything on one line. */
  readonly indent?: number;
}

/** Text as `json.dumps` writes it. */
export function printPythonJson(value: PythonJson, options: PrintOptions = {}): string {
  return print(value, undefined, '', options.indent, 0);
}

/** The text of one member of an object or array. */
export function printMember(holder: Container, key: string | number, options: PrintOptions = {}, level = 0): string {
  const value = (holder as Readonly<Record<string | number, PythonJson>>)[key];
  return print(value ?? null, holder, key, options.indent, level);
}

function print(
  value: PythonJson,
  holder: Container | undefined,
  key: string | number,
  indent: number | undefined,
  level: number,
): string {
  if (typeof value === 'string') return pythonString(value);
  if (typeof value === 'number') return printNumber(value, holder, key);
  if (value === null || typeof value === 'boolean') return String(value);
  const inner = Array.isArray(value)
    ? value.map((item, index) => print(item, value, index, indent, level + 1))
    : Object.entries(value)
        .filter((entry): entry is [string, PythonJson] => entry[1] !== undefined)
        .map(([name, item]) => `${pythonString(name)}: ${print(item, value, name, indent, level + 1)}`);
  const [open, close] = Array.isArray(value) ? (['[', ']'] as const) : (['{', '}'] as const);
  if (inner.length === 0) return `${open}${close}`;
  if (indent === undefined) return `${open}${inner.join(', ')}${close}`;
  const line = `\n${' '.repeat(indent * (level + 1))}`;
  return `${open}${line}${inner.join(`,${line}`)}\n${' '.repeat(indent * level)}${close}`;
}

function printNumber(value: number, holder: Container | undefined, key: string | number): string {
  const remembered = holder && spellingOf(holder, key);
  return remembered !== undefined && Object.is(Number(remembered), value) ? remembered : pythonNumber(value);
}
