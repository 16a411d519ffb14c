/** Python literals as .npy headers write them: dictionaries, lists, tuples, strings, whole numbers, True and False. */

export type PythonValue = string | number | boolean | null | readonly PythonValue[] | ReadonlyMap<string, PythonValue>;

/** True for a dictionary. */
export function isDictionary(value: PythonValue): value is ReadonlyMap<string, PythonValue> {
  return value instanceof Map;
}

/** Makes the error for a problem at a character of the text. */
export type Refusal = (at: number, problem: string) => Error;

/** Headers nest three deep; a damaged one must not exhaust the stack. */
const deepest = 32;

/** Reads one literal. Only white space may follow it. */
export function parsePython(text: string, refuse: Refusal): PythonValue {
  const reader = new LiteralReader(text, refuse);
  const value = reader.value(0);
  reader.end();
  return value;
}

class LiteralReader {
  readonly #text: string;
  readonly #refuse: Refusal;
  #at = 0;

  constructor(text: string, refuse: Refusal) {
    this.#text = text;
    this.#refuse = refuse;
  }

  value(depth: number): PythonValue {
    this.#space();
    const start = this.#text.charAt(this.#at);
    if (depth > deepest) throw this.#problem('a header nested too deep');
    if (start === '{') return this.#dictionary(depth);
    if (start === '(') return this.#sequence(')', depth);
    if (start === '[') return this.#sequence(']', depth);
    if (start === "'" || start === '"') return this.#string(start);
    return this.#word();
  }

  end(): void {
    this.#space();
    if (this.#at < this.#text.length) throw this.#problem('the header goes on after its dictionary');
  }

  #dictionary(depth: number): ReadonlyMap<string, PythonValue> {
    const entries = new Map<string, PythonValue>();
    this.#at++;
    while (!this.#take('}')) {
      const key = this.value(depth + 1);
      if (typeof key !== 'string') throw this.#problem('a key is not a string');
      if (!this.#take(':')) throw this.#problem("':' expected");
      entries.set(key, this.value(depth + 1));
      if (!this.#take(',') && !this.#sees('}')) throw this.#problem("',' or '}' expected");
    }
    return entries;
  }

  #sequence(close: string, depth: number): readonly PythonValue[] {
    const values: PythonValue[] = [];
    this.#at++;
    while (!this.#take(close)) {
      values.push(this.value(depth + 1));
      if (!this.#take(',') && !this.#sees(close)) throw this.#problem(`',' or '${close}' expected`);
    }
    return values;
  }

  #string(quote: string): string {
    let value = '';
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const character = this.#text.charAt(at);
      if (character === quote) {
        this.#at = at + 1;
        return value;
      }
      // Only quotes and backslashes need one in what headers hold.
      if (character === '\\') at++;
      value += this.#text.charAt(at);
    }
    throw this.#problem('a string without its end');
  }

  #word(): PythonValue {
    const [word = ''] = /^[-+\w.]*/.exec(this.#text.slice(this.#at)) ?? [];
    // Python 2 wrote long integers with an L.
    if (/^\d+L?$/.test(word)) {
      this.#at += word.length;
      return Number.parseInt(word, 10);
    }
    const constants: Readonly<Record<string, boolean | null>> = { True: true, False: false, None: null };
    const constant = Object.hasOwn(constants, word) ? constants[word] : undefined;
    if (constant === undefined) throw this.#problem('no literal that a header may hold');
    this.#at += word.length;
    return constant;
  }

  #sees(character: string): boolean {
    this.#space();
    return this.#text.charAt(this.#at) === character;
  }

  #take(character: string): boolean {
    if (!this.#sees(character)) return false;
    this.#at++;
    return true;
  }

  #space(): void {
    while (/\s/.test(this.#text.charAt(this.#at))) this.#at++;
  }

  #problem(problem: string): Error {
    const seen = this.#text.slice(this.#at, this.#at + 12);
    return this.#refuse(this.#at, `${problem}${seen === '' ? ', at its end' : `, at ${JSON.stringify(seen)}`}`);
  }
}
