/** Finds the text that an `#include` means: among headers from memory and in folders, in the compiler's order. */
import { dirname, isAbsolute, join, posix } from 'node:path';
import type { ReaderInputs } from './reader-inputs';
import type { HeaderName } from './tokenizer';

/** A header that was found. */
export interface FoundHeader {
  readonly text: string;
  /** Tells headers apart: the path of a file, the name of a header from memory. */
  readonly identity: string;
  readonly origin: HeaderOrigin;
}

/** Where a header lies, which decides what it includes itself. */
export interface HeaderOrigin {
  /** The folder of a file; undefined for the source and headers from memory. */
  readonly folder?: string;
  /** The name of a header from memory. */
  readonly memoryName?: string;
  /** Position in the search order, for `#include_next`. */
  readonly place: number;
}

/** The source itself. */
export const sourceOrigin: HeaderOrigin = { place: -1 };

/** A place that is searched. */
type Place = 'memory' | { readonly folder: string };

export class IncludeSearch {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #inputs: ReaderInputs;
  readonly #places: readonly Place[];
  /** Places for quoted names that some compilers do not search as such. */
  readonly #contested: ReadonlySet<Place>;

  /** @param headers - from memory, by the name that `#include` uses */
  constructor(headers: Readonly<Record<string, string>>, inputs: ReaderInputs) {
    this.#headers = headers;
    this.#inputs = inputs;
    const folders = [...inputs.quoteFolders, ...inputs.folders].map((folder) => ({ folder }));
    this.#places = ['memory', ...folders];
    const { quoteFolders, systemFolders } = inputs;
    this.#contested = new Set(
      folders.slice(0, quoteFolders.length).filter((each) => systemFolders.includes(each.folder)),
    );
  }

  /**
   * @param next - `#include_next`: only what comes after the includer's own place
   * @returns undefined for a header that is not there, or that only the compiler could tell from another one
   */
  find(header: HeaderName, from: HeaderOrigin, next = false): FoundHeader | undefined {
    const { name, quoted } = header;
    if (isAbsolute(name)) return this.#file(name, -1);
    const beside = quoted && !next ? this.#beside(name, from) : undefined;
    if (beside) return beside;
    const found = this.#inPlaces(name, quoted, next ? from.place + 1 : 0);
    if (quoted && this.#contested.size > 0) {
      const other = this.#inPlaces(name, quoted, next ? from.place + 1 : 0, this.#contested);
      if (other?.text !== found?.text) return undefined;
    }
    return quoted && !next ? this.#inWorkingFolder(name, from, found) : found;
  }

  #beside(name: string, { folder, memoryName, place }: HeaderOrigin): FoundHeader | undefined {
    if (folder !== undefined) return this.#file(join(folder, name), place);
    return memoryName === undefined ? undefined : this.#inMemory(posix.join(posix.dirname(memoryName), name));
  }

  #inPlaces(name: string, quoted: boolean, first: number, without?: ReadonlySet<Place>): FoundHeader | undefined {
    for (let i = first; i < this.#places.length; i++) {
      const place = this.#places[i];
      if (place === undefined || without?.has(place)) continue;
      if (!quoted && i > 0 && i <= this.#inputs.quoteFolders.length) continue;
      const found = place === 'memory' ? this.#inMemory(name) : this.#file(join(place.folder, name), i);
      if (found) return found;
    }
    return undefined;
  }

  // Whether a compiler looks there, and before or after the other folders, differs by version. If the header is in no
  // other place the compiler finds it there, or does not compile.
  #inWorkingFolder(name: string, from: HeaderOrigin, found: FoundHeader | undefined): FoundHeader | undefined {
    const { workingFolder } = this.#inputs;
    if (workingFolder === undefined || from !== sourceOrigin) return found;
    const there = this.#file(join(workingFolder, name), -1);
    if (!there || found?.text === there.text) return found;
    return found ? undefined : there;
  }

  #inMemory(name: string): FoundHeader | undefined {
    for (const each of [name, posix.normalize(name)]) {
      const text = Object.hasOwn(this.#headers, each) ? this.#headers[each] : undefined;
      if (text !== undefined) return { text, identity: `<${each}>`, origin: { memoryName: each, place: 0 } };
    }
    return undefined;
  }

  #file(path: string, place: number): FoundHeader | undefined {
    const text = this.#inputs.files.read(path);
    return text === undefined ? undefined : { text, identity: path, origin: { folder: dirname(path), place } };
  }
}
