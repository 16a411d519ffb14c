/**
 * What a compiler is given besides the source: macros, folders of headers, headers included before the source. The
 * reader of signatures preprocesses with the same.
 */

/** A macro that is defined, or taken back, before the source. */
export interface GivenMacro {
  readonly name: string;
  /** What follows the name in a `#define`, parameters too: `(a) a*2`. Undefined for a macro that is taken back. */
  readonly definition: string | undefined;
}

/** A header that is read before the source. */
export interface ForcedInclude {
  readonly name: string;
  /** `-imacros`: of what it holds only the macros stay. */
  readonly macrosOnly: boolean;
}

/** How headers on disk are opened. */
export interface SourceFiles {
  /** @returns the text of a file; undefined if there is none that can be read */
  read(path: string): string | undefined;
}

export interface ReaderInputs {
  /** In the order in which the compiler gets them. */
  readonly macros: readonly GivenMacro[];
  readonly forcedIncludes: readonly ForcedInclude[];
  /** Folders for `#include "x"` alone, in order, absolute. */
  readonly quoteFolders: readonly string[];
  /** Folders for every `#include`, in order, absolute. Headers from memory come before them. */
  readonly folders: readonly string[];
  /** Those of {@link folders} that are the system's. GCC does not search one of them first for quoted names, clang does. */
  readonly systemFolders: readonly string[];
  /** The folder in which a compiler within this process also looks; undefined for one that runs in a folder of its own. */
  readonly workingFolder: string | undefined;
  /** Options that say more than can be read here, such as `@file`. */
  readonly unreadable: string | undefined;
  readonly files: SourceFiles;
}

/** Of a source that nobody compiles: what it says itself is all there is. */
export const noReaderInputs: ReaderInputs = {
  macros: [],
  forcedIncludes: [],
  quoteFolders: [],
  folders: [],
  systemFolders: [],
  workingFolder: undefined,
  unreadable: undefined,
  files: { read: () => undefined },
};
