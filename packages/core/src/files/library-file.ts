/** Shared libraries that users name by a path. */
import { statSync } from 'node:fs';
import { HeddleError } from '../errors';

/**
 * Checks what is about to be given to the system's loader, which would wait for the other end of a pipe.
 *
 * @param name - a path, or a name that the loader looks up, which is not checked. A path that leads to nothing is the
 * loader's to report
 * @throws HeddleError `UNAVAILABLE` for a folder, a pipe or a device
 */
export function assertLibraryFile(name: string): void {
  if (!/[\\/]/.test(name)) return;
  if (statSync(name, { throwIfNoEntry: false })?.isFile() === false)
    throw new HeddleError('UNAVAILABLE', `${name} is not a file, so it cannot be loaded as a library`);
}
