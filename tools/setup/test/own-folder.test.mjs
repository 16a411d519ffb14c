/** Folders that tools empty: those of others stay as they are. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { emptyOwnFolder, isOwnFolder } from '../own-folder.mjs';

const home = mkdtempSync(join(tmpdir(), 'heddle-own-'));
after(() => rmSync(home, { recursive: true, force: true }));

let folders = 0;
const fresh = () => join(home, String(folders++));
const runScript = fileURLToPath(new URL('../../gpu-bundle/run.sh', import.meta.url));

test('a folder is made, and made anew', () => {
  const folder = fresh();
  for (let round = 0; round < 2; round++) {
    emptyOwnFolder(folder);
    assert.deepEqual(readdirSync(folder), ['.made-by-heddle']);
    writeFileSync(join(folder, 'made'), '');
  }
  const empty = fresh();
  mkdirSync(empty);
  emptyOwnFolder(empty);
  assert.ok(isOwnFolder(empty));
});

const strangers = {
  'a folder with files': (path) => {
    mkdirSync(path);
    writeFileSync(join(path, 'mine'), 'somebody needs this');
  },
  'a file': (path) => writeFileSync(path, 'somebody needs this'),
  'a link to a folder of Heddle': (path) => {
    const target = fresh();
    emptyOwnFolder(target);
    symlinkSync(target, path);
  },
  'a link to nothing': (path) => symlinkSync(join(path, 'nothing'), path),
  'a folder whose marker is a link': (path) => {
    mkdirSync(path);
    symlinkSync('/dev/null', join(path, '.made-by-heddle'));
  },
  'a pipe': (path) => execFileSync('mkfifo', [path]),
};

const listing = (path) => spawnSync('ls', ['-lAR', '--time-style=full-iso', path, `${path}/`], { encoding: 'utf8' });

for (const [what, plant] of Object.entries(strangers)) {
  test(`${what} stays`, { skip: process.platform === 'win32' }, () => {
    const path = fresh();
    plant(path);
    const before = listing(path).stdout;
    assert.throws(() => emptyOwnFolder(path), /was not made by Heddle, so it is not replaced: move it away/);
    assert.equal(listing(path).stdout, before);
  });
}

test(
  'the bundle replaces nothing of others where it unpacks and reports',
  { skip: process.platform === 'win32' },
  () => {
    const run = (work, out) =>
      spawnSync('bash', [runScript], { encoding: 'utf8', env: { ...process.env, HEDDLE_GPU_WORK: work, OUT: out } });
    for (const name of ['app', 'node', 'bundle.id', '.made-by-heddle']) {
      const work = fresh();
      mkdirSync(join(work, name), { recursive: true });
      writeFileSync(join(work, name, 'mine'), 'somebody needs this');
      const { status, stderr } = run(work, fresh());
      assert.equal(status, 1);
      assert.match(stderr, /was not made by Heddle/);
      assert.equal(readFileSync(join(work, name, 'mine'), 'utf8'), 'somebody needs this');
    }
    const target = fresh();
    mkdirSync(target);
    const link = fresh();
    symlinkSync(target, link);
    assert.match(run(link, fresh()).stderr, /was not made by Heddle/);
    assert.equal(readlinkSync(link), target);
    for (const name of ['log.txt', 'summary.md', 'benchmarks.json', 'reports.tar.gz', 'host.md']) {
      const [work, out] = [fresh(), fresh()];
      mkdirSync(out);
      writeFileSync(join(out, name), 'somebody needs this');
      assert.match(run(work, out).stderr, /was not made by Heddle/);
      assert.equal(readFileSync(join(out, name), 'utf8'), 'somebody needs this');
      assert.ok(!existsSync(work));
    }
  },
);
