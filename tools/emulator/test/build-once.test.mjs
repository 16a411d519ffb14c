/** Many processes build at once: each finds one whole folder, and what others made stays. */
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { buildOnce } from '../src/build-once.mjs';

const run = promisify(execFile);
const home = mkdtempSync(join(tmpdir(), 'heddle-build-once-'));
after(() => rmSync(home, { recursive: true, force: true }));

const fill = async (unfinished) => writeFileSync(join(unfinished, 'made'), 'whole');
const longAgo = new Date(Date.now() - 2 * 86_400_000);

test('processes that start together build it once', async () => {
  const folder = join(home, 'together');
  const log = join(home, 'together.log');
  const program = `
    import { appendFileSync, writeFileSync } from 'node:fs';
    import { buildOnce } from ${JSON.stringify(new URL('../src/build-once.mjs', import.meta.url).href)};
    await buildOnce(${JSON.stringify(folder)}, async (unfinished) => {
      appendFileSync(${JSON.stringify(log)}, 'built\\n');
      writeFileSync(unfinished + '/made', 'whole');
    });`;
  await Promise.all(Array.from({ length: 8 }, () => run(process.execPath, ['--input-type=module', '-e', program])));
  assert.equal(readFileSync(log, 'utf8'), 'built\n');
  assert.equal(readFileSync(join(folder, 'made'), 'utf8'), 'whole');
});

test('a build whose lock was taken over keeps what the other built', async () => {
  const folder = join(home, 'taken-over');
  await buildOnce(folder, async (unfinished) => {
    await fill(unfinished);
    // This is what another process does if it considers this one killed.
    utimesSync(`${folder}.lock`, longAgo, longAgo);
    await buildOnce(folder, async (other) => writeFileSync(join(other, 'made'), 'by the other'));
  });
  assert.equal(readFileSync(join(folder, 'made'), 'utf8'), 'by the other');
  assert.deepEqual(
    readdirSync(home).filter((name) => name.startsWith('taken-over')),
    ['taken-over'],
  );
});

test('a build that fails leaves nothing, and the next one builds', async () => {
  const folder = join(home, 'failed');
  await assert.rejects(
    buildOnce(folder, () => Promise.reject(new Error('no compiler'))),
    /no compiler/,
  );
  assert.ok(!readdirSync(home).some((name) => name.startsWith('failed')));
  await buildOnce(folder, fill);
  assert.ok(existsSync(join(folder, 'made')));
});

const strangers = {
  'a folder with files': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'mine'), 'somebody needs this');
    utimesSync(path, longAgo, longAgo);
  },
  'a file': (path) => writeFileSync(path, 'somebody needs this'),
  'a link to nothing': (path) => symlinkSync(join(home, 'nothing'), path),
  'a link to an empty folder': (path) => {
    mkdirSync(join(home, 'empty'));
    symlinkSync(join(home, 'empty'), path);
  },
  'a pipe': (path) => execFileSync('mkfifo', [path]),
};

for (const [what, plant] of Object.entries(strangers)) {
  test(`${what} in place of the lock stays`, { skip: process.platform === 'win32' }, async () => {
    const folder = join(home, what.replaceAll(' ', '-'));
    const lock = `${folder}.lock`;
    plant(lock);
    const { ino, mtimeMs } = lstatSync(lock);
    await assert.rejects(buildOnce(folder, fill), /\.lock was not made by Heddle, so it is not removed: move it away/);
    const { ino: inode, mtimeMs: changed } = lstatSync(lock);
    assert.deepEqual([inode, changed], [ino, mtimeMs]);
  });
}
