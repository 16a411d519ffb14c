/** T4 1.0.0, the autotuning community's format of results. */
import { HeddleError } from '@heddle/core';
import type { TuningRecord } from '../results/record';
import type { Configuration } from '../space';
import { invalidityOf, kindOfInvalidity, type T4Invalidity } from './failure-markers';
import { packedFor, textOfBytes } from '../file-access/packed-bytes';
import { ParameterSpelling } from './parameter-spelling';
import {
  isPythonObject,
  copyValue,
  parsePythonJson,
  printPythonJson,
  setSpelling,
  type PythonJson,
  type PythonObject,
} from './python-json';
import { pythonNumber } from './python-number';
import { pathOf, readFileBy } from '../file-access/read-file';
import { writeFile } from '../file-access/write-file';

export interface T4Measurement {
  readonly name: string;
  /** A number, or what stood in its place: the marker of a failure. */
  readonly value: PythonJson;
  readonly unit: string;
}

/** One configuration. */
export interface T4Result {
  readonly timestamp: string;
  readonly configuration: Configuration;
  readonly times: {
    readonly compilation?: number;
    readonly benchmark?: number;
    readonly framework?: number;
    readonly search_algorithm?: number;
    readonly validation?: number;
    /** Absent for a configuration that failed. */
    readonly runtimes?: readonly number[];
  };
  readonly invalidity: T4Invalidity;
  readonly correctness: number;
  readonly measurements: readonly T4Measurement[];
  readonly objectives: readonly string[];
}

export interface T4File {
  readonly schemaVersion: string;
  /** `milliseconds`, however the file spells it; undefined if it does not say. */
  readonly timeUnit: string | undefined;
  readonly results: readonly T4Result[];
  /** The unchanged file, to be written again with all its keys and spellings. */
  readonly document: PythonObject;
}

const invalidities: readonly string[] = ['correct', 'compile', 'runtime', 'constraints', 'timeout', 'correctness'];

/**
 * Reads a T4 file; a name that ends in `.gz` is unpacked.
 *
 * @throws HeddleError `ARGUMENT` if there is no such file, `CORRUPT` for one that is not a T4 1.x
 */
export function readT4File(path: string | URL): T4File {
  return readFileBy(path, 'T4 file', (bytes) => parseT4File(textOfBytes(bytes)));
}

/** @throws HeddleError `CORRUPT` for what is not a T4 1.x, with the first result that is wrong */
export function parseT4File(text: string): T4File {
  const document = parsePythonJson(text);
  if (!isPythonObject(document) || !Array.isArray(document.results)) throw damaged('it has no list of results');
  const version = document.schema_version;
  if (typeof version !== 'string' || !version.startsWith('1.')) {
    throw damaged(`its schema_version is ${printPythonJson(version ?? null)}, not 1.0.0`);
  }
  document.results.forEach(assertResult);
  const metadata = isPythonObject(document.metadata) ? document.metadata : {};
  const unit = metadata.timeunit;
  return {
    schemaVersion: version,
    // Files in the wild have the misspelling too.
    timeUnit: unit === 'miliseconds' ? 'milliseconds' : typeof unit === 'string' ? unit : undefined,
    results: document.results as unknown as T4Result[],
    document,
  };
}

/** The text of a T4 file. */
export function printT4File({ document }: Pick<T4File, 'document'>): string {
  return printPythonJson(document, { indent: 2 });
}

/** Writes a T4 file whole, packed where its name ends in `.gz`. */
export function writeT4File(path: string | URL, file: Pick<T4File, 'document'>): void {
  const name = pathOf(path);
  writeFile(name, packedFor(name, printT4File(file)));
}

/**
 * Records as a T4 file.
 *
 * @param objectives - names of what was optimised
 */
export function t4OfRecords(records: readonly TuningRecord[], objectives: readonly string[] = ['time']): T4File {
  const spelling = new ParameterSpelling(occurringValues(records));
  const results = records.map((record) => resultOfRecord(record, objectives, spelling));
  const schemaVersion = '1.0.0';
  const document: PythonObject = { results, schema_version: schemaVersion, metadata: { timeunit: 'milliseconds' } };
  return { schemaVersion, timeUnit: 'milliseconds', results: results as unknown as T4Result[], document };
}

