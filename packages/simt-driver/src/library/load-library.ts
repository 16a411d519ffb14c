/** Opens a vendor's shared library from the first of several places where it may be. */
import { assertLibraryFile } from '@heddle/core/backend';
import koffi, { type LibraryHandle } from 'koffi';
import { prepareForeignStacks } from './foreign-stacks';

/** A library that has been opened, and where it was found. */
export interface LoadedLibrary {
  readonly handle: LibraryHandle;
  /** Name or path as it was given to the loader. */
  readonly path: string;
}

/** Why a library could not be opened from one place. */
export interface LoadFailure {
  readonly path: string;
  readonly message: string;
}

/**
 * Opens the first library that loads.
 *
 * @param paths - names that the system's loader looks up, or paths, in order of preference
 * @returns the library, or every place's reason
 */
export function loadFirst(paths: readonly string[]): LoadedLibrary | { readonly failures: readonly LoadFailure[] } {
  prepareForeignStacks();
  const failures: LoadFailure[] = [];
  for (const path of paths) {
    try {
      assertLibraryFile(path);
      const handle = koffi.load(path, { lazy: true });
      open.add(handle);
      return { handle, path };
    } catch (error) {
      failures.push({ path, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { failures };
}

// Vendors' libraries are not made to be unloaded, which a collected handle would do: LLVM, inside of ROCm's compiler, ends
// the process when it is loaded a second time.
const open = new Set<LibraryHandle>();

/** True if the loader says that the file is simply not there, so that it is not the news among the failures. */
export function isAbsent({ message }: LoadFailure): boolean {
  return /no such file|cannot open shared object file|could not be found|error 126\b|not found/i.test(message);
}
