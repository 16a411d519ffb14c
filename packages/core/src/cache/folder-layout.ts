/**
 * Which file of the cache's folder is where, and which names the cache gives.
 *
 * Entries lie in 256 shards by the first two digits of their key: no folder grows large, and a look-up opens one path
 * without listing anything, so it takes the same time among a hundred entries and among a hundred thousand.
 */
import { randomUUID } from 'node:crypto';
import { machineName, mayBeAlive } from './process-identity';

/** The cache's own folder, below the one that the user names. The number changes with the layout. */
export const ownFolderName = 'heddle-cache-v2';

// Earlier versions kept the first layout directly in the folder that the user names. Nothing of it is touched.

/** Paths with `/`, which every system of Node takes. */
export class FolderLayout {
  /** The cache's own folder. */
  readonly root: string;
  /** Says that Heddle made the folder, and to backup programs that it holds a cache. */
  readonly tag: string;
  /** Files being written. One folder for all shards, so that leftovers are found without a search. */
  readonly temporaries: string;
  readonly locks: string;
  /** Where the ledger may be, in order: a place that a file of others has is passed over. */
  readonly ledgers: readonly string[];
  readonly evictionLock: string;

  /** @param folder - the one that the user names */
  constructor(folder: string) {
    this.root = `${folder}/${ownFolderName}`;
    this.tag = `${this.root}/CACHEDIR.TAG`;
    this.temporaries = `${this.root}/temporary`;
    this.locks = `${this.root}/locks`;
    this.ledgers = [`${this.root}/usage`, `${this.root}/usage-2`];
    this.evictionLock = `${this.locks}/eviction`;
  }

  shard(key: string): string {
    return `${this.root}/${key.slice(0, 2)}`;
  }

  /** Where an entry belongs. */
  entry(key: string): string {
    return `${this.root}/${key.slice(0, 2)}/${key.slice(2)}.entry`;
  }

  /** Where it goes if a file of others has its place. */
  secondEntry(key: string): string {
    return `${this.root}/${key.slice(0, 2)}/${key.slice(2)}-2.entry`;
  }

  compileLock(key: string): string {
    return `${this.locks}/${key}`;
  }

  /** A path that no other process or thread uses, and that tells whose it is. */
  newTemporary(): string {
    return `${this.temporaries}/${process.pid}-${machineName()}-${randomUUID()}`;
  }
}

export function isShardName(name: string): boolean {
  return /^[0-9a-f]{2}$/.test(name);
}

export function isEntryName(name: string): boolean {
  return /^[0-9a-f]{62}(-2)?\.entry$/.test(name);
}

export function isLockName(name: string): boolean {
  return name === 'eviction' || /^[0-9a-f]{64}$/.test(name);
}

const temporaryName = /^(\d+)-([0-9a-f]{16})-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isTemporaryName(name: string): boolean {
  return temporaryName.test(name);
}

// Writing an entry takes milliseconds; this is for writers on other machines, whose end cannot be seen from here.
const temporaryLifetimeMilliseconds = 10 * 60_000;

/** True for the name of a temporary file whose writer has ended without finishing it. */
export function isLeftover(name: string, ageMilliseconds: number): boolean {
  const writer = temporaryName.exec(name);
  if (!writer) return false;
  return ageMilliseconds > temporaryLifetimeMilliseconds || !mayBeAlive(Number(writer[1]), writer[2] ?? '');
}
