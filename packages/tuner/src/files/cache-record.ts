/** Between a tuning record and an entry of a cache file. */
import type { TuningRecord } from '../results/record';
import type { Configuration, ParameterValue } from '../space';
import type { CacheEntry } from './cache-entries';
import { entryNames } from '../reserved-names';
import { isFailureKind, type FailureKind } from '../failure';
import { cacheMarkerOf, kindOfCacheMarker } from './failure-markers';
import type { ParameterSpelling } from './parameter-spelling';
import { setSpelling, textOf, type PythonJson, type PythonObject } from './python-json';
import { pythonNumber } from './python-number';

/** A record as an entry: parameters, time, times, measurements, metrics, the times spent, the time of day. */
export function entryOfRecord(record: TuningRecord, spelling: ParameterSpelling): CacheEntry {
  const entry: CacheEntry = {};
  spelling.write(record.configuration, entry);
  if (record.failure) {
    // Kernel Tuner 1.4 looks at the first, versions before it at the second.
    entry.__error__ = cacheMarkerOf(record.failure.kind);
    entry.time = entry.__error__;
    entry.failure = record.failure.kind;
    entry.failure_message = record.failure.message;
  } else {
    setFloat(entry, 'time', record.time);
    setFloats(entry, 'times', record.times);
  }
  for (const [name, value] of Object.entries(record.measurements)) {
    // A measurement can be repeated; the value of a parameter cannot be recovered from anything else.
    if (Object.hasOwn(record.configuration, name)) continue;
    if (typeof value === 'number') setFloat(entry, name, value);
    else if (typeof value === 'string') entry[name] = value;
    else setFloats(entry, name, value);
  }
  setFloat(entry, 'compile_time', record.spent.compilation);
  setFloat(entry, 'verification_time', record.spent.verification);
  setFloat(entry, 'benchmark_time', record.spent.benchmark);
  setFloat(entry, 'strategy_time', 0);
  setFloat(entry, 'framework_time', 0);
  for (const [name, value] of Object.entries(record.metrics)) {
    if (!Object.hasOwn(record.configuration, name)) setFloat(entry, name, value);
  }
  if (record.device !== '') entry.device = record.device;
  if (record.sourceHash !== undefined) entry.source_hash = record.sourceHash;
  entry.timestamp = record.timestamp;
  return entry;
}

/** What an entry of any version of the format says. */
export interface EntryFacts {
  /** The parameters' names, in order. */
  readonly parameterNames: readonly string[];
  /** Which of the other numbers are metrics, if known; the rest are measurements. */
  readonly metricNames?: ReadonlySet<string>;
  readonly origin: TuningRecord['origin'];
  /** The file's device, for entries that name none. */
  readonly device: string;
}

/** An entry as a record. */
export function recordOfEntry(key: string, entry: CacheEntry, facts: EntryFacts): TuningRecord {
  const configuration: Record<string, ParameterValue> = {};
  for (const name of facts.parameterNames) configuration[name] = entry[name] as ParameterValue;
  const failure = failureOfEntry(entry);
  return {
    configuration,
    key,
    ...(failure ? { failure } : {}),
    time: failure ? NaN : numberOr(entry.time, NaN),
    times: numbers(entry.times),
    ...others(entry, configuration, facts.metricNames),
    spent: {
      compilation: numberOr(entry.compile_time, 0),
      verification: numberOr(entry.verification_time, 0),
      benchmark: numberOr(entry.benchmark_time, 0),
    },
    timestamp: typeof entry.timestamp === 'string' ? entry.timestamp : '',
    origin: facts.origin,
    device: typeof entry.device === 'string' ? entry.device : facts.device,
    ...(typeof entry.source_hash === 'string' ? { sourceHash: entry.source_hash } : {}),
  };
}

/** Why an entry has no result: `__error__` says it since 1.x, the objective's own value before. */
export function failureOfEntry(entry: CacheEntry): { kind: FailureKind; message: string } | undefined {
  const marker = entry.__error__ ?? Object.values(entry).find((value) => kindOfCacheMarker(value) !== undefined);
  if (marker === undefined) return undefined;
  const kind = isFailureKind(entry.failure) ? entry.failure : (kindOfCacheMarker(marker) ?? 'launch');
  return { kind, message: typeof entry.failure_message === 'string' ? entry.failure_message : textOf(marker) };
}

function others(
  entry: CacheEntry,
  configuration: Configuration,
  metricNames: ReadonlySet<string> | undefined,
): Pick<TuningRecord, 'measurements' | 'metrics'> {
  const measurements: Record<string, number | readonly number[] | string> = {};
  const metrics: Record<string, number> = {};
  for (const [name, value] of Object.entries(entry)) {
    if (entryNames.has(name) || name in configuration || kindOfCacheMarker(value) !== undefined) continue;
    if (typeof value === 'number' && metricNames?.has(name)) metrics[name] = value;
    else if (typeof value === 'number' || typeof value === 'string') measurements[name] = value;
    else if (Array.isArray(value)) measurements[name] = numbers(value);
  }
  return { measurements, metrics };
}

// A measurement is a float in Python, even if it is a whole number.
function setFloat(entry: PythonObject, name: string, value: number): void {
  entry[name] = value;
  setSpelling(entry, name, pythonNumber(value, true));
}

function setFloats(entry: PythonObject, name: string, values: readonly number[]): void {
  const list: PythonJson[] = [...values];
  values.forEach((value, index) => setSpelling(list, index, pythonNumber(value, true)));
  entry[name] = list;
}

function numberOr(value: PythonJson | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function numbers(value: PythonJson | undefined): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}
