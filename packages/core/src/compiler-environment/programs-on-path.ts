/**
 * Programs on the PATH. To look for those that no folder has takes longer than the rest of finding a kernel in the
 * cache, so what is found counts while the folders have the same files.
 */
import { statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { fileStamp } from './file-stamps';

let knownFolders = '';
const places = new Map<string, string | undefined>();

/** The path of a program; undefined if no folder of the PATH has it. */
export function programOnPath(program: string, path: string): string | undefined {
  return placeOf(program, currentFolders(path));
}

/** The stamps of those of the programs that are there. */
export function stampsOnPath(programs: readonly string[], path: string): string[] {
  const folders = currentFolders(path);
  return programs.flatMap((program) => {
    const place = placeOf(program, folders);
    return place === undefined ? [] : (fileStamp(place) ?? []);
  });
}

/** The folders of a PATH. Forgets all places if they are others than last time, or a file has come to them or gone. */
function currentFolders(path: string): readonly string[] {
  const folders = path.split(delimiter).filter(isAbsolute);
  const current = folders.map((folder) => [folder, timeOf(folder)].join(':')).join('\n');
  if (current !== knownFolders) {
    knownFolders = current;
    places.clear();
  }
  return folders;
}

// A folder's time changes when a file is made, removed or renamed in it.
function timeOf(folder: string): number | undefined {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  } catch {
    return undefined; // it may not be looked at: no program is found in it
  }
}

function placeOf(program: string, folders: readonly string[]): string | undefined {
  if (!places.has(program)) {
    const files = folders.map((folder) => join(folder, program));
    places.set(
      program,
      files.find((file) => fileStamp(file) !== undefined),
    );
  }
  return places.get(program);
}
