/** Files that a user names: written whole or not at all, and nothing else is touched. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedSince, plantStranger, stateOf } from '../../../../tools/backend-tests/src/strangers';
import { isUnfinishedName, leadsToSameFile, occupantOf, writeFileWhole, writeFileWholeSync } from '../../src/files';

const home = mkdtempSync(join(tmpdir(), 'heddle-files-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let folders = 0;
const freshFolder = (): string => {
  const folder = join(home, String(folders++));
  mkdirSync(folder);
  return folder;
};

const options = { parameter: 'path', hint: 'Free some space.' };
const isRoot = process.geteuid?.() === 0;
const onPosix = process.platform === 'win32' ? it.skip : it;
const asRoot = isRoot ? it : it.skip;

/** Both ways of writing, by pieces and at once. */
const ways: readonly (readonly [string, (path: string, text: string) => Promise<void>])[] = [
  [
    'by pieces',
    (path, text) =>
      writeFileWhole(
        path,
        async (append) => {
          for (const piece of text.match(/.{1,3}/gs) ?? []) await append(Buffer.from(piece));
        },
        options,
      ),
  ],
  ['at once', async (path, text) => writeFileWholeSync(path, text, { ...options, flush: true })],
];

describe.each(ways)('a file that is written %s', (_, write) => {
  it.each(['', 'x', 'HEDDLE\r', 'HEDDLE\r\n', 'HEDDLE\r\nx', 'a longer text of several pieces\n'.repeat(9)])(
    'has its contents, new or in the place of an old one: %j',
    async (text) => {
      const folder = freshFolder();
      const path = join(folder, 'file');
      await write(path, text);
      expect(readFileSync(path, 'utf8')).toBe(text);
      await write(path, `${text}!`);
      expect(readFileSync(path, 'utf8')).toBe(`${text}!`);
      expect(readdirSync(folder)).toEqual(['file']);
    },
  );

  onPosix('goes where links lead, one to nothing among them, and they stay', async () => {
    const folder = freshFolder();
    mkdirSync(join(folder, 'far'));
    symlinkSync('far', join(folder, 'near'));
    symlinkSync('../target', join(folder, 'far', 'second'));
    symlinkSync('near/second', join(folder, 'first'));
    for (const text of ['new', 'newer']) {
      await write(join(folder, 'first'), text);
      expect(readFileSync(join(folder, 'target'), 'utf8')).toBe(text);
    }
    expect(readlinkSync(join(folder, 'first'))).toBe('near/second');
    expect(readlinkSync(join(folder, 'far', 'second'))).toBe('../target');
    expect(readdirSync(folder).sort()).toEqual(['far', 'first', 'near', 'target']);
  });

  onPosix('is refused for links in a circle, a link into no folder, a folder, and a place in a file', async () => {
    const folder = freshFolder();
    symlinkSync('circle', join(folder, 'circle'));
    symlinkSync('no/where', join(folder, 'lost'));
    writeFileSync(join(folder, 'plain'), 'x');
    const before = stateOf([folder]);
    for (const name of ['circle', 'lost', '', 'plain/x', 'no/x'])
      await expect(write(join(folder, name), 'text')).rejects.toMatchObject({ code: 'ARGUMENT', parameter: 'path' });
    expect(changedSince(before)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['circle', 'lost', 'plain']);
  });

  onPosix('keeps permissions, and is not replaced if it may not be written', async () => {
    const path = join(freshFolder(), 'file');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    await write(path, 'new');
    expect(statSync(path).mode & 0o7777).toBe(0o640);
    if (isRoot) return; // who may write everything
    chmodSync(path, 0o440);
    await expect(write(path, 'newer')).rejects.toMatchObject({ code: 'ARGUMENT' });
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  asRoot('keeps its owner', async () => {
    const path = join(freshFolder(), 'file');
    writeFileSync(path, 'old');
    chownSync(path, 1234, 2345);
    chmodSync(path, 0o4750);
    await write(path, 'new');
    expect(statSync(path)).toMatchObject({ uid: 1234, gid: 2345 });
    expect(statSync(path).mode & 0o7777).toBe(0o4750);
  });

  onPosix('runs into a device, which stays one', async () => {
    const folder = freshFolder();
    const before = stateOf(plantStranger(join(folder, 'null'), isRoot ? 'device' : 'link to a device'));
    await write(join(folder, 'null'), 'text');
    expect(changedSince(before)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['null']);
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('is added to an open file, which stays the same one', async () => {
    const path = join(freshFolder(), 'log');
    writeFileSync(path, 'before\n');
    const { ino } = statSync(path);
    const file = openSync(path, 'a');
    try {
      await write(`/proc/self/fd/${file}`, 'text\n');
      await write(`/dev/fd/${file}`, 'more\n');
    } finally {
      closeSync(file);
    }
    expect(readFileSync(path, 'utf8')).toBe('before\ntext\nmore\n');
    expect(statSync(path).ino).toBe(ino);
  });

  const withFull = process.platform === 'linux' ? it : it.skip;
  withFull('tells of a full disk', async () => {
    await expect(write('/dev/full', 'text')).rejects.toMatchObject({ code: 'RESOURCE', status: 'ENOSPC' });
    expect(lstatSync('/dev/full').isCharacterDevice()).toBe(true);
  });
});

describe('a file whose writing fails', () => {
  it('is the old one, and nothing is left beside it', async () => {
    const folder = freshFolder();
    const path = join(folder, 'file');
    writeFileSync(path, 'old');
    const failure = new Error('no more contents');
    const writing = writeFileWhole(
      path,
      async (append) => {
        await append(Buffer.from('a new text'));
        throw failure;
      },
      options,
    );
    await expect(writing).rejects.toBe(failure);
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['file']);
  });

  onPosix('for want of room is the old one', () => {
    const folder = freshFolder();
    const path = join(folder, 'file');
    writeFileSync(path, 'old');
    // A bound on the length of files is a disk that is full for one process.
    const program = `
      process.on('SIGXFSZ', () => {});
      const { writeFileWholeSync } = require(${JSON.stringify(join(__dirname, '../../src/files/whole-file.ts'))});
      try { writeFileWholeSync(${JSON.stringify(path)}, 'x'.repeat(1 << 20), ${JSON.stringify(options)}); }
      catch (error) { console.log(error.code, error.status); }`;
    const tsx = require.resolve('tsx/cjs');
    const { stdout } = spawnSync(
      'sh',
      ['-c', 'ulimit -f 64; exec "$0" "$@"', process.execPath, '-r', tsx, '-e', program],
      { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', TSX_DISABLE_CACHE: '1' } },
    );
    expect(stdout.trim()).toBe('RESOURCE EFBIG');
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['file']);
  });
});

it('begins with the mark while it is written, under a name of its own', async () => {
  const folder = freshFolder();
  const path = join(folder, 'file');
  await writeFileWhole(
    path,
    async (append) => {
      await append(Buffer.from('a text that is longer than the mark'));
      const [name = ''] = readdirSync(folder);
      expect(isUnfinishedName(name.slice('file'.length))).toBe(true);
      expect(occupantOf(join(folder, name))).toBe('own');
    },
    options,
  );
  expect(occupantOf(path)).toBe('foreign');
});

onPosix('a pipe is written without holding up the process', async () => {
  const folder = freshFolder();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const writing = writeFileWhole(pipe, (append) => append(Buffer.from('through')), options);
  expect(await readFile(pipe, 'utf8')).toBe('through');
  await writing;
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  expect(readdirSync(folder)).toEqual(['pipe']);
});

onPosix('paths that lead to one file are known as such', () => {
  const folder = freshFolder();
  const file = join(folder, 'file');
  expect(leadsToSameFile(file, join(folder, '.', 'file'))).toBe(true);
  expect(leadsToSameFile(file, join(folder, 'other'))).toBe(false);
  writeFileSync(file, '');
  symlinkSync('file', join(folder, 'link'));
  execFileSync('ln', [file, join(folder, 'hard')]);
  writeFileSync(join(folder, 'other'), '');
  expect(leadsToSameFile(file, join(folder, 'link'))).toBe(true);
  expect(leadsToSameFile(join(folder, 'hard'), file)).toBe(true);
  expect(leadsToSameFile(file, join(folder, 'other'))).toBe(false);
});
