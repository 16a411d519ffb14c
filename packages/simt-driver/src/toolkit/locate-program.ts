/** Where a compiler's program is, as a shell would find it. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The folders of the PATH, in their order. */
export function foldersOnPath(environment: Readonly<Record<string, string | undefined>> = process.env): string[] {
  return (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
}

/**
 * @param chosen - a path, or a name on the PATH, that somebody asked for: it is taken whether it is there or not, so that
 * its absence is told of it
 * @param fileName - what the program is called where nobody chose
 * @param folders - where to look for it then, in order
 * @returns undefined if nobody chose and no folder has it
 */
export function locateProgram(
  chosen: string | undefined,
  fileName: string,
  folders: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const firstIn = (places: readonly string[], name: string): string | undefined =>
    places.map((folder) => join(folder, name)).find(isExecutable);
  if (chosen === undefined || chosen === '') return firstIn(folders, fileName);
  if (/[\\/]/.test(chosen)) return chosen;
  return firstIn(foldersOnPath(environment), chosen) ?? chosen;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
