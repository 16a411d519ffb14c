/**
 * What every program here uses: the device that the first argument names, and one line of PASS or FAIL for each thing
 * that a user expects.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDevice } from '@heddle/core';

export const backend = process.argv[2] ?? 'host';
export const device = await openDevice(backend);
export const isOpenCl = backend === 'opencl';

const folders = [];
process.on('exit', () => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

/** A new folder with these files; it is removed when the program ends. */
export function folderWith(files) {
  const path = mkdtempSync(join(tmpdir(), 'heddle-user-program-'));
  folders.push(path);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  }
  return path;
}

/** What a kernel leaves in a new buffer of zeros, which is its first argument. */
export async function result({ source, options = {}, name = 'k', dtype = 'int32', length = 1, args = [], block = 1 }) {
  const module = await device.compile(source, options);
  const out = device.zeros(dtype, length);
  module.kernel(name).launch({ grid: 1, block }, out, ...args);
  return [...(await out.read())];
}

/** Prints whether `found` gives `wanted`. */
export async function expect(what, wanted, found) {
  let got;
  try {
    got = await found();
  } catch (error) {
    got = `${error.code ?? error.name}: ${String(error.message).split('\n')[0]}`;
  }
  const isSame = JSON.stringify(got) === JSON.stringify(wanted);
  const difference = isSame ? '' : `: wanted ${JSON.stringify(wanted)}, got ${JSON.stringify(got)}`;
  console.log(`${isSame ? 'PASS' : 'FAIL'} ${what}${difference}`);
}

/** Ends the program, which nothing of a backend may keep alive. */
export async function end() {
  await device.dispose();
}
