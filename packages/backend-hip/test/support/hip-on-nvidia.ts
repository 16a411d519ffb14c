/** Builds the library of tools/hip-on-nvidia, once per version of its sources. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(__dirname, '../../../../tools/hip-on-nvidia');

/** @returns the library's path; undefined where there is no C compiler or it is not Linux */
export function hipOnNvidia(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const digest = createHash('sha256');
  for (const part of ['src', 'include/hip']) {
    for (const file of readdirSync(join(folder, part)).sort()) digest.update(readFileSync(join(folder, part, file)));
  }
  const library = join(tmpdir(), `heddle-hip-on-nvidia-${digest.digest('hex').slice(0, 16)}.so`);
  if (existsSync(library)) return library;
  const unfinished = `${library}.${process.pid}`;
  try {
    execFileSync('sh', [join(folder, 'build.sh'), unfinished], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    // The shell's word for a program that it does not find.
    if ((error as { status?: number }).status === 127) return undefined;
    throw error;
  }
  renameSync(unfinished, library);
  return library;
}
