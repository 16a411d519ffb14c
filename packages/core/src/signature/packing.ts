/** What `#pragma pack` and similar directives say about the structs that follow. */
import { splitAtCommas } from './brackets';
import type { Token } from './tokenizer';

/**
 * Bytes that members are aligned to at most. Undefined: the compiler's default, which is not a limit; `unknown`: a
 * directive that compilers differ on.
 */
export type Packing = number | 'unknown' | undefined;

/** The word that a directive about packing becomes, followed by the directive's operands and a semicolon. */
export const packingWord = '#pragma pack';

const limits = new Set(['1', '2', '4', '8', '16']);

/** The packing in force, and those that were put aside. */
export class PackingStack {
  #current: Packing;
  readonly #kept: { readonly name: string | undefined; readonly packing: Packing }[] = [];

  get current(): Packing {
    return this.#current;
  }

  /** Follows a directive. @param operands - `(push, 4)`; anything else than a list in parentheses is unknown */
  follow(operands: readonly Token[]): void {
    const isList = operands[0]?.text === '(' && operands.at(-1)?.text === ')';
    const parts = isList ? splitAtCommas(operands.slice(1, -1)) : [];
    const words = parts.map((part) => (part.length === 1 ? (part[0]?.text ?? '') : part.length === 0 ? '' : '?'));
    const [first = '?', ...rest] = words;
    if (first === 'push') this.#push(rest);
    else if (first === 'pop') this.#pop(rest);
    else if (first !== 'show') this.#current = rest.length === 0 ? limitOf(first) : 'unknown';
  }

  /** Runs `body` under the packing that was in force where a struct was defined. */
  during<Result>(packing: Packing, body: () => Result): Result {
    const before = this.#current;
    this.#current = packing;
    try {
      return body();
    } finally {
      this.#current = before;
    }
  }

  #push(words: readonly string[]): void {
    const name = words.find(isName);
    this.#kept.push({ name, packing: this.#current });
    const others = words.filter((word) => word !== name);
    if (others.length > 0) this.#current = others.length === 1 ? limitOf(others[0] ?? '') : 'unknown';
  }

  #pop(words: readonly string[]): void {
    const [name] = words;
    if (words.length > 1 || (name !== undefined && !isName(name))) {
      this.#current = 'unknown';
      return;
    }
    const at = name === undefined ? this.#kept.length - 1 : this.#kept.findLastIndex((each) => each.name === name);
    // Without what it names a directive is ignored.
    if (at < 0) return;
    this.#current = this.#kept[at]?.packing;
    this.#kept.length = at;
  }
}

function limitOf(word: string): Packing {
  if (word === '') return undefined;
  return limits.has(word) ? Number(word) : 'unknown';
}

function isName(word: string): boolean {
  return /^[A-Za-z_]/.test(word);
}
