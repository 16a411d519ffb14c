/** The effect of an environment variable on a compiler. Tables of these are the data; this folder does the rest. */

import type { OptionRules } from '../compiler-options';

/** A list of folders that are searched for headers. */
export interface IncludeFoldersRole {
  readonly role: 'include-folders';
  /** Searched as the folders of this option are, after those that the option itself names. */
  readonly as: '-I' | '-isystem';
  /** The languages of sources for which it is read. Default: all. */
  readonly languages?: readonly string[];
}

/** A list of folders that are searched for libraries. */
export interface LibraryFoldersRole {
  readonly role: 'library-folders';
  /** Files that the linker takes without being asked: `crti.o`, `libstdc++.so`. */
  readonly files: readonly string[];
}

/** Options, separated by spaces, before or after those on the command line. */
export interface OptionsRole {
  readonly role: 'options';
  readonly at: 'front' | 'end';
  /**
   * The rules of the options of a request, if it holds the same ones: relative folders start from the program's working
   * folder, and options after which no code is made are refused. Absent for a step of the compiler: as they are.
   */
  readonly rules?: OptionRules;
}

/** Where parts of the compiler are: folders, in order, or a file. */
export interface PlacesRole {
  readonly role: 'places';
  /** The parts that are looked for, below each folder. */
  readonly files: readonly string[];
}

/** PATH. Only the programs found decide, and not the text: two orders of folders with the same `as` are the same. */
export interface ProgramsRole {
  readonly role: 'programs';
  /** The programs that the compiler starts by name. */
  readonly files: readonly string[];
}

/** Text that changes the output. */
export interface TextRole {
  readonly role: 'text';
}

/** The compiler does not see it: it would write files, or change the output in a way that cannot be tracked. */
export interface RemovedRole {
  readonly role: 'removed';
}

/** Heddle gives it a value of its own. */
export interface SetRole {
  readonly role: 'set';
}

/** One variable that a compiler reads. */
export type CompilerVariable = {
  /** A name ending in `*` stands for all that start so. */
  readonly name: string;
  /**
   * True if the compiler is a library that keeps the first value it finds. If the value changes while the process runs,
   * nobody knows which one counts, and artifacts are not cached.
   */
  readonly isReadOnce?: boolean;
  /** Where the compiler's vendor documents it, or how it was found. */
  readonly source: string;
} & (
  IncludeFoldersRole | LibraryFoldersRole | OptionsRole | PlacesRole | ProgramsRole | TextRole | RemovedRole | SetRole
);

/** Values of variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;
