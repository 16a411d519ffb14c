/**
 * The dialect's header, read by the compiler once instead of for every kernel: a fifth of a small kernel's compile
 * time. It comes from the artifact cache. If it is not there yet it is made after the first kernel that a device
 * compiles, and serves from the second on.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeFile } from 'node:fs';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ArtifactCache } from '@heddle/core';
import {
  artifactKey,
  compilerInputs,
  hostCompilerVariables,
  runCompiler,
  withTemporaryFolder,
  type ArtifactKey,
  type CacheEntry,
  type StartProgram,
} from '@heddle/core/backend';
import type { FoundCompiler } from './find-compiler';

export interface PrecompiledHeaderOptions {
  readonly compiler: FoundCompiler;
  /** The options of kernels: a header that was compiled with other options cannot be used. */
  readonly flags: readonly string[];
  /** The folder of the header. */
  readonly includeFolder: string;
  readonly header: string;
  /** Changes whenever the header does. */
  readonly stamps: string;
  /** How the compiler is started. */
  readonly start: StartProgram;
}

/**
 * Only GCC's: it looks for `<header>.gch` in each include folder before the header itself, checks whether it fits the
 * current compilation, and reads the header if it does not.
 */
export class PrecompiledHeader {
  readonly #options: PrecompiledHeaderOptions;
  readonly #ending = new AbortController();
  /** A file descriptor of this process. */
  #file: number | undefined;
  #lookedFor: Promise<void> | undefined;
  #begun = false;

  constructor(options: PrecompiledHeaderOptions) {
    this.#options = options;
  }

  /** Begins to make it, once, if there is none. A failure only costs time: the header itself still works. */
  prepare(): void {
    if (this.#begun || this.#file !== undefined) return;
    this.#begun = true;
    this.#make().catch(() => undefined);
  }

  /**
   * Puts it into a folder for one compilation.
   *
   * @returns the include folder to name first, undefined while there is none
   */
  async offer(folder: string): Promise<string | undefined> {
    await (this.#lookedFor ??= this.#lookFor().catch(() => undefined));
    if (this.#file === undefined) return undefined;
    const include = join(folder, 'precompiled');
    await mkdir(include);
    // The file has no name any more, so that nothing of it is left however this process ends.
    await symlink(`/proc/${process.pid}/fd/${this.#file}`, join(include, `${this.#options.header}.gch`));
    return include;
  }

  /** Compilations under way that have not opened it yet take the header itself. */
  close(): void {
    this.#ending.abort();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  async #lookFor(): Promise<void> {
    const { key } = await this.#key();
    const found = key === undefined ? undefined : await new ArtifactCache().lookup(key);
    if (found) await this.#keep(found.bytes);
  }

  async #make(): Promise<void> {
    const cache = new ArtifactCache();
    // Without a cache every process would compile the header anew, which pays for nobody but the longest.
    if (!cache.state.enabled) return;
    const { signal } = this.#ending;
    const { bytes } = await cache.getOrCompile(await this.#key(), (ended) => this.#compile(ended), { signal });
    await this.#keep(bytes);
  }

  #key(): Promise<ArtifactKey> {
    const { compiler, flags, stamps } = this.#options;
    return artifactKey({
      compiler: 'host-header',
      fingerprint: `${compiler.fingerprint}\n${stamps}`,
      architecture: process.arch,
      source: flags.join(' '),
      inputs: () => compilerInputs(hostCompilerVariables, 'c++'),
    });
  }

  async #keep(bytes: Uint8Array): Promise<void> {
    const file = await unnamedFile(bytes);
    if (this.#ending.signal.aborted) closeSync(file);
    else this.#file = file;
  }

  async #compile(signal: AbortSignal): Promise<CacheEntry> {
    const { compiler, flags, includeFolder, header, start } = this.#options;
    return withTemporaryFolder(async (folder) => {
      const output = join(folder, `${header}.gch`);
      const language = flags.map((flag) => (flag === 'c++' ? 'c++-header' : flag));
      const args = [...language, `-I${includeFolder}`, join(includeFolder, header), '-o', output];
      const run = await runCompiler(compiler.path, args, {
        folder,
        variables: hostCompilerVariables,
        signal,
        backend: 'host',
        start,
      });
      if (!run.succeeded) throw new Error(run.log);
      return { metadata: { format: 'gcc-header', entryNames: {}, log: run.log }, bytes: await readFile(output) };
    });
  }
}

async function unnamedFile(bytes: Uint8Array): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-'));
  let file: number;
  try {
    file = openSync(join(folder, 'header'), 'w+', 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    await promisify(writeFile)(file, bytes);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
