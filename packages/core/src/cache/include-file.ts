/**
 * Digest and directives of files on disk, remembered for as long as a file looks the same.
 */
import { hash } from 'node:crypto';
import { readFileSync, statSync, type Stats } from 'node:fs';
import type { SourceFiles } from '../signature/reader-inputs';
import type { SourceLanguage } from '../signature/signature';
import { scanIncludes, type ScannedText } from './include-directives';

export interface IncludedFile extends ScannedText {
  /** SHA-256 of the contents, in hexadecimal. */
  readonly digest: string;
}

interface Remembered extends IncludedFile {
  readonly device: number;
  readonly inode: number;
  readonly size: number;
  readonly modified: number;
  readonly changed: number;
  readonly readAt: number;
}

// A file system notes times in steps of a few milliseconds (2 s on FAT). A file that was read so soon after its last
// change may change again without looking different, so it is read again until it has been quiet for this long.
const settlingMilliseconds = 2000;
// About the number of headers of a large library; the record of one takes some hundred bytes.
const maxRemembered = 10_000;

const remembered = new Map<string, Remembered>();

/** The metadata of a path if it is a regular file that can be asked for, else undefined. */
export function statFile(path: string): Stats | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? stats : undefined;
  } catch {
    return undefined; // a folder that may not be searched, a name too long, a loop of links: no compiler finds it
  }
}

/**
 * Reads a file that {@link statFile} found. Small synchronous calls: a header takes some 20 us, and the caller gives
 * way to other work between files.
 *
 * @returns undefined if the file cannot be read
 */
export function readInclude(
  path: string,
  stats: Stats,
  language: SourceLanguage | undefined,
  data: boolean,
): IncludedFile | undefined {
  const name = `${data ? 'data' : (language ?? '')}:${path}`;
  const known = remembered.get(name);
  if (known && isSame(known, stats)) return known;
  let contents: Buffer;
  const readAt = Date.now();
  try {
    contents = readFileSync(path);
  } catch {
    return undefined;
  }
  const scanned = data ? { directives: [], untrackable: undefined } : scanIncludes(contents.toString('utf8'), language);
  const file: Remembered = {
    digest: hash('sha256', contents, 'hex'),
    ...scanned,
    device: stats.dev,
    inode: stats.ino,
    size: stats.size,
    modified: stats.mtimeMs,
    changed: stats.ctimeMs,
    readAt,
  };
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(name, file);
  return file;
}

/** Files as text, each read once: all that ask see the same, whatever becomes of the file meanwhile. */
export function openSourceFiles(): SourceFiles {
  const texts = new Map<string, string | undefined>();
  return {
    read(path) {
      if (!texts.has(path)) texts.set(path, readText(path));
      return texts.get(path);
    },
  };
}

function readText(path: string): string | undefined {
  if (!statFile(path)) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // as for a compiler, which may not read it either
  }
}

function isSame(known: Remembered, stats: Stats): boolean {
  return (
    known.inode === stats.ino &&
    known.size === stats.size &&
    known.modified === stats.mtimeMs &&
    known.changed === stats.ctimeMs &&
    known.device === stats.dev &&
    known.readAt - Math.max(stats.mtimeMs, stats.ctimeMs) > settlingMilliseconds
  );
}
