/**
 * How much disk the cache takes, known to all its processes without reading the folder.
 *
 * One small file: a header with the pages counted at the last scan, then one byte for each page promised to a writer
 * since. Appending is atomic between processes, so the file's length is a shared counter that no crash can corrupt;
 * what it counts too much (a writer that was killed) the next scan corrects.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, renameSync, writeFileSync, writeSync } from 'node:fs';

/** The unit of disk space. */
export const pageByteLength = 4096;

export interface LedgerReading {
  /** Pages in use or promised. */
  readonly pages: number;
  /** Changes whenever the ledger starts anew; what was added to an older one may be forgotten. */
  readonly generation: string;
}

const headerLength = 32;
const generationLength = 15;

export function pagesFor(byteLength: number): number {
  return Math.ceil(byteLength / pageByteLength);
}

export class UsageLedger {
  readonly #path: string;
  readonly #newTemporary: () => string;

  /** @param newTemporary - names a file that no other process uses, on the same file system */
  constructor(path: string, newTemporary: () => string) {
    this.#path = path;
    this.#newTemporary = newTemporary;
  }

  /** Adds pages. @returns the state after that; undefined where there is no ledger yet, or none that makes sense */
  add(pages: number): LedgerReading | undefined {
    return this.#with(constants.O_RDWR | constants.O_APPEND, (file) => {
      writeSync(file, Buffer.alloc(pages, '.'));
      return readLedger(file);
    });
  }

  read(): LedgerReading | undefined {
    return this.#with(constants.O_RDONLY, readLedger);
  }

  /** Puts a new ledger in the place of the old one. @returns its generation */
  restart(pages: number): string {
    const generation = randomBytes(8).toString('hex').slice(0, generationLength);
    const temporary = this.#newTemporary();
    writeFileSync(temporary, header(pages, generation), { mode: 0o600, flag: 'wx' });
    renameSync(temporary, this.#path);
    return generation;
  }

  /** Corrects the counted pages; those added since the restart stay added. Does nothing to a later generation. */
  rebase(generation: string, pages: number): void {
    this.#with(constants.O_RDWR, (file) => {
      if (readLedger(file)?.generation === generation) writeSync(file, header(pages, generation), 0, 'latin1');
    });
  }

  #with<T>(flags: number, use: (file: number) => T): T | undefined {
    let file: number;
    try {
      file = openSync(this.#path, flags);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
    try {
      return use(file);
    } finally {
      closeSync(file);
    }
  }
}

function header(pages: number, generation: string): string {
  return `${String(pages).padEnd(headerLength - generationLength - 2)} ${generation}\n`;
}

function readLedger(file: number): LedgerReading | undefined {
  const text = Buffer.alloc(headerLength);
  readSync(file, text, 0, headerLength, 0);
  const found = /^(\d+) +([0-9a-f]{15})\n$/.exec(text.toString('latin1'));
  if (!found) return undefined;
  return { pages: Number(found[1]) + fstatSync(file).size - headerLength, generation: found[2] ?? '' };
}
