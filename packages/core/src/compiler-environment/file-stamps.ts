/** Tells whether the parts of a compiler are still the same, without reading them. */
import { statSync } from 'node:fs';
import { join } from 'node:path';

/** Place, size, time and number of a file; undefined if there is none. */
export function fileStamp(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? `${path}:${stats.size}:${stats.mtimeMs}:${stats.ino}` : undefined;
  } catch {
    return undefined; // a folder that may not be searched: the compiler does not find it either
  }
}

/** The stamp of each file in the first folder that has it, and of entries that are files themselves. */
export function stampsInPlaces(places: readonly string[], files: readonly string[]): string[] {
  const stamps: string[] = [];
  for (const place of places) {
    const stamp = fileStamp(place);
    if (stamp !== undefined) stamps.push(stamp);
  }
  for (const file of files) {
    const stamp = firstStamp(places, file);
    if (stamp !== undefined) stamps.push(stamp);
  }
  return stamps;
}

function firstStamp(folders: readonly string[], file: string): string | undefined {
  for (const folder of folders) {
    const stamp = fileStamp(join(folder, file));
    if (stamp !== undefined) return stamp;
  }
  return undefined;
}
