/** A folder for one compilation, removed when it ends. */
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atExit } from './at-exit';

/** Runs `body` with a fresh folder of this user's alone, and removes it whatever happens. */
export async function withTemporaryFolder<T>(body: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-'));
  const removed = atExit(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    return await body(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    removed();
  }
}
