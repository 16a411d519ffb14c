/**
 * Kernel Tuner's cache files, of 1.x and later, open and closed, whole and damaged.
 *
 * A file that is still being written lacks its closing braces, and its last line ends in a comma.
 */
import { HeddleError } from '@heddle/core';
import type { ParameterValue } from '../space';
import { readCacheEntries, type CacheEntry } from './cache-entries';
import type { FileDamage } from './file-damage';
import { packedFor, textOfBytes } from '../file-access/packed-bytes';
import {
  PythonJsonReader,
  printMember,
  printPythonJson,
  textOf,
  type PythonJson,
  type PythonObject,
} from './python-json';
import { pythonString } from './python-number';
import { pathOf, readFileBy } from '../file-access/read-file';
import { writeFile } from '../file-access/write-file';

export interface CacheFile {
  readonly deviceName: string;
  readonly kernelName: string;
  /** A number, a list of up to three, or a text. */
  readonly problemSize: PythonJson;
  /** The parameters' names, in the order in which keys have their values. */
  readonly parameterNames: readonly string[];
  /** The values of each parameter. */
  readonly parameters: Readonly<Record<string, readonly ParameterValue[]>>;
  /** One name, or a list of them since Kernel Tuner 1.4; undefined in files older than the key. */
  readonly objective: string | readonly string[] | undefined;
  /** All of the header as the file has it, keys that nobody knows too; without `cache`. */
  readonly header: PythonObject;
  readonly entries: ReadonlyMap<string, CacheEntry>;
  /** False for a file whose closing braces are missing: its run has not ended. */
  readonly closed: boolean;
  /** Damage that was skipped; all entries here are good. */
  readonly damage?: FileDamage;
}

/**
 * Reads a cache file, packed with gzip or not.
 *
 * @throws HeddleError `ARGUMENT` if there is no such file, or it cannot be read; `CORRUPT` if not even its header
 * can be understood
 */
export function readCacheFile(path: string | URL): CacheFile {
  return readFileBy(
    path,
    'cache file of Kernel Tuner',
    (bytes) => parseCacheFile(textOfBytes(bytes)),
    (bytes) => (isT4(textOfBytes(bytes)) ? { hint: 'It is a T4 file: readT4File and readTuningFile read it.' } : {}),
  );
}

/** True for the text of what may be a T4 file, and is not a cache file. */
export function isT4(text: string): boolean {
  return /"schema_version"\s*:/.test(text) && !/"cache"\s*:/.test(text);
}

/** @throws HeddleError `CORRUPT` if not even the header can be read */
export function parseCacheFile(text: string): CacheFile {
  const reader = new PythonJsonReader(text);
  const header: PythonObject = {};
  reader.expect('{');
  for (;;) {
    // An object that ends before its cache is a file of something else.
    if (reader.peek() === '}') throw lacking([...missingKeys(header), 'cache']);
    const name = reader.string();
    reader.expect(':');
    if (name === 'cache') break;
    reader.member(header, name);
    if (reader.peek() !== '}') reader.expect(',');
  }
  const description = describeHeader(header);
  const { entries, ...ending } = readCacheEntries(reader, text, description.parameterNames);
  return { ...description, header, entries, ...ending };
}

/** Reads a header. @throws HeddleError `CORRUPT` if it lacks what every file has */
export function describeHeader(header: PythonObject): Omit<CacheFile, 'header' | 'entries' | 'closed' | 'damage'> {
  const { kernel_name: kernelName, tune_params_keys: names, tune_params: parameters, objective } = header;
  const parameterNames: string[] = [];
  if (typeof kernelName !== 'string' || !Array.isArray(names)) throw lacking(missingKeys(header));
  for (const name of names) parameterNames.push(textOf(name));
  return {
    deviceName: typeof header.device_name === 'string' ? header.device_name : '',
    kernelName,
    problemSize: header.problem_size ?? null,
    parameterNames,
    parameters: (parameters ?? {}) as Record<string, ParameterValue[]>,
    objective: typeof objective === 'string' || Array.isArray(objective) ? (objective as string | string[]) : undefined,
  };
}

/** Keys that every file must have, and that a header lacks or has with a wrong value. */
function missingKeys({ kernel_name: kernelName, tune_params_keys: names }: PythonObject): string[] {
  return [
    ...(typeof kernelName === 'string' ? [] : ['kernel_name (a text)']),
    ...(Array.isArray(names) ? [] : ['tune_params_keys (a list)']),
  ];
}

function lacking(keys: readonly string[]): HeddleError {
  return new HeddleError('CORRUPT', `its header lacks ${keys.join(', ')}`);
}

/** The header of a new file. */
export interface CacheHeader {
  readonly deviceName: string;
  readonly kernelName: string;
  readonly problemSize: PythonJson;
  /** The lists of values as `ParameterSpelling.header` gives them. */
  readonly parameters: PythonObject;
  readonly objective: readonly string[];
}

/** The header by the file's names, in its order. */
export function cacheHeader(facts: CacheHeader): PythonObject {
  return {
    device_name: facts.deviceName,
    kernel_name: facts.kernelName,
    problem_size: facts.problemSize,
    tune_params_keys: Object.keys(facts.parameters),
    tune_params: facts.parameters,
    objective: [...facts.objective],
  };
}

/** The text of a cache file; open ones lack the closing braces, so that entries can be appended. */
export function printCacheFile(file: Pick<CacheFile, 'header' | 'entries'> & { readonly closed?: boolean }): string {
  const members = Object.keys(file.header).map(
    (name) => `${pythonString(name)}: ${printMember(file.header, name, { indent: 0 })}`,
  );
  const entries = [...file.entries].map(([key, entry]) => `\n${pythonString(key)}: ${printPythonJson(entry)}`);
  const start = `{\n${[...members, '"cache": {'].join(',\n')}`;
  if (file.closed === false) return `${start}${entries.map((entry) => `${entry},`).join('')}`;
  return `${start}${entries.join(',')}}\n}`;
}

/**
 * Writes a cache file whole: a program that reads it meanwhile sees the old one or the new one. It is packed where its
 * name ends in `.gz`.
 */
export function writeCacheFile(path: string | URL, file: Parameters<typeof printCacheFile>[0]): void {
  const name = pathOf(path);
  writeFile(name, packedFor(name, printCacheFile(file)));
}
