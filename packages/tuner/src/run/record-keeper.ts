/** The records of a run: it recalls earlier ones, adds new ones, and reports them. */
import { argumentError, traceTune } from '@heddle/core/backend';
import type { CacheEntry } from '../files/cache-entries';
import type { CacheFile } from '../files/cache-file';
import { entryOfRecord, recordOfEntry } from '../files/cache-record';
import { isReservedName } from '../reserved-names';
import { ParameterSpelling } from '../files/parameter-spelling';
import { spelledParameters } from '../files/spelled-values';
import type { TuningStore } from '../journal/tuning-store';
import type { Configuration } from '../space';
import type { TrialOutcome } from '../worker/protocol';
import type { MetricsOf } from '../request/metrics';
import { bestOf, scoresOf, type DirectedObjective } from '../results/objectives';
import { timestampNow, type TuningRecord } from '../results/record';
import type { PreparedTrial } from '../request/trial-maker';
import type { TuneKernelOptions } from '../request/tune-options';

export interface RecordKeeperOptions {
  readonly options: Pick<TuneKernelOptions, 'kernel' | 'tune' | 'metrics'>;
  readonly metrics: MetricsOf;
  readonly objectives: readonly DirectedObjective[];
  readonly store: TuningStore | undefined;
  /** Recorded results that stand for measurements, if the run is a simulation. */
  readonly recorded: Pick<CacheFile, 'parameters' | 'entries'> | undefined;
  /** Called when a record is kept. */
  readonly onRecord: (record: TuningRecord) => void;
}

export class RecordKeeper {
  readonly #options: RecordKeeperOptions;
  readonly #spelling: ParameterSpelling;
  readonly #metricNames: ReadonlySet<string>;
  readonly records: TuningRecord[] = [];
  /** Results from before that are of another program, and were not taken. */
  outdated = 0;
  #best: TuningRecord | undefined;
  #bestTime: number | undefined;

  constructor(options: RecordKeeperOptions) {
    this.#options = options;
    this.#spelling = options.store?.spelling ?? spellingOf(options);
    this.#metricNames = new Set(Object.keys(options.options.metrics ?? {}));
  }

  get best(): TuningRecord | undefined {
    return this.#best;
  }

  /** The least time so far, in milliseconds. */
  get bestTime(): number | undefined {
    return this.#bestTime;
  }

  /**
   * Takes a configuration's record from before; undefined if there is none.
   *
   * @param sourceHash - what would be measured now; a simulation asks nobody
   */
  recall(configuration: Configuration, device: string, sourceHash?: () => string): TuningRecord | undefined {
    const { store, recorded } = this.#options;
    const key = this.#spelling.key(configuration);
    const entry = (recorded ?? store)?.entries.get(key);
    if (!entry || !isOf(entry, configuration)) return undefined;
    const known = recordOfEntry(key, entry, {
      parameterNames: Object.keys(configuration),
      metricNames: this.#metricNames,
      origin: recorded ? 'simulated' : 'resumed',
      device,
    });
    if (sourceHash && known.sourceHash !== undefined && known.sourceHash !== sourceHash()) {
      this.outdated++;
      return undefined;
    }
    const record = { ...known, configuration, metrics: known.failure ? {} : this.#options.metrics(known) };
    this.#keep(record);
    return record;
  }

  /** Makes and keeps the record of a trial: on the disk before anybody hears of it. */
  add({ configuration, sourceHash }: PreparedTrial, outcome: TrialOutcome, device: string): TuningRecord {
    const { failure, time, times, measurements, spent } = outcome;
    checkNames(measurements);
    const metrics = failure ? {} : this.#options.metrics({ configuration, time, measurements });
    const key = this.#spelling.key(configuration);
    const record: TuningRecord = {
      configuration,
      key,
      ...(failure ? { failure } : {}),
      time,
      times,
      measurements,
      metrics,
      spent,
      timestamp: timestampNow(),
      origin: 'measured',
      device,
      sourceHash,
    };
    // Asked for before it is kept: an objective that does not exist is the request's error.
    scoresOf(record, this.#options.objectives);
    this.#options.store?.append(key, entryOfRecord(record, this.#spelling));
    this.#keep(record);
    return record;
  }

  scores(record: TuningRecord): readonly number[] {
    return scoresOf(record, this.#options.objectives);
  }

  #keep(record: TuningRecord): void {
    this.records.push(record);
    const { objectives, options, onRecord } = this.#options;
    this.#best = bestOf(this.#best ? [this.#best, record] : [record], objectives);
    if (!record.failure) this.#bestTime = Math.min(this.#bestTime ?? Infinity, record.time);
    traceTune(() => ({
      kernel: options.kernel,
      configuration: record.configuration,
      tried: this.records.length,
      ...(record.failure ? { error: record.failure } : { milliseconds: record.time }),
    }));
    onRecord(record);
  }
}

function spellingOf({ options: { tune }, recorded }: RecordKeeperOptions): ParameterSpelling {
  const { parameters, entries } = recorded ?? { parameters: {}, entries: new Map<string, CacheEntry>() };
  return new ParameterSpelling(spelledParameters(tune, parameters, entries.values()));
}

function checkNames(measurements: TrialOutcome['measurements']): void {
  const reserved = Object.keys(measurements).find(isReservedName);
  if (reserved === undefined) return;
  throw argumentError(`An observer cannot call a result ${reserved}: results use that name.`, {
    parameter: 'observers',
  });
}

// A key tells no number from a text that looks like it; the values beside it do.
function isOf(entry: CacheEntry, configuration: Configuration): boolean {
  return Object.entries(configuration).every(([name, value]) => entry[name] === undefined || entry[name] === value);
}
