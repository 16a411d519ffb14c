/** Builds the stand-in for the HIP library, once per version of its source and device. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const source = join(__dirname, 'fake-hip.c');

/** The device that the library has. */
export interface FakeDevice {
  readonly architecture: string;
  /** Lanes of a wavefront. */
  readonly wavefront: 32 | 64;
}

const mi200: FakeDevice = { architecture: 'gfx90a:sramecc+:xnack-', wavefront: 64 };

/** @returns the library's path; undefined if there is no C compiler or it is not Linux */
export function fakeHip({ architecture, wavefront }: FakeDevice = mi200): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const macros = [`-DARCHITECTURE="${architecture}"`, `-DWAVEFRONT=${wavefront}`];
  const digest = createHash('sha256').update(readFileSync(source)).update(macros.join()).digest('hex').slice(0, 16);
  const library = join(tmpdir(), `heddle-fake-hip-${digest}.so`);
  if (existsSync(library)) return library;
  const unfinished = `${library}.${process.pid}`;
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-Wall', '-Wextra', ...macros, '-o', unfinished, source]);
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined;
    throw error;
  }
  renameSync(unfinished, library);
  return library;
}
