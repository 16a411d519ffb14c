/**
 * Which file of the cache's folder is where.
 *
 * Entries lie in 256 shards by the first two digits of their key: no folder grows large, and a look-up opens one path
 * without listing anything, so it takes the same time among a hundred entries and among a hundred thousand.
 */
import { randomUUID } from 'node:crypto';
import { machineName, mayBeAlive } from './process-identity';

const entrySuffix = '.entry';

/** Paths with `/`, which every system of Node takes. */
export class FolderLayout {
  readonly root: string;
  /** Files being written. One folder for all shards, so that leftovers are found without a search. */
  readonly temporaries: string;
  readonly locks: string;
  readonly ledger: string;
  readonly evictionLock: string;

  constructor(root: string) {
    this.root = root;
    this.temporaries = `${root}/temporary`;
    this.locks = `${root}/locks`;
    this.ledger = `${root}/usage`;
    this.evictionLock = `${this.locks}/eviction`;
  }

  shard(key: string): string {
    return `${this.root}/${key.slice(0, 2)}`;
  }

  entry(key: string): string {
    return `${this.root}/${key.slice(0, 2)}/${key.slice(2)}${entrySuffix}`;
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
  return name.endsWith(entrySuffix);
}

// Writing an entry takes milliseconds; this is for writers on other machines, whose end cannot be seen from here.
const temporaryLifetimeMilliseconds = 10 * 60_000;

/** True for a temporary file whose writer has ended without finishing it. */
export function isLeftover(name: string, ageMilliseconds: number): boolean {
  const writer = /^(\d+)-([0-9a-f]{16})-/.exec(name);
  if (!writer || ageMilliseconds > temporaryLifetimeMilliseconds) return true;
  return !mayBeAlive(Number(writer[1]), writer[2] ?? '');
}
