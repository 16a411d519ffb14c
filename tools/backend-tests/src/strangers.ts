/**
 * Files that Heddle did not make, under names that it gives: what is tested must leave them as they are.
 *
 * They are old, of every kind there is, and belong to this user, so that only Heddle's own care keeps them.
 */
import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const elsewhere: string[] = [];

afterAll(() => {
  for (const folder of elsewhere) rmSync(folder, { recursive: true, force: true });
});

const longAgo = new Date('2021-03-04T05:06:07Z');
const isRoot = process.geteuid?.() === 0;

/** The kinds of things that can be at a path. */
export const strangerKinds = [
  'file',
  'empty file',
  'folder',
  'link to a folder',
  'link to a file',
  'link to nothing',
  'link to a device',
  'pipe',
  // Only root makes devices.
  ...(isRoot ? (['device'] as const) : []),
] as const;

export type StrangerKind = (typeof strangerKinds)[number];

/**
 * Puts one at a path, whose folder is made if it is not there.
 *
 * @param names - files in it, if it is a folder or a link to one
 * @returns what to compare before and after: the path, and what it leads to
 */
export function plantStranger(
  path: string,
  kind: StrangerKind,
  names: readonly string[] = ['a', 'b.txt', '.c'],
): string[] {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const made = [path];
  if (kind === 'file') plantFile(path, 'somebody needs this');
  else if (kind === 'empty file') plantFile(path, '');
  else if (kind === 'folder') plantFolder(path, names);
  else if (kind === 'pipe') execFileSync('mkfifo', [path]);
  else if (kind === 'device') execFileSync('mknod', [path, 'c', '1', '3']);
  else if (kind === 'link to a device') symlinkSync('/dev/null', path);
  else if (kind === 'link to nothing') symlinkSync(join(path, 'nothing'), path);
  else {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-strangers-'));
    elsewhere.push(folder);
    plantFolder(folder, names);
    symlinkSync(kind === 'link to a folder' ? folder : join(folder, names[0] ?? ''), path);
    made.push(folder);
  }
  lutimesSync(path, longAgo, longAgo);
  return made;
}

/** One path after the other gets the next kind. @returns what to compare before and after */
export function plantStrangers(paths: readonly string[], first = 0): string[] {
  return paths.flatMap((path, i) => plantStranger(path, strangerKinds[(first + i) % strangerKinds.length] ?? 'file'));
}

/** The files at paths and below them: the kind, owner, permissions, times and contents of each. */
export type State = ReadonlyMap<string, string>;

/** Looks at paths and everything below them, and follows no link. */
export function stateOf(paths: readonly string[]): State {
  const state = new Map<string, string>();
  for (const path of paths) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) continue;
    const { mode, uid, ino, rdev, nlink, size, mtimeMs } = stats;
    if (stats.isDirectory()) {
      // Its own size and times change when Heddle puts its files beside others'.
      state.set(path, [mode, uid, ino].join(' '));
      for (const [each, facts] of stateOf(readdirSync(path).map((name) => join(path, name)))) state.set(each, facts);
    } else state.set(path, `${[mode, uid, ino, rdev, nlink, size, mtimeMs].join(' ')} ${contentsOf(path, stats)}`);
  }
  return state;
}

/** Paths of the earlier state that have changed. New paths are not among them. */
export function changedSince(before: State): string[] {
  const after = stateOf([...before.keys()]);
  return [...before].filter(([path, facts]) => after.get(path) !== facts).map(([path]) => path);
}

function contentsOf(path: string, stats: Stats): string {
  if (stats.isSymbolicLink()) return readlinkSync(path);
  return stats.isFile() ? readFileSync(path, 'latin1') : '';
}

function plantFolder(path: string, names: readonly string[]): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  for (const name of names) plantFile(join(path, name), `somebody needs ${name}`);
}

function plantFile(path: string, text: string): void {
  writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  lutimesSync(path, longAgo, longAgo);
}
