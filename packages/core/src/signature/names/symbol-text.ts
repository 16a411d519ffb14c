/** A cursor over a mangled name. */

/** Thrown while a symbol is read, for what the reader does not know. */
export class NotUnderstood extends Error {}

export class SymbolText {
  #position = 0;

  constructor(readonly text: string) {}

  get atEnd(): boolean {
    return this.#position >= this.text.length;
  }

  /** The next characters, which stay. */
  peek(length = 1): string {
    return this.text.slice(this.#position, this.#position + length);
  }

  /** Passes these characters if they come next. */
  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.#position)) return false;
    this.#position += expected.length;
    return true;
  }

  /** Passes these characters. @throws NotUnderstood if others come next */
  expect(expected: string): void {
    if (!this.take(expected)) throw new NotUnderstood(`no '${expected}' in ${this.text} at ${this.#position}`);
  }

  /** Passes what matches here; '' if nothing does. @param pattern - a sticky one */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.#position += found.length;
    return found;
  }

  /** `3foo` */
  sourceName(): string {
    const digits = this.match(/\d{1,6}/y);
    const length = Number(digits);
    const name = this.text.slice(this.#position, this.#position + length);
    if (digits === '' || length === 0 || name.length !== length) throw new NotUnderstood(`no name in ${this.text}`);
    this.#position += length;
    return name;
  }

  /** What numbers substitutions and template parameters: `_` is 0, `0_` is 1. */
  sequence(digits: RegExp, base: number): number {
    const text = this.match(digits);
    this.expect('_');
    return text === '' ? 0 : parseInt(text, base) + 1;
  }
}
