/**
 * All possible readings of a source with conditions that only its compiler can decide.
 *
 * Each path through the unknown conditions is a reading. Facts that all readings share are certain.
 */
import { Branches, type UnknownCondition } from './branches';

/** What was read on one way through the conditions. */
export interface Reading<Result> {
  readonly result: Result;
  readonly conditions: readonly UnknownCondition[];
  readonly branches: Branches;
}

/** Every reading that the compiler may see, the likely one first. */
export interface Readings<Result> {
  readonly all: readonly [Reading<Result>, ...Reading<Result>[]];
  /** False if there are more ways than were gone. */
  readonly isComplete: boolean;
}

/** So many ways are gone; few sources have more. */
const maximumReadings = 64;
/** A long source gets fewer readings, so that reading it is not slower than compiling it. */
const maximumCharacters = 1_000_000;

/**
 * Reads a source in every way.
 *
 * @param length - characters of the source
 * @param given - outcomes that are known, in the order in which the conditions are met
 */
export function readEveryWay<Result>(
  read: (branches: Branches) => Result,
  length: number,
  given: readonly boolean[] = [],
): Readings<Result> {
  const readOne = (outcomes: readonly boolean[]): Reading<Result> => {
    const branches = new Branches(outcomes);
    return { result: read(branches), conditions: branches.met, branches };
  };
  const likely = readOne(given);
  const found = [likely];
  let isComplete = !likely.branches.isIncomplete;
  const limit = Math.max(2, Math.min(maximumReadings, Math.floor(maximumCharacters / (length + 1))));
  const pending = others(likely, given.length);
  for (let outcomes = pending.pop(); outcomes; outcomes = pending.pop()) {
    if (found.length >= limit) {
      isComplete = false;
      break;
    }
    const reading = readOne(outcomes);
    found.push(reading);
    pending.push(...others(reading, outcomes.length));
  }
  // A compiler that came to an `#error` would have stopped.
  const accepted = found.filter(({ branches }) => !branches.isRefused);
  const [first = likely, ...rest] = accepted;
  return { all: [first, ...rest], isComplete };
}

/** The ways that part from this one at a condition whose outcome was not given. */
function others({ conditions }: Reading<unknown>, decided: number): boolean[][] {
  const outcomes = conditions.map(({ holds }) => holds);
  const ways: boolean[][] = [];
  for (let i = decided; i < outcomes.length; i++) ways.push([...outcomes.slice(0, i), !outcomes[i]]);
  return ways;
}
