/** Reads the results of a run, whatever kind of file they are in: a cache file, a T4 file or a journal. */
import { HeddleError } from '@heddle/core';
import { isJournal, readJournal } from './journal-format';
import type { TuningRecord } from '../results/record';
import type { Parameter, ParameterValue } from '../space';
import type { CacheEntry } from './cache-entries';
import { describeHeader, isT4, parseCacheFile, type CacheFile } from './cache-file';
import { recordOfEntry } from './cache-record';
import type { FileDamage } from './file-damage';
import type { PythonJson } from './python-json';
import { readFileBy } from '../file-access/read-file';
import { parseT4File, recordsOfT4 } from './t4-file';

/** The results of one run. */
export interface TuningFile {
  readonly format: 'cache' | 't4' | 'journal';
  /** Empty if the file does not say, as T4 files do not. */
  readonly kernelName: string;
  /** Empty if the file does not say. */
  readonly deviceName: string;
  /** A number, a list of up to three, or a text; null if the file does not say. */
  readonly problemSize: PythonJson;
  /** In the order of the file, each with its list of values, or those that occur if the file has no list. */
  readonly parameters: readonly Parameter[];
  /** What was optimised; `['time']` if the file does not say. */
  readonly objectives: readonly string[];
  /** In the order in which they were written. */
  readonly records: readonly TuningRecord[];
  /** False for a file whose run has not ended. */
  readonly closed: boolean;
  /** Damage that was skipped; all records here are good. */
  readonly damage?: FileDamage;
}

/**
 * Reads a cache file of Kernel Tuner, a T4 file, or a journal of Heddle, recognized by their contents. Unpacks files in
 * gzip format.
 *
 * @throws HeddleError `ARGUMENT` for a file that cannot be read, `CORRUPT` for one that is none of these
 */
export function readTuningFile(path: string | URL): TuningFile {
  return readFileBy(path, 'file of tuning results', parseTuningFile, () => ({
    hint: 'Cache files of Kernel Tuner, T4 files and journals can be read, packed with gzip or not.',
  }));
}

function parseTuningFile(bytes: Uint8Array): TuningFile {
  const contents = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isJournal(bytes)) return fromJournal(bytes);
  const text = contents.toString('utf8');
  if (isT4(text)) return fromT4(text);
  const file = parseCacheFile(text);
  return { format: 'cache', ...fromCache(file), closed: file.closed, ...(file.damage ? { damage: file.damage } : {}) };
}

function fromJournal(bytes: Uint8Array): TuningFile {
  const { header, entries, damage } = readJournal(bytes);
  if (!header) throw new HeddleError('CORRUPT', damage?.problem ?? 'the journal is empty');
  const facts = fromCache({ ...describeHeader(header), header, entries });
  return { format: 'journal', ...facts, closed: false, ...(damage ? { damage } : {}) };
}

// A T4 file says nothing of the kernel, and has no lists of values: those that occur stand for them.
function fromT4(text: string): TuningFile {
  const file = parseT4File(text);
  const records = recordsOfT4(file);
  const names = new Set(records.flatMap(({ configuration }) => Object.keys(configuration)));
  return {
    format: 't4',
    kernelName: '',
    deviceName: '',
    problemSize: null,
    parameters: [...names].map((name) => ({ name, values: withOccurring([], records, name) })),
    objectives: [...(file.results[0]?.objectives ?? ['time'])],
    records,
    closed: true,
  };
}

type Facts = Omit<TuningFile, 'format' | 'closed' | 'damage'>;

function fromCache(file: Omit<CacheFile, 'closed' | 'damage'>): Facts {
  const { kernelName, deviceName, problemSize, parameterNames, objective } = file;
  const facts = { parameterNames, origin: 'resumed' as const, device: deviceName };
  const records = [...file.entries].map(([key, entry]: [string, CacheEntry]) => recordOfEntry(key, entry, facts));
  const parameters = parameterNames.map((name) => ({
    name,
    values: withOccurring(file.parameters[name] ?? [], records, name),
  }));
  const objectives = typeof objective === 'string' ? [objective] : [...(objective ?? [])];
  return {
    kernelName,
    deviceName,
    problemSize,
    parameters,
    objectives: objectives.length > 0 ? objectives : ['time'],
    records,
  };
}

// A file that was put together of several runs may have values that its header does not list.
function withOccurring(
  listed: readonly ParameterValue[],
  records: readonly TuningRecord[],
  name: string,
): readonly ParameterValue[] {
  const values = new Set(listed);
  for (const { configuration } of records) {
    const value = configuration[name];
    if (value !== undefined) values.add(value);
  }
  return [...values];
}
