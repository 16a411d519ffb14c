/**
 * Lets one process compile while the others that want the same wait for its result.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CacheEntry } from './artifact';
import type { DiskLayer } from './disk-layer';
import { LockFile } from './lock-file';
import { abortedError } from './shared-compilation';

/** Either somebody else's result, or leave to compile; then the lock, if one could be had, is to be released. */
export type CompileTurn =
  | { readonly entry: CacheEntry; readonly lock?: undefined }
  | { readonly entry?: undefined; readonly lock: LockFile | undefined };

const firstPollMilliseconds = 2;
const longestPollMilliseconds = 50;

/**
 * Waits until the entry is there or it is this process's turn.
 *
 * Never longer than `timeoutMilliseconds`, and not for a holder that has died: then this process compiles, too, which
 * is wasteful but right. The same where lock files cannot be made, or a file of others is in the lock's place.
 *
 * @throws HeddleError `ABORTED` when the signal is
 */
export async function takeCompileTurn(
  disk: DiskLayer,
  key: string,
  timeoutMilliseconds: number,
  signal: AbortSignal,
): Promise<CompileTurn> {
  const path = disk.layout.compileLock(key);
  const deadline = performance.now() + timeoutMilliseconds;
  let poll = firstPollMilliseconds;
  try {
    await disk.prepare(key);
    for (;;) {
      const attempt = LockFile.tryAcquire(path, () => disk.layout.newTemporary());
      const lock = attempt instanceof LockFile ? attempt : undefined;
      // Looked for after the lock: its last holder stores the entry before letting go.
      const entry = await disk.read(key);
      if (entry) {
        lock?.release();
        return { entry };
      }
      if (attempt !== 'held' || performance.now() > deadline) return { lock };
      await delay(poll, undefined, { signal });
      poll = Math.min(poll * 1.5, longestPollMilliseconds);
    }
  } catch {
    if (signal.aborted) throw abortedError(signal);
    return { lock: undefined };
  }
}
