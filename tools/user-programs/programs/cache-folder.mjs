/** The cache's folder is one that a user already has, with old files in folders named as the cache might name its own. */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDevice } from '@heddle/core';

const backend = process.argv[2] ?? 'host';
if (process.argv[3] === 'compile') {
  const device = await openDevice(backend);
  const entry = backend === 'opencl' ? '__kernel void k(__global int* o)' : '__global__ void k(int* o)';
  await device.compile(`${entry} { o[0] = ${process.argv[4]}; }`);
  process.exit(0);
}

const text = 'somebody needs this';
const files = ['a', 'b.txt', '.c'];
const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
function fillWithOldFiles(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of files) {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), twoDaysAgo, twoDaysAgo);
  }
}

let value = 0;
for (const name of ['locks', 'temporary'])
  for (const kind of ['a link to a folder', 'a folder that was there']) {
    const cache = mkdtempSync(join(tmpdir(), 'heddle-user-program-'));
    const other = mkdtempSync(join(tmpdir(), 'heddle-user-program-'));
    const folder = kind === 'a link to a folder' ? other : join(cache, name);
    fillWithOldFiles(folder);
    writeFileSync(join(cache, 'usage'), text);
    if (folder === other) symlinkSync(other, join(cache, name));
    const env = { ...process.env, HEDDLE_CACHE_DIR: cache };
    const program = [fileURLToPath(import.meta.url), backend, 'compile', String(++value)];
    const { status } = spawnSync(process.execPath, program, { env, stdio: 'inherit' });
    const left = readdirSync(folder).filter((file) => files.includes(file));
    const isWhole = status === 0 && left.length === files.length && readFileSync(join(cache, 'usage'), 'utf8') === text;
    console.log(`${isWhole ? 'PASS' : 'FAIL'} ${name} is ${kind}: ${left.length} of ${files.length} files are left`);
    for (const path of [cache, other]) rmSync(path, { recursive: true });
  }
