/** Files that Heddle did not make, of every kind there is, and how they are before and after. */
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

// So old that nothing which goes by the age of a file keeps it.
const longAgo = new Date(Date.now() - 2 * 86_400_000);

function plantFile(path, text) {
  writeFileSync(path, text, { flag: 'wx', mode: 0o640 });
  lutimesSync(path, longAgo, longAgo);
}

function plantFolder(path) {
  mkdirSync(path);
  for (const name of ['a', 'b.txt', '.c']) plantFile(join(path, name), `somebody needs ${name}`);
  lutimesSync(path, longAgo, longAgo);
}

const kinds = {
  file: (path) => plantFile(path, 'somebody needs this'),
  'empty file': (path) => plantFile(path, ''),
  folder: plantFolder,
  'link to a folder': (path, elsewhere) => {
    plantFolder(elsewhere);
    symlinkSync(elsewhere, path);
  },
  'link to a file': (path, elsewhere) => {
    plantFile(elsewhere, 'somebody needs this elsewhere');
    symlinkSync(elsewhere, path);
  },
  'link to nothing': (path, elsewhere) => symlinkSync(elsewhere, path),
  'link to a device': (path) => symlinkSync('/dev/null', path),
  pipe: (path) => execFileSync('mkfifo', [path]),
  device: (path) => execFileSync('mknod', [path, 'c', '1', '3']),
};

/** Only root makes devices. */
export const devicesAreMade = process.geteuid?.() === 0;

export const strangerKinds = Object.keys(kinds).filter((kind) => kind !== 'device' || devicesAreMade);

let links = 0;

/** Puts one at a path below `home`; what links lead to lies in `home`, too. */
export function plant(home, path, kind) {
  mkdirSync(dirname(path), { recursive: true });
  kinds[kind](path, join(home, `elsewhere-${links++}`));
  lutimesSync(path, longAgo, longAgo);
}

/**
 * Everything below a folder: kinds, permissions, owners, times and contents, by path. No link is followed.
 *
 * @returns {Map<string, string>}
 */
export function stateOf(folder, state = new Map()) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stats = lstatSync(path);
    const { mode, uid, gid, ino, rdev, nlink, size, mtimeMs } = stats;
    let contents = '';
    if (stats.isSymbolicLink()) contents = readlinkSync(path);
    else if (stats.isFile()) contents = readFileSync(path, 'latin1');
    state.set(path, [mode, uid, gid, ino, rdev, nlink, size, mtimeMs, contents].join(' '));
    if (stats.isDirectory()) stateOf(path, state);
  }
  return state;
}

/**
 * @param {string} named - the folder that is used: what comes and goes in it, as locks do, changes its time
 * @returns {{ changed: string[], added: string[] }} paths: a folder is not changed by what is put into it
 */
export function differences(before, after, named) {
  const added = [...after.keys()].filter((path) => !before.has(path));
  const filled = new Set([named, ...added.map((path) => dirname(path))]);
  const isSame = ([path, facts]) => after.get(path) === facts || (after.has(path) && filled.has(path));
  return { changed: [...before].filter((each) => !isSame(each)).map(([path]) => path), added };
}
