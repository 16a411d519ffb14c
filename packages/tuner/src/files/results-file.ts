/**
 * Results of many runs, the best few of each: which configuration to use on which device for which problem.
 *
 * The file is that of Kernel Tuner's `store_results`: meta data, and a list of configurations, each with its device
 * and its problem size.
 */
import { HeddleError } from '@heddle/core';
import { checkOptionsOf, type KindsOf } from '../options';
import { scoresOf, type DirectedObjective } from '../results/objectives';
import type { TuningRecord } from '../results/record';
import type { TuningResult } from '../results/tuning-result';
import type { Configuration, ParameterValue } from '../space';
import { entryOfRecord } from './cache-record';
import { ParameterSpelling } from './parameter-spelling';
import {
  isPythonObject,
  parsePythonJson,
  printPythonJson,
  textOf,
  type PythonJson,
  type PythonObject,
} from './python-json';
import { packedFor, textOfBytes } from '../file-access/packed-bytes';
import { pathOf, readFileBy } from '../file-access/read-file';
import { isEmpty, writeFile } from '../file-access/write-file';

/** One configuration that was good. */
export interface StoredResult {
  readonly deviceName: string;
  readonly problemSize: readonly number[];
  readonly configuration: Configuration;
  /** Value of the objective. */
  readonly value: number;
}

export interface ResultsFile {
  readonly kernelName: string;
  readonly objective: string;
  readonly higherIsBetter: boolean;
  readonly parameterNames: readonly string[];
  readonly results: readonly StoredResult[];
}

export interface StoreOptions {
  /** Elements along x, y, z that the results hold for. */
  readonly problemSize: number | readonly number[];
  /** How many are stored: a fraction of all good ones, at least one. Default 0.03. */
  readonly top?: number;
}

const optionKinds: KindsOf<StoreOptions> = { problemSize: ['number', 'list'], top: 'number' };

/**
 * Adds the best results of a run to a file. Those it has for the same device and problem size are replaced.
 *
 * @throws HeddleError `ARGUMENT` for a run without results, a file of another kernel or objective, or an unknown option
 */
export function storeResults(path: string | URL, result: TuningResult, options: StoreOptions): void {
  const name = pathOf(path);
  checkOptionsOf('storeResults', optionKinds, options, ['problemSize']);
  const { environment, results } = result;
  const [objective] = environment.objectives;
  if (!objective) throw new HeddleError('ARGUMENT', 'the run has no objective', { parameter: 'result' });
  const chosen = topOf(results, objective, options.top ?? 0.03);
  const [first] = chosen;
  if (!first) {
    throw new HeddleError('ARGUMENT', 'the run has no good result to store', { parameter: 'result' });
  }
  const problemSize = typeof options.problemSize === 'number' ? [options.problemSize] : [...options.problemSize];
  const parameterNames = Object.keys(first.configuration);
  const document = isEmpty(name) ? newDocument(environment.kernel, objective, parameterNames) : readDocument(name);
  assertBelongs(name, document, environment.kernel, objective);
  const spelling = new ParameterSpelling(valuesOf(results));
  const added = chosen.map((record) => {
    // Added to the entry itself, which remembers how its numbers are spelled.
    const entry = entryOfRecord(record, spelling);
    entry.device_name = record.device;
    entry.problem_size = problemSize.join('x');
    return entry;
  });
  const kept = entriesOf(document).filter(
    (entry) =>
      !added.some((each) => each.device_name === entry.device_name && each.problem_size === entry.problem_size),
  );
  document.data = [...kept, ...added];
  writeFile(name, packedFor(name, printPythonJson(document, { indent: 2 })));
}

/** @throws HeddleError `ARGUMENT` if there is no such file, `CORRUPT` if it is none of these */
export function readResultsFile(path: string | URL): ResultsFile {
  const document = readDocument(path);
  const meta = isPythonObject(document.meta) ? document.meta : {};
  const names = Array.isArray(meta.tune_params_keys) ? meta.tune_params_keys.map(String) : [];
  const objective = textOf(meta.objective, 'time');
  return {
    kernelName: textOf(meta.kernel_name),
    objective,
    higherIsBetter: meta.objective_higher_is_better === true,
    parameterNames: names,
    results: entriesOf(document).map((entry) => ({
      deviceName: textOf(entry.device_name),
      problemSize: textOf(entry.problem_size).split('x').map(Number),
      configuration: Object.fromEntries(names.map((name) => [name, entry[name] as ParameterValue])),
      value: typeof entry[objective] === 'number' ? entry[objective] : NaN,
    })),
  };
}

function topOf(records: readonly TuningRecord[], objective: DirectedObjective, top: number): readonly TuningRecord[] {
  if (!(top > 0 && top <= 1)) {
    throw new HeddleError('ARGUMENT', `top is a fraction of the results, not ${String(top)}`, { parameter: 'top' });
  }
  const score = (record: TuningRecord): number => scoresOf(record, [objective])[0] ?? Infinity;
  const good = records.filter((record) => Number.isFinite(score(record))).sort((a, b) => score(a) - score(b));
  return good.slice(0, Math.max(1, Math.ceil(good.length * top)));
}

function newDocument(kernel: string, objective: DirectedObjective, names: readonly string[]): PythonObject {
  return {
    meta: {
      kernel_name: kernel,
      tune_params_keys: [...names],
      objective: objective.name,
      objective_higher_is_better: objective.higherIsBetter,
      version_number: '1.0',
    },
    data: [],
  };
}

function assertBelongs(path: string, document: PythonObject, kernel: string, { name }: DirectedObjective): void {
  const meta = isPythonObject(document.meta) ? document.meta : {};
  if (meta.kernel_name === kernel && meta.objective === name) return;
  throw new HeddleError(
    'ARGUMENT',
    `${path} has results of ${textOf(meta.kernel_name)} by ${textOf(meta.objective)}, not of ${kernel} by ${name}`,
    { parameter: 'path', hint: 'Name another file.' },
  );
}

function readDocument(path: string | URL): PythonObject {
  return readFileBy(path, 'results file', (bytes) => {
    const document = parsePythonJson(textOfBytes(bytes));
    if (isPythonObject(document) && Array.isArray(document.data)) return document;
    throw new HeddleError('CORRUPT', 'it has no list of data');
  });
}

function entriesOf(document: PythonObject): PythonObject[] {
  return (document.data as PythonJson[]).filter(isPythonObject);
}

function valuesOf(records: readonly TuningRecord[]): Record<string, ParameterValue[]> {
  const values: Record<string, Set<ParameterValue>> = {};
  for (const { configuration } of records) {
    for (const [name, value] of Object.entries(configuration)) (values[name] ??= new Set()).add(value);
  }
  return Object.fromEntries(Object.entries(values).map(([name, set]) => [name, [...set]]));
}
