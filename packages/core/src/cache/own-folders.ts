/** The folders of one cache as they are used: each is checked before its first use, and made when something is stored. */
import { mkdir } from 'node:fs/promises';
import { checkOwnFolder, FolderRefused, prepareFolder } from './cache-folder';
import type { FolderLayout } from './folder-layout';

export class OwnFolders {
  readonly #named: string;
  readonly #layout: FolderLayout;
  readonly #refused: (reason: string) => void;
  /** Those that were found to be the cache's own. */
  readonly #checked = new Set<string>();

  /**
   * @param named - the folder that the user names
   * @param refused - hears why a folder cannot be used
   */
  constructor(named: string, layout: FolderLayout, refused: (reason: string) => void) {
    this.#named = named;
    this.#layout = layout;
    this.#refused = refused;
  }

  /** True if a folder is there and can be used. Looks once; after that a look-up costs nothing more. */
  has(folder: string): boolean {
    if (this.#checked.has(folder)) return true;
    try {
      return this.check(folder);
    } catch {
      return false; // refused, or not to be looked at: either way nothing can be read from it
    }
  }

  /**
   * Checks a folder again, even if it was checked before. Call it before you remove files.
   *
   * @returns false if it is not there
   * @throws FolderRefused
   */
  check(folder: string): boolean {
    try {
      const isThere = checkOwnFolder(folder);
      if (isThere) this.#checked.add(folder);
      return isThere;
    } catch (error) {
      if (error instanceof FolderRefused) this.#refused(error.message);
      throw error;
    }
  }

  /**
   * Makes a folder if it is not there. If the whole cache has been removed meanwhile, that is made again, too.
   *
   * @throws FolderRefused, or the file system's error
   */
  async make(folder: string): Promise<void> {
    if (this.check(folder)) return;
    if (!(await made(folder))) {
      const refusal = prepareFolder(this.#named, this.#layout);
      if (refusal !== undefined) {
        this.#refused(refusal);
        throw new FolderRefused(refusal);
      }
      await made(folder);
    }
    this.check(folder);
  }
}

/** @returns false if its parent is not there */
async function made(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    if (code === 'ENOENT') return false;
    throw error;
  }
}
