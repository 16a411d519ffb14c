/**
 * The lines of a journal: the JSON of one thing, a tab, and the first 16 hexadecimal digits of the SHA-256 of that
 * JSON. The first line says whose journal it is; every other is one record in the form of a cache file's entry.
 */
import { createHash } from 'node:crypto';
import { isHeddleError } from '@heddle/core';
import type { CacheEntry, FileDamage } from '../files/cache-file';
import { parsePythonJson, printPythonJson, type PythonJson, type PythonObject } from '../files/python-json';

export const journalVersion = 1;

/** A journal as it was read. */
export interface JournalContents {
  /** The header; undefined for an empty file, or one whose first line is damaged. */
  readonly header: PythonObject | undefined;
  readonly entries: ReadonlyMap<string, CacheEntry>;
  /** Bytes from the start up to the end of the last good line. */
  readonly goodBytes: number;
  readonly damage?: FileDamage;
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
 * Reads every good line up to the first damaged one. A line without its end was being written when its run was killed:
 * that is damage too, and costs that one record.
 */
export function readJournal(bytes: Uint8Array): JournalContents {
  const entries = new Map<string, CacheEntry>();
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: PythonObject | undefined;
  let start = 0;
  for (let line = 1; start < text.byteLength; line++) {
    const end = text.indexOf(0x0a, start);
    const content = end < 0 ? undefined : readLine(text.toString('utf8', start, end));
    if (content === undefined || !accept(content)) {
      const problem = end < 0 ? `line ${line} has no end` : `line ${line} does not match its checksum`;
      return { header, entries, goodBytes: start, damage: { problem, lostBytes: text.byteLength - start } };
    }
    start = end + 1;
  }
  return { header, entries, goodBytes: start };

  function accept(content: PythonObject): boolean {
    if (header === undefined) {
      header = content;
      return true;
    }
    const { key, entry } = content;
    if (typeof key !== 'string' || typeof entry !== 'object' || entry === null || Array.isArray(entry)) return false;
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
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (isHeddleError(error, 'CORRUPT')) return undefined;
    throw error;
  }
}

function checksum(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, 16);
}
