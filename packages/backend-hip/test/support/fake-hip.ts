/** Builds the stand-in for the HIP library, once per version of its source. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const source = join(__dirname, 'fake-hip.c');

/** @returns the library's path; undefined where there is no C compiler or it is not Linux */
export function fakeHip(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const digest = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
  const library = join(tmpdir(), `heddle-fake-hip-${digest}.so`);
  if (existsSync(library)) return library;
  const unfinished = `${library}.${process.pid}`;
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-Wall', '-Wextra', '-o', unfinished, source]);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
  renameSync(unfinished, library);
  return library;
}
