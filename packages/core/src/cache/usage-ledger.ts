/**
 * How much disk the cache takes, known to all its processes without reading the folder.
 *
 * One small file: a header with the pages counted at the last scan, then one byte for each page promised to a writer
 * since. Appending is atomic between processes, so the file's length is a shared counter that no crash can corrupt;
 * what it counts too much (a writer that was killed) the next scan corrects.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, readSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { fileBeginsWith, firstOwnPath, isRegular, openCarefully, ownMark, removeOwnFile } from '../files';

/** The unit of disk space. */
export const pageByteLength = 4096;

export interface LedgerReading {
  /** Pages in use or promised. */
  readonly pages: number;
  /** Changes whenever the ledger starts anew; what was added to an older one may be forgotten. */
  readonly generation: string;
}

const countLength = 16;
const generationLength = 15;
const headerLength = ownMark.length + countLength + 1 + generationLength + 1;
const headerForm = new RegExp(`^${ownMark}(\\d+) +([0-9a-f]{${generationLength}})\n$`);

export function pagesFor(byteLength: number): number {
  return Math.ceil(byteLength / pageByteLength);
}

export class UsageLedger {
  readonly #paths: readonly string[];
  readonly #newTemporary: () => string;

  /**
   * @param paths - where it may be, in order: one that a file of others has is passed over
   * @param newTemporary - names a file that no other process uses, on the same file system
   */
  constructor(paths: readonly string[], newTemporary: () => string) {
    this.#paths = paths;
    this.#newTemporary = newTemporary;
  }

  /** Adds pages. @returns the state after that; undefined if there is no ledger yet, or none that makes sense */
  add(pages: number): LedgerReading | undefined {
    return this.#with(constants.O_RDWR | constants.O_APPEND, (file, header) => {
      writeSync(file, Buffer.alloc(pages, '.'));
      return readingOf(file, header);
    });
  }

  read(): LedgerReading | undefined {
    return this.#with(constants.O_RDONLY, readingOf);
  }

  /** Why there can be no ledger; undefined if there can. */
  get obstruction(): string | undefined {
    if (firstOwnPath(this.#paths) !== undefined) return undefined;
    return `${this.#paths.join(' and ')} are not files that Heddle made`;
  }

  /** Puts a new ledger in the place of the old one. @returns its generation; undefined if others have its places */
  restart(pages: number): string | undefined {
    const path = firstOwnPath(this.#paths);
    if (path === undefined) return undefined;
    const generation = randomBytes(8).toString('hex').slice(0, generationLength);
    const temporary = this.#newTemporary();
    writeFileSync(temporary, headerText({ pages, generation }), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
    // One from a time when others had this place counts no longer.
    for (const later of this.#paths.slice(this.#paths.indexOf(path) + 1)) removeOwnFile(later);
    return generation;
  }

  /** Corrects the counted pages; those added since the restart stay added. Does nothing to a later generation. */
  rebase(generation: string, pages: number): void {
    this.#with(constants.O_RDWR, (file, header) => {
      if (header.generation === generation) writeSync(file, headerText({ pages, generation }), 0, 'latin1');
    });
  }

  /** Gives the ledger, open, to `use`; undefined if there is none. */
  #with<T>(flags: number, use: (file: number, header: LedgerReading) => T): T | undefined {
    for (const path of this.#paths) {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (!stats) return undefined;
      const file = isRegular(stats) ? openIfAllowed(path, flags) : undefined;
      if (file === undefined) continue;
      try {
        const start = Buffer.alloc(headerLength);
        readSync(file, start, 0, headerLength, 0);
        if (!fileBeginsWith({ bytes: start }, ownMark)) continue;
        const header = headerOf(start);
        return header && use(file, header);
      } finally {
        closeSync(file);
      }
    }
    return undefined;
  }
}

function openIfAllowed(path: string, flags: number): number | undefined {
  try {
    return openCarefully(path, flags);
  } catch {
    return undefined; // it has gone meanwhile, or is not this user's to read
  }
}

function headerText({ pages, generation }: LedgerReading): string {
  return `${ownMark}${String(pages).padEnd(countLength)} ${generation}\n`;
}

function headerOf(start: Buffer): LedgerReading | undefined {
  const found = headerForm.exec(start.toString('latin1'));
  return found ? { pages: Number(found[1]), generation: found[2] ?? '' } : undefined;
}

// The header may be corrected between the two looks: what it said before was more, which makes nobody write too much.
function readingOf(file: number, { pages, generation }: LedgerReading): LedgerReading {
  return { pages: pages + fstatSync(file).size - headerLength, generation };
}
