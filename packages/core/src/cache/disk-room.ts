/**
 * Keeps the cache within its bound while many processes write.
 *
 * A writer first has its pages added to the ledger. If that makes more than the bound, one process at a time, under
 * a lock, counts the folder and removes what was used longest ago; the others wait for it. No entry is put in place
 * that was not counted, so the bound holds at every moment, not only on average.
 */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { removeOwnFile } from '../files';
import type { FolderLayout } from './folder-layout';
import { scanFolder } from './folder-scan';
import { LockFile, type LockAttempt } from './lock-file';
import type { OwnFolders } from './own-folders';
import { pageByteLength, pagesFor, UsageLedger, type LedgerReading } from './usage-ledger';

/** Pages that a writer may fill. */
export interface Reservation {
  readonly byteLength: number;
  readonly generation: string;
}

/** What one eviction removed. */
export interface Eviction {
  readonly entries: number;
  readonly pages: number;
}

// Down to this part of the bound, so that the folder is read once for many writes.
const keptPart = 0.75;
const pollMilliseconds = 20;
const patienceMilliseconds = 30_000;
const removalsPerTurn = 50;

export class DiskRoom {
  readonly #layout: FolderLayout;
  readonly #folders: OwnFolders;
  readonly #ledger: UsageLedger;
  readonly #maxPages: number;
  readonly #evicted: (eviction: Eviction) => void;

  constructor(layout: FolderLayout, folders: OwnFolders, maxByteLength: number, evicted: (eviction: Eviction) => void) {
    this.#layout = layout;
    this.#folders = folders;
    this.#ledger = new UsageLedger(layout.ledgers, () => layout.newTemporary());
    this.#maxPages = Math.floor(maxByteLength / pageByteLength);
    this.#evicted = evicted;
  }

  /**
   * Promises room for a file.
   *
   * @returns undefined if there is none: too large, or others need it all
   * @throws if what is in use cannot be counted
   */
  async reserve(byteLength: number): Promise<Reservation | undefined> {
    const pages = pagesFor(byteLength);
    if (pages > this.#maxPages) return undefined;
    const deadline = performance.now() + patienceMilliseconds;
    let counted = this.#ledger.add(pages);
    while (!counted || counted.pages > this.#maxPages) {
      if (performance.now() > deadline) return undefined;
      const obstruction = counted ? undefined : this.#ledger.obstruction;
      if (obstruction !== undefined) throw new Error(obstruction);
      if (!(await this.#evictUnlessOthersDo(pages))) await delay(pollMilliseconds);
      counted = this.#recount(counted, pages);
    }
    return { byteLength, generation: counted.generation };
  }

  /**
   * Makes sure that a written temporary file is counted before it becomes an entry. The folder may have been counted
   * after the reservation and before the file was there.
   */
  async confirm(reservation: Reservation): Promise<boolean> {
    for (let held: Reservation | undefined = reservation; held; held = await this.reserve(held.byteLength)) {
      if (this.#ledger.read()?.generation === held.generation) return true;
    }
    return false;
  }

  /** Removes entries, those used longest ago first, until at most so many bytes are left. */
  async evictTo(maxByteLength: number): Promise<void> {
    const attempt = this.#lock();
    try {
      // Without the lock as well: a user who asks for an empty cache means it.
      await this.#evict(Math.floor(maxByteLength / pageByteLength));
    } finally {
      if (attempt instanceof LockFile) attempt.release();
    }
  }

  /** @returns false if another process is at it */
  async #evictUnlessOthersDo(pages: number): Promise<boolean> {
    const attempt = this.#lock();
    if (attempt === 'held') return false;
    // Obstructed by a file of others, each evicts for itself, which removes more than it must and nothing worse.
    try {
      const now = this.#ledger.read();
      if (!now || now.pages > this.#maxPages) {
        await this.#evict(Math.min(Math.floor(this.#maxPages * keptPart), this.#maxPages - pages));
      }
      return true;
    } finally {
      if (attempt instanceof LockFile) attempt.release();
    }
  }

  #lock(): LockAttempt {
    return LockFile.tryAcquire(this.#layout.evictionLock, () => this.#layout.newTemporary());
  }

  async #evict(maxPages: number): Promise<void> {
    // The new ledger is full until the count is known. If this process is killed meanwhile, the next one counts again.
    const generation = this.#ledger.restart(this.#maxPages + 1);
    const { entries, temporaryPages } = await scanFolder(this.#layout, this.#folders);
    const oldestFirst = [...entries].sort((a, b) => a.usedAt - b.usedAt);
    let pages = entries.reduce((sum, entry) => sum + entry.pages, temporaryPages);
    const before = pages;
    let removed = 0;
    let foreignPages = 0;
    for (const entry of oldestFirst) {
      if (pages <= maxPages) break;
      const removal = removeOwnFile(entry.path);
      // Entries that cannot be removed still count. Foreign files do not count, because they could leave no room.
      if (removal === 'stays') continue;
      pages -= entry.pages;
      if (removal === 'foreign') foreignPages += entry.pages;
      else if (++removed % removalsPerTurn === 0) await nextTurn();
    }
    if (generation !== undefined) this.#ledger.rebase(generation, pages);
    if (removed > 0) this.#evicted({ entries: removed, pages: before - pages - foreignPages });
  }

  #recount(counted: LedgerReading | undefined, pages: number): LedgerReading | undefined {
    const now = this.#ledger.read();
    if (now && now.generation === counted?.generation) return now;
    // A new ledger, in which these pages are not. While it is full, adding to it would only make it fuller.
    return !now || now.pages > this.#maxPages ? undefined : this.#ledger.add(pages);
  }
}
