/** Tells whether the parts of a compiler are still the same, without reading them. */
import { statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Environment } from './compiler-variable';

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

/** The path of a program on the PATH. Where it was found is remembered for each PATH: most folders have no such file. */
export function onPath(program: string, environment: Environment): string | undefined {
  const path = environment['PATH'] ?? '';
  if (path !== knownPath) {
    knownPath = path;
    places.clear();
  }
  const known = places.get(program);
  if (known !== undefined) return known;
  const folders = path.split(delimiter).filter(isAbsolute);
  const found = folders.map((folder) => join(folder, program)).find((file) => fileStamp(file) !== undefined);
  if (found !== undefined) places.set(program, found);
  return found;
}

let knownPath = '';
const places = new Map<string, string>();
