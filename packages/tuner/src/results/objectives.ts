/** What is improved, and which of two records is better. */
import { argumentError, didYouMean, nearestNames } from '@heddle/core/backend';
import { suggestion } from '../options/suggestion';
import { paretoFront } from '../pareto';
import type { TuningRecord } from './record';

/** What is to be improved: `time`, a measurement, or a metric. */
export interface Objective {
  readonly name: string;
  /** Default: by the name. True for throughputs (`GFLOP/s`, `GB/s`, `…/W`, `…/J`) and `fitness`, else false. */
  readonly higherIsBetter?: boolean;
}

/** What a run improves. Give `objective` or `objectives`, not both. */
export interface ObjectiveOptions {
  /** Default `time`. */
  readonly objective?: string | Objective;
  readonly objectiveHigherIsBetter?: boolean;
  /** Several objectives: the result is their Pareto front. */
  readonly objectives?: readonly (string | Objective)[];
}

/** An objective whose direction is known. */
export type DirectedObjective = Required<Objective>;

const higher = /fitness|flops?\b|flop\/|[a-z]*b(yte)?s?\/s|\/s$|\/w$|\/j$|throughput|bandwidth|speedup/i;
const lower = /time|energy|cost|loss|power|error|latency|temperature|regs|bytes|seconds|^m[sra]|rms/i;

/** True if more of it is better, by its name alone; undefined if the name does not say. */
export function higherIsBetterByName(name: string): boolean | undefined {
  if (higher.test(name)) return true;
  return lower.test(name) ? false : undefined;
}

/** The objectives of a run, `time` if none is given. */
export function objectivesOf(
  options: ObjectiveOptions & { readonly metrics?: Readonly<Record<string, unknown>> },
): readonly DirectedObjective[] {
  const { objective, objectives, objectiveHigherIsBetter } = options;
  if (objective !== undefined && objectives !== undefined) {
    throw argumentError('give objective or objectives, not both', { parameter: 'objectives' });
  }
  const given = objectives ?? [objective ?? 'time'];
  if (given.length === 0) throw argumentError('objectives is empty', { parameter: 'objectives' });
  const known = ['time', ...Object.keys(options.metrics ?? {})];
  return given.map((each) => {
    const { name, higherIsBetter = objectiveHigherIsBetter }: Objective =
      typeof each === 'string' ? { name: each } : each;
    const direction = higherIsBetter ?? higherIsBetterByName(name);
    if (direction === undefined) throw unknownDirection(name, known);
    return { name, higherIsBetter: direction };
  });
}

function unknownDirection(name: string, known: readonly string[]): Error {
  const advice = `Say so: { name: '${name}', higherIsBetter: true } for its name.`;
  const near = known.includes(name) ? [] : nearestNames(name, known);
  return argumentError(`whether more or less ${name} is better is not known`, {
    parameter: 'objective',
    hint: didYouMean(near, advice),
  });
}

/**
 * A record's objectives, each to be minimised; Infinity for a failed configuration.
 *
 * @throws HeddleError `ARGUMENT` if a good record has no such number
 */
export function scoresOf(record: TuningRecord, objectives: readonly DirectedObjective[]): readonly number[] {
  if (record.failure) return objectives.map(() => Infinity);
  return objectives.map(({ name, higherIsBetter }) => {
    const value = valueOf(record, name);
    if (Number.isNaN(value)) return Infinity;
    return higherIsBetter ? -value : value;
  });
}

/** A number of a record by its name. */
export function valueOf(record: TuningRecord, name: string): number {
  const value = name === 'time' ? record.time : (record.metrics[name] ?? record.measurements[name]);
  if (typeof value === 'number') return value;
  const known = ['time', ...Object.keys(record.metrics), ...Object.keys(record.measurements)];
  throw argumentError(`no result is called ${name}`, { parameter: 'objective', hint: suggestion(name, known) });
}

/** The best record by the first objective; undefined if all failed. */
export function bestOf<R extends TuningRecord>(
  records: readonly R[],
  objectives: readonly DirectedObjective[],
): R | undefined {
  let best: R | undefined;
  let least = Infinity;
  for (const record of records) {
    const score = scoresOf(record, objectives)[0] ?? Infinity;
    if (score < least) [best, least] = [record, score];
  }
  return best;
}

/** The records that no other is better than in one objective without being worse in another. */
export function frontOf<R extends TuningRecord>(records: readonly R[], objectives: readonly DirectedObjective[]): R[] {
  const places = paretoFront(records.map((record) => scoresOf(record, objectives)));
  return places.flatMap((place) => records[place] ?? []);
}
