/**
 * Folders that the tools fill, empty and remove. A marker file in each says that Heddle made it; a folder without one,
 * or a link, stays as it is, whatever it is called.
 */
import { lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const marker = '.made-by-heddle';

/** Whether a folder is Heddle's: a real folder with the marker. */
export function isOwnFolder(folder) {
  return isKind(folder, 'isDirectory') && isKind(join(folder, marker), 'isFile');
}

/** Marks a folder that has just been made. */
export function markOwnFolder(folder) {
  writeFileSync(join(folder, marker), 'Heddle made this folder, and removes it when it makes it anew.\n', {
    flag: 'wx',
  });
}

/**
 * Makes a folder anew, empty but for the marker.
 *
 * @throws when what is there is not Heddle's, and not an empty folder
 */
export function emptyOwnFolder(folder) {
  if (isOwnFolder(folder)) rmSync(folder, { recursive: true });
  else assertFree(folder);
  mkdirSync(folder, { recursive: true });
  markOwnFolder(folder);
}

/** @throws when anything but an empty folder is at the path */
export function assertFree(folder) {
  const isFree = !lstatSync(folder, { throwIfNoEntry: false }) || (isKind(folder, 'isDirectory') && isEmpty(folder));
  if (!isFree) throw new Error(`${folder} was not made by Heddle, so it is not replaced: move it away`);
}

function isEmpty(folder) {
  return readdirSync(folder).length === 0;
}

function isKind(path, kind) {
  return lstatSync(path, { throwIfNoEntry: false })?.[kind]() === true;
}
