/** Lists of folders in variables of the environment. */
import { delimiter, resolve } from 'node:path';

/**
 * The folders of a list, absolute. An empty entry is the working folder, to GCC and clang; relative ones start from
 * there too. A compiler runs in a folder of its own, so they are made absolute here.
 */
export function foldersOf(list: string): string[] {
  return list.split(delimiter).map((folder) => resolve(folder));
}
