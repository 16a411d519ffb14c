/**
 * Builds the emulated toolkit, once per version of its sources, into build/emulator/<digest>: a folder that looks like
 * a CUDA toolkit, with the driver's library in it. Prints the paths as JSON; exit code 3 if there is no C++ compiler
 * or this is not a machine the emulator runs on.
 *
 *   node tools/emulator/src/build.mjs [--sanitize] [--without=symbol,symbol]
 *
 * `--without`: leaves symbols of the driver out, as an older driver does.
 */
import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildOnce } from './build-once.mjs';

const run = promisify(execFile);
const sources = dirname(fileURLToPath(import.meta.url));
const emulator = dirname(sources);
const root = join(emulator, '..', '..');
const runtime = join(root, 'packages/backend-host/runtime');

/**
 * @typedef {{ folder: string, driver: string, nvrtc: string, nvJitLink: string, nvcc: string }} Toolkit paths of the libraries and of nvcc
 */

/**
 * @param {{ sanitize?: boolean, without?: readonly string[] }} [options]
 * @returns {Promise<Toolkit | undefined>} undefined if it cannot be built: no compiler, or another kind of machine
 */
export async function buildEmulator({ sanitize = false, without = [] } = {}) {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) return undefined;
  const compiler = process.env.HEDDLE_CXX || 'c++';
  const version = await run(compiler, ['--version']).catch(() => undefined);
  if (!version) return undefined;
  const flags = sanitize
    ? [
        '-O0',
        '-g1',
        '-fsanitize=address,undefined',
        '-fno-sanitize=null,alignment,vptr,object-size,pointer-overflow',
        '-fno-sanitize-recover=undefined',
        '-fno-omit-frame-pointer',
      ]
    : ['-O1'];
  const toolkits = join(root, 'build/emulator');
  const folder = join(toolkits, digestOf([version.stdout, ...flags]));
  await buildOnce(folder, (unfinished) => buildToolkit(compiler, flags, unfinished));
  if (without.length === 0) return describe(folder);
  const lacking = join(toolkits, digestOf([folder, ...without]));
  await buildOnce(lacking, (unfinished) => linkLacking({ compiler, flags, without, folder }, unfinished));
  return describe(lacking);
}

function describe(folder) {
  return {
    folder,
    driver: join(folder, 'lib64/libcuda.so.1'),
    nvrtc: join(folder, 'lib64/libnvrtc.so.13'),
    nvJitLink: join(folder, 'lib64/libnvJitLink.so.13'),
    nvcc: join(folder, 'bin/nvcc'),
  };
}

// The objects of each library and program, by name.
const driverObjects = ['runtime', 'compiler', 'failures', 'driver'];
const nvrtcObjects = ['compiler', 'failures', 'nvrtc'];
const nvJitLinkObjects = ['compiler', 'failures', 'nvjitlink'];
const nvccObjects = ['compiler', 'nvcc'];

async function buildToolkit(compiler, flags, folder) {
  for (const part of ['lib64', 'bin']) mkdirSync(join(folder, part));
  addHeaders(folder);
  const folders = [`-I${runtime}`, `-I${join(runtime, 'include')}`];
  const common = ['-std=c++17', '-fPIC', '-fvisibility=hidden', '-pthread', '-Wall', '-Wextra', ...folders];
  // One translation unit for each: the standard library's headers are read once.
  const object = async (name, files, own = flags) => {
    const unit = join(folder, `${name}.cpp`);
    writeFileSync(unit, files.map((file) => `#include "${file}"\n`).join(''));
    await run(compiler, [...common, ...own, '-c', unit, '-o', join(folder, `${name}.o`)]);
  };
  await Promise.all([
    // The runtime has sanitizer tests of its own; its fibers and its kernels would have to be built for one.
    object('runtime', filesOf(join(runtime, 'src')), ['-O2']),
    object('failures', [join(sources, 'fault_injection.cpp')]),
    ...['compiler', 'driver', 'nvrtc', 'nvjitlink', 'nvcc'].map((name) => object(name, filesOf(join(sources, name)))),
  ]);
  const objects = (names) => names.map((name) => join(folder, `${name}.o`));
  const link = (output, parts) => run(compiler, [...flags, '-pthread', ...parts, '-o', join(folder, output), '-ldl']);
  const shared = libraryFlags(folder, []);
  await link('lib64/libcuda.so.1', [...objects(driverObjects), ...shared]);
  await link('lib64/libnvrtc.so.13', [...objects(nvrtcObjects), ...shared]);
  await link('lib64/libnvJitLink.so.13', [...objects(nvJitLinkObjects), ...shared]);
  await link('bin/nvcc', objects(nvccObjects));
}

// The same toolkit with a driver that shows less.
async function linkLacking({ compiler, flags, without, folder }, into) {
  mkdirSync(join(into, 'lib64'));
  addHeaders(into);
  symlinkSync(join(folder, 'bin'), join(into, 'bin'));
  for (const part of ['nvrtc', 'nvJitLink']) symlinkSync(describe(folder)[part], describe(into)[part]);
  const objects = driverObjects.map((name) => join(folder, `${name}.o`));
  const shared = libraryFlags(into, without);
  await run(compiler, [...flags, '-pthread', ...objects, ...shared, '-o', describe(into).driver, '-ldl']);
}

function addHeaders(folder) {
  symlinkSync(join(runtime, 'include'), join(folder, 'include'));
  symlinkSync(join(emulator, 'include'), join(folder, 'emulator'));
}

function libraryFlags(folder, without) {
  const exported = join(folder, 'exported');
  // A name goes before a pattern.
  writeFileSync(
    exported,
    `{ global: cu*; nvrtc*; nvJitLink*; heddleEmulator*; local: ${['*', ...without].join('; ')}; };\n`,
  );
  return ['-shared', '-Wl,-Bsymbolic', `-Wl,--version-script=${exported}`];
}

function filesOf(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.cpp'))
    .sort()
    .map((name) => join(folder, name));
}

function digestOf(texts) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text}\0`);
  for (const folder of [sources, join(emulator, 'include'), join(runtime, 'src'), join(runtime, 'include')]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort((a, b) =>
      join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1,
    )) {
      if (!entry.isFile()) continue;
      hash.update(`${entry.name}\0`).update(readFileSync(join(entry.parentPath, entry.name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const without =
    process.argv
      .find((text) => text.startsWith('--without='))
      ?.slice('--without='.length)
      .split(',') ?? [];
  const toolkit = await buildEmulator({ sanitize: process.argv.includes('--sanitize'), without });
  if (toolkit) console.log(JSON.stringify(toolkit));
  else process.exitCode = 3;
}
