/** The entries of a cache file: those before a damaged place, and those after it. */
import { isHeddleError } from '@heddle/core';
import { DamageCount, type FileDamage } from './file-damage';
import { isPythonObject, printMember, type PythonJsonReader, type PythonObject } from './python-json';
import { pythonString } from './python-number';

/** One configuration in a cache file, by the file's own names. */
export type CacheEntry = PythonObject;

export interface CacheEntries {
  readonly entries: ReadonlyMap<string, CacheEntry>;
  /** False if the closing braces are missing. */
  readonly closed: boolean;
  readonly damage?: FileDamage;
}

/**
 * Reads entries from the opening brace of `cache` on.
 *
 * After damage, reading continues with the next text that is certainly an entry: it has a value for each parameter, and
 * its key spells these values. Text after another header belongs to another file.
 */
export function readCacheEntries(
  reader: PythonJsonReader,
  text: string,
  parameterNames: readonly string[],
): CacheEntries {
  const entries = new Map<string, CacheEntry>();
  const damages = new DamageCount();
  reader.expect('{');
  let good = reader.position;
  let closed: boolean | undefined;
  while (closed === undefined) {
    try {
      closed = readRun(reader, parameterNames, (key, entry) => {
        entries.set(key, entry);
        good = reader.position;
      });
    } catch (error) {
      if (!isHeddleError(error, 'CORRUPT')) throw error;
      reader.position = nextEntry(reader, text, good, parameterNames);
      damages.add(error.message, Buffer.byteLength(text.slice(good, reader.position)));
      good = reader.position;
    }
  }
  if (closed && reader.peek() !== '') {
    damages.add(reader.failure('the end expected').message, Buffer.byteLength(text.slice(reader.position)));
  }
  const { damage } = damages;
  return { entries, closed, ...(damage ? { damage } : {}) };
}

/** Reads up to the end; true if the braces are closed. */
function readRun(
  reader: PythonJsonReader,
  parameterNames: readonly string[],
  keep: (key: string, entry: CacheEntry) => void,
): boolean {
  while (reader.peek() !== '}') {
    if (reader.peek() === '') return false;
    const { key, entry } = readEntry(reader, parameterNames);
    keep(key, entry);
  }
  reader.expect('}');
  if (reader.peek() === '') return false;
  reader.expect('}');
  return true;
}

/** One entry and the comma after it. If anything else follows, the entry is damaged. */
function readEntry(
  reader: PythonJsonReader,
  parameterNames: readonly string[],
): { readonly key: string; readonly entry: CacheEntry } {
  const key = reader.string();
  reader.expect(':');
  const holder: PythonObject = {};
  reader.member(holder, key);
  const entry = holder[key];
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    throw reader.failure(`the entry ${pythonString(key)} is not an object`);
  }
  // Without its brace an entry would take all that come after it for its own members.
  for (const [name, value] of Object.entries(entry)) {
    if (isPythonObject(value) && name === keyOf(value, parameterNames))
      throw reader.failure(`'}' expected before the entry ${pythonString(name)}`);
  }
  if (!reader.skip(',') && reader.peek() !== '}' && reader.peek() !== '') throw reader.failure("',' expected");
  return { key, entry };
}

/** Where the next entry after a damaged place begins; the end of the text if there is none. */
function nextEntry(reader: PythonJsonReader, text: string, damaged: number, parameterNames: readonly string[]): number {
  // After the damage, any quotation mark may open a key: nothing tells which of them open strings.
  const keys = /"(?=(?:[^"\\\n]|\\.)*"\s*:\s*\{)/g;
  keys.lastIndex = damaged;
  for (let match = keys.exec(text); match; match = keys.exec(text)) {
    reader.position = match.index;
    try {
      if (reader.string() === 'cache') break;
      reader.position = match.index;
      const { key, entry } = readEntry(reader, parameterNames);
      if (key === keyOf(entry, parameterNames)) return match.index;
    } catch (error) {
      if (!isHeddleError(error, 'CORRUPT')) throw error;
    }
  }
  return text.length;
}

/** The key that an entry's own values spell; undefined if one is missing. */
function keyOf(entry: CacheEntry, parameterNames: readonly string[]): string | undefined {
  const parts: string[] = [];
  for (const name of parameterNames) {
    const value = entry[name];
    if (typeof value === 'string') parts.push(value);
    else if (typeof value === 'boolean') parts.push(value ? 'True' : 'False');
    else if (typeof value === 'number') parts.push(printMember(entry, name));
    else return undefined;
  }
  return parts.join(',');
}
