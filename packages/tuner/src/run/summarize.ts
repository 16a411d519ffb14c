/** A run's result from its records. */
import type { CacheFile } from '../files/cache-file';
import type { FailureKind } from '../failure';
import type { TuningStore } from '../journal/tuning-store';
import type { SearchSpace } from '../space';
import type { Strategy } from '../strategy';
import type { DeviceFacts } from '../worker/protocol';
import { frontOf, type DirectedObjective } from '../results/objectives';
import type { TuningRecord } from '../results/record';
import type { RecordKeeper } from './record-keeper';
import type { TuneKernelOptions } from '../request/tune-options';
import type { TuningEnvironment, TuningResult } from '../results/tuning-result';

export interface RunFacts {
  readonly options: TuneKernelOptions;
  readonly keeper: RecordKeeper;
  readonly space: SearchSpace;
  readonly store: TuningStore | undefined;
  /** The file that stands for a device in a simulation. */
  readonly recorded: Pick<CacheFile, 'damage'> | undefined;
  readonly strategy: Strategy;
  readonly objectives: readonly DirectedObjective[];
  readonly devices: readonly DeviceFacts[];
  readonly stoppedBy: TuningEnvironment['stoppedBy'];
  readonly seconds: { readonly total: number; readonly setup: number };
  readonly startedAt: string;
}

export function summarize(facts: RunFacts): TuningResult {
  const { keeper, objectives } = facts;
  const { records, best } = keeper;
  const front = objectives.length > 1 ? frontOf(records, objectives) : best ? [best] : [];
  return { results: records, best, front, environment: environmentOf(facts) };
}

function environmentOf(facts: RunFacts): TuningEnvironment {
  const { options, keeper, devices, strategy, objectives, space, seconds } = facts;
  const { records, best } = keeper;
  const spent = (part: keyof TuningRecord['spent']): number =>
    records.reduce((sum, record) => sum + (record.origin === 'measured' ? record.spent[part] : 0), 0) / 1000;
  return {
    kernel: options.kernel,
    devices,
    strategy: strategy.name,
    seed: options.seed ?? 0,
    objectives,
    spaceSize: space.size,
    bestConfiguration: best?.configuration,
    evaluations: records.length,
    resumed: records.filter(({ origin }) => origin === 'resumed').length,
    failures: failuresOf(records),
    seconds: {
      ...seconds,
      compilation: spent('compilation'),
      verification: spent('verification'),
      benchmark: spent('benchmark'),
    },
    stoppedBy: facts.stoppedBy === 'evaluations' && records.length === space.size ? 'strategy' : facts.stoppedBy,
    warnings: warningsOf(facts),
    software: { node: process.version, platform: process.platform, architecture: process.arch },
    startedAt: facts.startedAt,
  };
}

function failuresOf(records: readonly TuningRecord[]): Partial<Record<FailureKind, number>> {
  const counts: Partial<Record<FailureKind, number>> = {};
  for (const { failure } of records) if (failure) counts[failure.kind] = (counts[failure.kind] ?? 0) + 1;
  return counts;
}

function warningsOf({ store, recorded, devices, keeper }: RunFacts): string[] {
  const warnings = [...(store?.damages ?? [])];
  if (recorded?.damage) {
    const { problem, lostBytes } = recorded.damage;
    warnings.push(`the recorded results are damaged (${problem}): ${lostBytes} bytes are lost`);
  }
  if (keeper.outdated > 0) {
    warnings.push(
      `${keeper.outdated} results in the cache are of another source, other macros, compiler options or another launch: they are not used but measured again`,
    );
  }
  const names = new Set(devices.map(({ name }) => name));
  if (names.size > 1) {
    warnings.push(
      `the devices differ (${[...names].join(', ')}): times of one cannot be compared with those of another`,
    );
  }
  if (keeper.records.length > 0 && !keeper.best)
    warnings.push(`no configuration has a result; the first: ${firstFailure(keeper.records)}`);
  return warnings;
}

function firstFailure(records: readonly TuningRecord[]): string {
  const failure = records.find((record) => record.failure)?.failure;
  return failure ? `${failure.kind}: ${failure.message}` : '';
}
