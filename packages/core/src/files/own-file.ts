/**
 * Which files Heddle made. It removes and replaces those and no others, whatever else lies beside them.
 *
 * A file is Heddle's if its name is one that Heddle gives and its first bytes are the mark. The caller knows the names
 * (the cache's are in `cache/folder-layout.ts`); the bytes are looked at here. A file without a byte has no mark, so it
 * stays.
 */
import { unlinkSync } from 'node:fs';
import { fileBeginsWith, readCarefully } from './careful-files';

/** The first bytes of every file that Heddle writes for itself. */
export const ownMark = 'HEDDLE\r\n';

/** Whether there is nothing at a path, a file that Heddle made, or anything else. */
export type Occupant = 'nothing' | 'own' | 'foreign';

export function occupantOf(path: string): Occupant {
  const found = readCarefully(path, ownMark.length);
  if (found === 'nothing') return found;
  return found !== 'other' && fileBeginsWith(found, ownMark) ? 'own' : 'foreign';
}

/** The first of the paths at which there is nothing, or a file of Heddle's; undefined if others have them all. */
export function firstOwnPath(paths: readonly string[]): string | undefined {
  return paths.find((path) => occupantOf(path) !== 'foreign');
}

/** The outcome of a removal: the file `stays` if the system refuses, and is `foreign` if Heddle did not make it. */
export type Removal = 'removed' | 'stays' | 'foreign';

/** Removes a file that Heddle made, and nothing else. */
export function removeOwnFile(path: string): Removal {
  if (occupantOf(path) === 'foreign') return 'foreign';
  try {
    unlinkSync(path);
    return 'removed';
  } catch {
    return 'stays'; // another process was quicker, or it may not be removed
  }
}
