/** The program that runs a sanitized kernel, built once per sanitizer and kept in the artifact cache. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ArtifactCache } from '@heddle/core';
import {
  artifactKey,
  compileError,
  compilerInputs,
  hostCompilerVariables,
  runCompiler,
  withTemporaryFolder,
  type CacheEntry,
} from '@heddle/core/backend';
import { findCompiler, noCompiler, type FoundCompiler } from '../compile/find-compiler';
import { runtimeFolder } from '../compile/package-folder';
import { runtimeSources, runtimeStamps } from '../runtime/build-runtime';
import { sanitizerFlags, type Sanitizer } from './sanitizers';

const compileFlags = ['-std=c++17', '-O1', '-g', '-pthread', '-DHEDDLE_RUNNER=1'] as const;

/** @returns the bytes of the executable */
export async function runnerBytes(sanitizer: Sanitizer): Promise<Uint8Array> {
  const compiler = findCompiler('c++');
  if (!compiler) throw noCompiler('c++');
  const sources = [...runtimeSources(), ...runnerSources()];
  const key = await artifactKey({
    compiler: 'host-sanitizer-runner',
    fingerprint: `${compiler.fingerprint}\n${runtimeStamps()}`,
    architecture: process.arch,
    source: [sanitizer, ...compileFlags].join(' '),
    inputs: () => compilerInputs(hostCompilerVariables, 'c++'),
  });
  const entry = await new ArtifactCache().getOrCompile(key, (signal) => build(compiler, sanitizer, sources, signal));
  return entry.bytes;
}

function runnerSources(): string[] {
  const folder = join(runtimeFolder(), 'src/runner');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.cpp'))
    .map((name) => join(folder, name));
}

async function build(
  compiler: FoundCompiler,
  sanitizer: Sanitizer,
  sources: readonly string[],
  signal: AbortSignal,
): Promise<CacheEntry> {
  return withTemporaryFolder(async (folder) => {
    const object = join(folder, 'runner.o');
    const program = join(folder, 'runner');
    const includes = [`-I${runtimeFolder()}`, `-I${join(runtimeFolder(), 'include')}`];
    const source = sources.map((path) => `#include ${JSON.stringify(path)}\n`).join('');
    const run = async (args: readonly string[], input: string): Promise<void> => {
      const { succeeded, log } = await runCompiler(compiler.path, args, {
        input,
        folder,
        variables: hostCompilerVariables,
        signal,
        backend: 'host',
      });
      if (succeeded) return;
      throw compileError({
        backend: 'host',
        compiler: compiler.path,
        log,
        source,
        fileName: 'runner',
        hint: `${compiler.path} cannot build programs with -fsanitize=${sanitizer}; its sanitizer library may be missing.`,
      });
    };
    const { runner } = sanitizerFlags[sanitizer];
    await run([...compileFlags, ...runner, ...includes, '-x', 'c++', '-c', '-', '-o', object], source);
    await run([`-fsanitize=${sanitizer}`, '-pthread', '-rdynamic', object, '-o', program, '-ldl'], '');
    return { metadata: { format: 'executable', entryNames: {}, log: '' }, bytes: await readFile(program) };
  });
}
