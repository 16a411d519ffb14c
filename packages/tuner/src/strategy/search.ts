/** Runs strategies, on a search that counts evaluations, remembers them, and ends the strategy in time. */
import { isHeddleError } from '@heddle/core';
import { checkOptionsOf, userFailure, type KindsOf } from '../options';
import type { SearchSpace } from '../space/search-space';
import { EventLoopTurns } from './event-loop-turns';
import type { Random } from '../random';
import { BudgetSpent, isBudgetSpent, type Search, type Strategy } from './strategy';

/** What a search is made from. */
export interface SearchOptions {
  readonly space: SearchSpace;
  readonly random: Random;
  /** Evaluations of different configurations that are allowed. Default: no limit. */
  readonly evaluations?: number;
  /** True if something else limits the run, such as time; a strategy then starts again when it is done. */
  readonly isLimited?: boolean;
  readonly signal?: AbortSignal;

  /**
   * Measures configurations that were not measured before.
   *
   * @returns for each, in order, the objectives to be minimised; Infinity if it failed
   */
  measure(indices: readonly number[]): Promise<readonly (readonly number[])[]>;

  /** Prepares for measuring configurations that were not measured before and may never be. */
  anticipate?(indices: readonly number[]): void;
}

const optionKinds: KindsOf<SearchOptions> = {
  space: 'object',
  random: 'object',
  evaluations: 'number',
  isLimited: 'flag',
  signal: 'object',
  measure: 'function',
  anticipate: 'function',
};

/**
 * Revisits in a row after which a search is ended: its strategy has converged, and would go on for ever, because
 * revisits cost nothing.
 */
const revisitLimit = 50_000;

/** Exceptions of measurements, which pass through a strategy that did not cause them. */
const ofMeasurements = new WeakSet<object>();

/**
 * A search over a space, whose evaluations go to `measure`. Its exceptions pass through the strategy to the caller.
 *
 * @throws HeddleError `ARGUMENT` for an unknown option
 */
export function createSearch(options: SearchOptions): Search {
  checkOptionsOf('createSearch', optionKinds, options, ['space', 'random', 'measure']);
  return new RememberingSearch(options);
}

/**
 * Runs a strategy, ours or anyone's, to its end or that of its budget.
 *
 * @returns why it has ended: the strategy was done, or the budget was spent
 * @throws HeddleError `ARGUMENT` for an exception of the strategy; an exception of the measurement is passed on
 *   unchanged
 */
export async function runStrategy(strategy: Strategy, search: Search): Promise<'strategy' | 'budget'> {
  try {
    await strategy.run(search);
    return 'strategy';
  } catch (error) {
    if (isBudgetSpent(error)) return 'budget';
    if (isHeddleError(error) || isOfMeasurement(error)) throw error;
    throw userFailure(nameOf(strategy), error, { parameter: 'strategy' });
  }
}

// JavaScript can leave the name out.
function nameOf({ name }: { readonly name?: unknown }): string {
  return typeof name === 'string' && name !== '' ? `the strategy ${name}` : 'the strategy';
}

/** True for an error that came from a search's `measure`. */
function isOfMeasurement(error: unknown): boolean {
  return typeof error === 'object' && error !== null && ofMeasurements.has(error);
}

class RememberingSearch implements Search {
  readonly space: SearchSpace;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly isLimited: boolean;
  private readonly known = new Map<number, readonly number[]>();
  private readonly limit: number;
  private readonly turns = new EventLoopTurns();
  private revisits = 0;

  constructor(private readonly options: SearchOptions) {
    this.space = options.space;
    this.random = options.random;
    this.signal = options.signal ?? new AbortController().signal;
    this.limit = options.evaluations ?? Infinity;
    this.isLimited = options.isLimited ?? Number.isFinite(this.limit);
  }

  get remaining(): number {
    return Math.max(0, Math.min(this.limit, this.space.size) - this.known.size);
  }

  objectives(index: number): readonly number[] | undefined {
    return this.known.get(index);
  }

  anticipate(indices: readonly number[]): void {
    this.options.anticipate?.(indices.filter((index) => !this.known.has(index)));
  }

  async evaluate(index: number): Promise<number> {
    const [objective] = await this.evaluateMany([index]);
    return objective ?? Infinity;
  }

  async evaluateMany(indices: readonly number[]): Promise<number[]> {
    await this.turns.giveWay();
    this.checkRunning();
    const fresh = [...new Set(indices)].filter((index) => !this.known.has(index));
    this.revisits = fresh.length === 0 ? this.revisits + indices.length : 0;
    if (this.revisits > revisitLimit) throw new BudgetSpent();
    const affordable = fresh.slice(0, this.remaining);
    if (affordable.length > 0) await this.measure(affordable);
    if (affordable.length < fresh.length) throw new BudgetSpent();
    return indices.map((index) => this.known.get(index)?.[0] ?? Infinity);
  }

  private async measure(indices: readonly number[]): Promise<void> {
    let measured: readonly (readonly number[])[];
    try {
      measured = await this.options.measure(indices);
    } catch (error) {
      if (typeof error === 'object' && error !== null) ofMeasurements.add(error);
      throw error;
    }
    for (const [at, index] of indices.entries()) {
      // NaN compares with nothing: a strategy would keep it as its best.
      const objectives = (measured[at] ?? [Infinity]).map((value) => (Number.isNaN(value) ? Infinity : value));
      this.known.set(index, objectives);
    }
  }

  private checkRunning(): void {
    if (this.signal.aborted || this.remaining <= 0) throw new BudgetSpent();
  }
}
