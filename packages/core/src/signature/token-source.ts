/** Where declarations are read from: a whole source, or tokens that were kept of one. */
import type { Token } from './tokenizer';

export interface TokenSource {
  /**
   * The next token, or undefined at the end. With `expand`, macros are replaced by their tokens; else only those are
   * that open or close a brace of what is around them.
   */
  next(expand: boolean): Token | undefined;
  /** Gives a token back: it is the next one again. */
  unread(token: Token): void;
}

/** Tokens kept in an array, macros already expanded. */
export class KeptTokens implements TokenSource {
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  next(): Token | undefined {
    return this.#tokens[this.#index++];
  }

  unread(): void {
    this.#index--;
  }
}
