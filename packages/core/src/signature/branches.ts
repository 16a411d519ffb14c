/**
 * The conditions of a source on what only its compiler knows, and which way each one goes.
 *
 * One reading takes one branch at each of them. The directives are kept, so that the compiler can be asked: see
 * {@link Branches.asQuestion}.
 */

/** A condition whose outcome does not follow from what was read. */
export interface UnknownCondition {
  /** As the source writes it: `#if __CUDA_ARCH__ >= 700`. */
  readonly text: string;
  /** Line in its file, from 1. */
  readonly line: number;
  /** What a header is included by; undefined for the source itself. */
  readonly header: string | undefined;
  /**
   * False if the outcome depends on the place at which the condition stands: on `__LINE__`, or on headers beside its
   * file. In a question it stands elsewhere.
   */
  readonly isAskable: boolean;
  /** The way that was taken. */
  readonly holds: boolean;
}

/** More cannot be asked at once, and nobody writes as many. */
const maximumConditions = 200;

export class Branches {
  readonly #given: readonly boolean[];
  readonly #met: UnknownCondition[] = [];
  readonly #decided = new Map<string, boolean>();
  /** Directives that took effect, and between them the conditions, by index. */
  readonly #trace: (string | number)[] = [];
  readonly #missing: string[] = [];
  /** Unread parts that may define anything: `#include <cub/cub.cuh>`, `@options`. */
  readonly foreign: string[] = [];
  /** An `#error` was met: the compiler does not come this way. */
  isRefused = false;

  /** @param given - the ways to take, in the order in which the conditions are met; the others count as true */
  constructor(given: readonly boolean[] = []) {
    this.#given = given;
  }

  get met(): readonly UnknownCondition[] {
    return this.#met;
  }

  /** Too many conditions: nothing is certain. */
  get isIncomplete(): boolean {
    return this.#met.length >= maximumConditions;
  }

  /** Headers that were not found, as they are included. */
  get missing(): readonly string[] {
    return this.#missing;
  }

  /**
   * Which way to go.
   *
   * @param expanded - the condition after macros were replaced: the same text has the same outcome
   * @param isLikely - the way to take if none is given
   */
  decide(condition: Omit<UnknownCondition, 'holds'>, expanded: string, isLikely: boolean): boolean {
    // A missing header may define names that the text depends on. A condition that depends on its place is unique.
    const key = condition.isAskable ? `${this.#missing.length} ${expanded}` : `at ${this.#met.length}`;
    const known = this.#decided.get(key);
    if (known !== undefined) return known;
    const index = this.#met.length;
    if (index >= maximumConditions) return isLikely;
    const holds = this.#given[index] ?? isLikely;
    this.#met.push({ ...condition, holds });
    this.#decided.set(key, holds);
    this.#trace.push(index);
    return holds;
  }

  /** Notes a directive that changes what later conditions mean. */
  passed(directive: string): void {
    this.#trace.push(directive);
  }

  passedMissing(include: string): void {
    this.#trace.push(include);
    this.#missing.push(include);
  }

  /** How many conditions, the first ones, a compiler can be asked about: nothing is certain after one that cannot. */
  get askable(): number {
    const first = this.#met.findIndex(({ isAskable }) => !isAskable);
    return first < 0 ? this.#met.length : first;
  }

  /**
   * A text for the compiler, in which each {@link askable} condition stands among the directives that were met before
   * it. It defines a macro for each, which is `1` if the condition holds.
   *
   * @param macroOf - the macro of a condition, by its index
   */
  asQuestion(macroOf: (index: number) => string): string {
    const end = this.#trace.indexOf(this.askable);
    return this.#trace
      .slice(0, end < 0 ? undefined : end)
      .map((entry) => {
        if (typeof entry === 'string') return entry;
        const macro = macroOf(entry);
        return `${this.#met[entry]?.text ?? ''}\n#define ${macro} "1"\n#else\n#define ${macro} "0"\n#endif`;
      })
      .join('\n');
  }
}
