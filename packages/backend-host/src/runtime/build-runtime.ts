/**
 * The runtime library, built by the compiler that compiles the kernels anyway, once per machine: the result is kept
 * in the artifact cache. HEDDLE_HOST_RUNTIME names a library that was built otherwise.
 */
import { constants, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ArtifactCache, HeddleError } from '@heddle/core';
import {
  artifactKey,
  assertLibraryFile,
  compileError,
  compilerInputs,
  hostCompilerVariables,
  runCompiler,
  withTemporaryFolder,
  type CacheEntry,
} from '@heddle/core/backend';
import { findCompiler, noCompiler, type FoundCompiler } from '../compile/find-compiler';
import { runtimeFolder } from '../compile/package-folder';
import { abiVersion, bindRuntime, type RuntimeFunctions } from './runtime-abi';

const flags = ['-std=c++17', '-O3', '-fPIC', '-shared', '-pthread', '-fvisibility=hidden', '-Wl,-Bsymbolic'] as const;

// On a global symbol, so that the ESM and the CommonJS copy of this package share one runtime and its threads.
const key = Symbol.for(`heddle.host.runtime.${abiVersion}`);
const shared = globalThis as { [key]?: Promise<RuntimeFunctions> | undefined };

/**
 * The runtime, loaded. All devices of the process share it.
 *
 * @throws HeddleError `UNAVAILABLE` without a C++ compiler, `COMPILE` if it cannot build the runtime
 */
export async function loadRuntime(): Promise<RuntimeFunctions> {
  shared[key] ??= load().catch((error: unknown) => {
    // The next attempt may find a compiler that this one missed.
    shared[key] = undefined;
    throw error;
  });
  return shared[key];
}

async function load(): Promise<RuntimeFunctions> {
  const prebuilt = process.env.HEDDLE_HOST_RUNTIME;
  const runtime = prebuilt ? bindPrebuilt(prebuilt) : bindBytes(await runtimeBytes());
  const version = runtime.abiVersion();
  if (version !== abiVersion) {
    throw new HeddleError(
      'UNAVAILABLE',
      `the host runtime has interface ${version}, this package needs ${abiVersion}`,
      {
        backend: 'host',
        hint: prebuilt ? 'HEDDLE_HOST_RUNTIME names a library of another version.' : 'Reinstall @heddle/backend-host.',
      },
    );
  }
  return runtime;
}

function bindPrebuilt(path: string): RuntimeFunctions {
  try {
    assertLibraryFile(path);
    return bindRuntime(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new HeddleError('UNAVAILABLE', `the host runtime ${path} cannot be loaded: ${reason}`, {
      backend: 'host',
      hint: 'Name a runtime of this version in HEDDLE_HOST_RUNTIME, or unset it.',
      cause,
    });
  }
}

async function runtimeBytes(): Promise<Uint8Array> {
  const compiler = findCompiler('c++');
  if (!compiler) throw noCompiler('c++');
  const key = await artifactKey({
    compiler: 'host-runtime',
    fingerprint: `${compiler.fingerprint}\n${runtimeStamps()}`,
    architecture: process.arch,
    source: flags.join(' '),
    inputs: () => compilerInputs(hostCompilerVariables, 'c++'),
  });
  const entry = await new ArtifactCache().getOrCompile(key, (signal) => build(compiler, signal));
  return entry.bytes;
}

/** The runtime's own sources, without the runner of the sanitizer modes. */
export function runtimeSources(): string[] {
  const folder = join(runtimeFolder(), 'src');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.cpp'))
    .sort()
    .map((name) => join(folder, name));
}

async function build(compiler: FoundCompiler, signal: AbortSignal): Promise<CacheEntry> {
  return withTemporaryFolder(async (folder) => {
    const output = join(folder, 'runtime.so');
    const args = [...flags, `-I${runtimeFolder()}`, `-I${join(runtimeFolder(), 'include')}`];
    const run = await runCompiler(compiler.path, [...args, ...runtimeSources(), '-o', output, '-ldl'], {
      folder,
      variables: hostCompilerVariables,
      signal,
      backend: 'host',
    });
    if (!run.succeeded) {
      throw compileError({
        backend: 'host',
        compiler: compiler.path,
        log: run.log,
        source: '',
        fileName: 'runtime',
        hint: `${compiler.path} cannot build Heddle's runtime; HEDDLE_CXX chooses another compiler.`,
      });
    }
    return { metadata: { format: 'shared-object', entryNames: {}, log: run.log }, bytes: await readFile(output) };
  });
}

// Libraries are loaded from files. The cache's own file has a header and may be evicted, so the bytes, whose checksum
// has just been verified, go through a file of this process, which is gone as soon as it is mapped.
function bindBytes(bytes: Uint8Array): RuntimeFunctions {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-runtime-'));
  try {
    const path = join(folder, 'libheddle_host.so');
    writeFileSync(path, bytes, { mode: 0o700 });
    return bindRuntime(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Sizes and times of all that the runtime is compiled from, its own headers and the dialect's too. To read them at every
 * start would cost more than a launch; the stamps change when they do.
 */
export function runtimeStamps(): string {
  const folder = runtimeFolder();
  return `${fileStamp(join(folder, 'heddle_host.h'))}${stampsBelow(join(folder, 'src'))}${headerStamps()}`;
}

let headers: string | undefined;

/**
 * Sizes and times of the dialect headers: they decide what a kernel compiles to. As they were when the runtime was
 * loaded, to which they belong. The package's version goes first: npm gives every file it installs the same time.
 */
export function headerStamps(): string {
  return (headers ??= `${packageVersion()}\n${stampsBelow(join(runtimeFolder(), 'include'))}`);
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(runtimeFolder(), '../package.json'), 'utf8')) as { version: string };
  return version;
}

// Some hundred files, at each program's start: without the objects that tell what an entry is, and with as few functions
// as possible, since it runs once, in code that is not warm.
function stampsBelow(folder: string): string {
  let stamps = '';
  for (const name of readdirSync(folder).sort()) {
    const path = `${folder}/${name}`;
    const { mode, size, mtimeMs } = statSync(path);
    stamps += (mode & constants.S_IFMT) === constants.S_IFDIR ? stampsBelow(path) : `${path}:${size}:${mtimeMs}\n`;
  }
  return stamps;
}

function fileStamp(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${path}:${size}:${mtimeMs}\n`;
}
