/**
 * The lines of a journal: the JSON of one thing, a tab, and the first 16 hexadecimal digits of the SHA-256 of that
 * JSON. The first line says whose journal it is; every other is one record in the form of a cache file's entry.
 */
import { createHash } from 'node:crypto';
import { isHeddleError } from '@heddle/core';
import type { CacheEntry } from './cache-entries';
import { DamageCount, type FileDamage } from './file-damage';
import { isPythonObject, parsePythonJson, printPythonJson, type PythonJson, type PythonObject } from './python-json';

/** A journal as it was read. */
export interface JournalContents {
  /** The header; undefined for an empty file, or one whose first line is damaged. */
  readonly header: PythonObject | undefined;
  readonly entries: ReadonlyMap<string, CacheEntry>;
  /** The file without its damaged lines. */
  readonly good: Uint8Array;
  readonly damage?: FileDamage;
}

/** True for what begins as a journal does, damaged or not: with a line that ends in a checksum. */
export function isJournal(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(0x0a);
  if (end < 0) return false;
  return /^\{.*\t[0-9a-f]{16}$/.test(Buffer.from(bytes.buffer, bytes.byteOffset, end).toString('utf8'));
}

export function journalLine(value: PythonJson): string {
  const json = printPythonJson(value);
  return `${json}\t${checksum(json)}\n`;
}

/** The line of a record. */
export function entryLine(key: string, entry: CacheEntry): string {
  return journalLine({ key, entry });
}

/**
 * Reads every good line. A line without its end was being written when its run was killed: that is damage too, and
 * costs that one record. Where the first line is damaged nobody knows whose records they are, so there are none.
 */
export function readJournal(bytes: Uint8Array): JournalContents {
  const entries = new Map<string, CacheEntry>();
  const damages = new DamageCount();
  const good: Uint8Array[] = [];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: PythonObject | undefined;
  for (let line = 1, start = 0; start < text.byteLength; line++) {
    const newline = text.indexOf(0x0a, start);
    const end = newline < 0 ? text.byteLength : newline + 1;
    const content = newline < 0 ? undefined : readLine(text.toString('utf8', start, newline));
    if (content !== undefined && (line === 1 || accept(content))) {
      header ??= content;
      good.push(text.subarray(start, end));
    } else {
      const problem = `line ${line} ${newline < 0 ? 'has no end' : 'does not match its checksum'}`;
      damages.add(problem, (header ? end : text.byteLength) - start);
      if (!header) break;
    }
    start = end;
  }
  const { damage } = damages;
  return { header, entries, good: Buffer.concat(good), ...(damage ? { damage } : {}) };

  function accept({ key, entry }: PythonObject): boolean {
    if (typeof key !== 'string' || !isPythonObject(entry)) return false;
    entries.set(key, entry);
    return true;
  }
}

function readLine(line: string): PythonObject | undefined {
  const tab = line.lastIndexOf('\t');
  const json = line.slice(0, tab);
  if (tab < 0 || line.slice(tab + 1) !== checksum(json)) return undefined;
  try {
    const value = parsePythonJson(json);
    return isPythonObject(value) ? value : undefined;
  } catch (error) {
    if (isHeddleError(error, 'CORRUPT')) return undefined;
    throw error;
  }
}

function checksum(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, 16);
}
