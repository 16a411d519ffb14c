/**
 * Keeps the cache within its bound while many processes write.
 *
 * A writer first has its pages added to the ledger. Where that makes more than the bound, one process at a time, under
 * a lock, counts the folder and removes what was used longest ago; the others wait for it. No entry is put in place
 * that was not counted, so the bound holds at every moment, not only on average.
 */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { FolderLayout } from './folder-layout';
import { removeFile, scanFolder } from './folder-scan';
import { LockFile } from './lock-file';
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
  readonly #ledger: UsageLedger;
  readonly #maxPages: number;
  readonly #evicted: (eviction: Eviction) => void;

  constructor(layout: FolderLayout, maxByteLength: number, evicted: (eviction: Eviction) => void) {
    this.#layout = layout;
    this.#ledger = new UsageLedger(layout.ledger, () => layout.newTemporary());
    this.#maxPages = Math.floor(maxByteLength / pageByteLength);
    this.#evicted = evicted;
  }

  /** Promises room for a file. @returns undefined if there is none: too large, or others need it all */
  async reserve(byteLength: number): Promise<Reservation | undefined> {
    const pages = pagesFor(byteLength);
    if (pages > this.#maxPages) return undefined;
    const deadline = performance.now() + patienceMilliseconds;
    let counted = this.#ledger.add(pages);
    while (!counted || counted.pages > this.#maxPages) {
      if (performance.now() > deadline) return undefined;
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
    const lock = LockFile.tryAcquire(this.#layout.evictionLock);
    try {
      // Without the lock as well: whoever asks for an empty cache means it.
      await this.#evict(Math.floor(maxByteLength / pageByteLength));
    } finally {
      lock?.release();
    }
  }

  /** @returns false if another process is at it */
  async #evictUnlessOthersDo(pages: number): Promise<boolean> {
    const lock = LockFile.tryAcquire(this.#layout.evictionLock);
    if (!lock) return false;
    try {
      const now = this.#ledger.read();
      if (!now || now.pages > this.#maxPages) {
        await this.#evict(Math.min(Math.floor(this.#maxPages * keptPart), this.#maxPages - pages));
      }
      return true;
    } finally {
      lock.release();
    }
  }

  async #evict(maxPages: number): Promise<void> {
    // The new ledger is full until the count is known. If this process is killed meanwhile, the next one counts again.
    const generation = this.#ledger.restart(this.#maxPages + 1);
    const { entries, temporaryPages } = await scanFolder(this.#layout);
    const oldestFirst = [...entries].sort((a, b) => a.usedAt - b.usedAt);
    let pages = entries.reduce((sum, entry) => sum + entry.pages, temporaryPages);
    const before = pages;
    let removed = 0;
    for (const entry of oldestFirst) {
      if (pages <= maxPages) break;
      if (!removeFile(entry.path)) continue;
      pages -= entry.pages;
      if (++removed % removalsPerTurn === 0) await nextTurn();
    }
    this.#ledger.rebase(generation, pages);
    if (removed > 0) this.#evicted({ entries: removed, pages: before - pages });
  }

  #recount(counted: LedgerReading | undefined, pages: number): LedgerReading | undefined {
    const now = this.#ledger.read();
    if (now && now.generation === counted?.generation) return now;
    // A new ledger, in which these pages are not. While it is full, adding to it would only make it fuller.
    return !now || now.pages > this.#maxPages ? undefined : this.#ledger.add(pages);
  }
}
