/**
 * `node tools/gpu-bundle/src/pack.mjs [folder]`: packs everything a GPU machine needs to test and measure Heddle into
 * one folder, `.gpu-bundle` by default. There: `bash .gpu-bundle/run.sh`.
 *
 * `--baseline <checkout>` takes the packages of another checkout along, to be measured in turn with these.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBenchmarks, buildPackages } from './build-packages.mjs';
import { buildTests } from './build-tests.mjs';
import { assertFree } from '../../setup/own-folder.mjs';
import { copyForeignLibrary, copyPlainLibraries } from './foreign-library.mjs';

const here = resolve(import.meta.dirname, '..');
const root = resolve(here, '../..');
const { values: options, positionals } = parseArgs({
  options: { baseline: { type: 'string' } },
  allowPositionals: true,
});
const bundle = resolve(positionals[0] ?? join(root, '.gpu-bundle'));
const scratch = mkdtempSync(join(tmpdir(), 'heddle-gpu-bundle-'));
const stage = join(scratch, 'app');

try {
  assertOwnBundle();
  mkdirSync(bundle, { recursive: true });
  mkdirSync(stage);
  packNode();
  const modules = join(stage, 'node_modules');
  await buildPackages(root, modules);
  if (options.baseline) {
    await buildPackages(resolve(options.baseline), join(stage, 'baseline/node_modules'));
    await buildBenchmarks(join(root, 'tools/baseline'), join(stage, 'bench/baseline'));
  }
  copyForeignLibrary(root, modules);
  copyPlainLibraries(root, modules);
  for (const part of ['on-gpu', 'peers']) cpSync(join(here, part), join(stage, part), { recursive: true });
  cpSync(join(root, 'tools/backend-tests/src/cycles.mjs'), join(stage, 'on-gpu/cycles.mjs'));
  cpSync(join(root, 'tools/user-programs/programs'), join(stage, 'user-programs'), { recursive: true });
  await buildTests(root, stage);
  buildHipOnNvidia();
  writeFileSync(join(stage, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeFileSync(join(stage, 'commit.txt'), commit());
  run('tar', ['-C', stage, '--sort=name', '--mtime=2000-01-01', '-cf', join(scratch, 'app.tar'), '.']);
  run('xz', ['-6', '-f', join(scratch, 'app.tar')]);
  cpSync(join(scratch, 'app.tar.xz'), join(bundle, 'app.tar.xz'));
  cpSync(join(here, 'run.sh'), join(bundle, 'run.sh'));
  const digest = createHash('sha256');
  for (const file of ['node.xz', 'app.tar.xz']) digest.update(readFileSync(join(bundle, file)));
  writeFileSync(join(bundle, 'bundle.id'), `${digest.digest('hex')}\n`);
  for (const file of ['node.xz', 'app.tar.xz']) console.log(file, megabytes(join(bundle, file)));
  console.log(`packed into ${bundle}; there: bash ${bundle.slice(root.length + 1)}/run.sh`);
} finally {
  rmSync(scratch, { recursive: true });
}

// A bundle is known by the digest in it, or, if packing was cut off, by the node that was packed first.
function assertOwnBundle() {
  const isOwn = (file, form) => {
    const path = join(bundle, file);
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true && form.test(readFileSync(path, 'utf8'));
  };
  const isLink = lstatSync(bundle, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  const isBundle = isOwn('bundle.id', /^[0-9a-f]{64}\n$/) || isOwn('node.id', /^v\d+\.\d+\.\d+ \S+ \d+\n$/);
  if (isLink || !isBundle) assertFree(bundle);
}

/** Packing node takes a minute and never changes anything: it is done once per version. */
function packNode() {
  const id = `${process.version} ${process.platform}-${process.arch} ${statSync(process.execPath).size}\n`;
  const marker = join(bundle, 'node.id');
  if (existsSync(join(bundle, 'node.xz')) && existsSync(marker) && readFileSync(marker, 'utf8') === id) return;
  const stripped = join(stage, 'node');
  cpSync(process.execPath, stripped, { dereference: true });
  run('strip', [stripped]);
  run('xz', ['-6', '-T2', '-f', stripped]);
  cpSync(`${stripped}.xz`, join(bundle, 'node.xz'));
  rmSync(`${stripped}.xz`);
  writeFileSync(marker, id);
}

/** HIP's interface over NVIDIA's driver: the machine has GPUs of NVIDIA, and perhaps no compiler. */
function buildHipOnNvidia() {
  const script = join(root, 'tools/hip-on-nvidia/build.sh');
  try {
    run('sh', [script, join(stage, 'lib', 'libhip-on-nvidia.so')]);
  } catch (error) {
    console.warn(`libhip-on-nvidia is not built: the bundle runs no HIP. ${String(error)}`);
  }
}

function commit() {
  const git = (...args) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' }).trim();
  const dirty = git('status', '--porcelain') === '' ? '' : ' with uncommitted changes';
  return `${git('rev-parse', 'HEAD')}${dirty}\n`;
}

function run(program, args) {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function megabytes(file) {
  return `${(statSync(file).size / 1024 ** 2).toFixed(1)} MiB`;
}
