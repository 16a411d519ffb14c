/** Builds the library of tools/hip-on-nvidia, once per version of its sources and of the driver below it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(__dirname, '../../../../tools/hip-on-nvidia');

/**
 * @param below - tells the driver that it passes calls on to from others: by its path a cache of compiled code knows the
 *   library, which itself does not change with that driver
 * @returns the library's path; undefined if there is no C compiler or it is not Linux
 */
export function hipOnNvidia(below: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const digest = createHash('sha256').update(below);
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