/** Markers that distinguish a failure from a measurement. */
const markers: Readonly<Record<string, string>> = {
  compile: 'CompilationFailedConfig',
  constraints: 'InvalidConfig',
  runtime: 'RuntimeFailedConfig',
  timeout: 'RuntimeFailedConfig',
  correctness: 'RuntimeFailedConfig',
};

/** A result of a T4 file as a record. */
export function recordOfT4(result: T4Result, spelling: ParameterSpelling): TuningRecord {
  const kind = kindOfInvalidity(result.invalidity);
  const measurements: Record<string, number> = {};
  for (const { name, value } of result.measurements) if (typeof value === 'number') measurements[name] = value;
  const { time = NaN, ...others } = measurements;
  const { compilation = 0, validation = 0, benchmark = 0, runtimes = [] } = result.times;
  return {
    configuration: result.configuration,
    key: spelling.key(result.configuration),
    ...(kind === undefined ? {} : { failure: { kind, message: markers[result.invalidity] ?? result.invalidity } }),
    time: kind === undefined ? time : NaN,
    times: runtimes,
    measurements: others,
    metrics: {},
    spent: { compilation, verification: validation, benchmark },
    timestamp: result.timestamp,
    origin: 'resumed',
    device: '',
  };
}

/** All records of a T4 file, in its order. */
export function recordsOfT4({ results }: Pick<T4File, 'results'>): TuningRecord[] {
  const spelling = new ParameterSpelling(occurringValues(results));
  return results.map((result) => recordOfT4(result, spelling));
}

function resultOfRecord(
  record: TuningRecord,
  objectives: readonly string[],
  spelling: ParameterSpelling,
): PythonObject {
  const { failure, spent } = record;
  const configuration: PythonObject = {};
  spelling.write(record.configuration, configuration);
  const times: PythonObject = {};
  setFloat(times, 'compilation', spent.compilation);
  setFloat(times, 'benchmark', spent.benchmark);
  setFloat(times, 'framework', 0);
  setFloat(times, 'search_algorithm', 0);
  setFloat(times, 'validation', spent.verification);
  if (!failure) {
    const runtimes: PythonJson[] = [...record.times];
    record.times.forEach((time, index) => setSpelling(runtimes, index, pythonNumber(time, true)));
    times.runtimes = runtimes;
  }
  const invalidity = invalidityOf(failure?.kind);
  return {
    timestamp: record.timestamp,
    configuration,
    times,
    invalidity,
    correctness: failure ? 0 : 1,
    measurements: failure ? [measurement('time', markers[invalidity] ?? '', '')] : measurementsOf(record),
    objectives: [...objectives],
  };
}

function measurementsOf(record: TuningRecord): PythonObject[] {
  const named = Object.entries({ time: record.time, ...record.measurements, ...record.metrics });
  return named
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .map(([name, value]) => measurement(name, value, name.startsWith('time') ? 'ms' : ''));
}

function measurement(name: string, value: number | string, unit: string): PythonObject {
  const result: PythonObject = { name, value, unit };
  if (typeof value === 'number') setSpelling(result, 'value', pythonNumber(value, true));
  return result;
}

function setFloat(target: PythonObject, name: string, value: number): void {
  target[name] = value;
  setSpelling(target, name, pythonNumber(value, true));
}

/** The values of each parameter that occur, with their spellings. */
function occurringValues(
  records: readonly { readonly configuration: Configuration }[],
): Record<string, PythonJson[] & (string | number | boolean)[]> {
  const lists: Record<string, (string | number | boolean)[]> = {};
  for (const { configuration } of records) {
    for (const [name, value] of Object.entries(configuration)) {
      const list = (lists[name] ??= []);
      if (!list.includes(value)) copyValue(configuration, name, list, list.length);
    }
  }
  return lists;
}

function assertResult(result: PythonJson, index: number): void {
  const problem = problemOf(result);
  if (problem !== undefined) throw damaged(`result ${index} ${problem}`);
}

function problemOf(result: PythonJson): string | undefined {
  if (!isPythonObject(result)) return 'is not an object';
  for (const name of ['configuration', 'times']) if (!isPythonObject(result[name])) return `has no ${name}`;
  if (!Array.isArray(result.measurements)) return 'has no measurements';
  const known = typeof result.invalidity === 'string' && invalidities.includes(result.invalidity);
  return known ? undefined : `has the invalidity ${printPythonJson(result.invalidity ?? null)}`;
}

function damaged(problem: string): HeddleError {
  return new HeddleError('CORRUPT', problem);
}
