/** Files that users name by URL. */
import { fileURLToPath } from 'node:url';
import { argumentError } from '../errors';

/**
 * The path of a file: URL, decoded as the system spells it.
 *
 * @param parameter - who takes the URL, for the error
 * @throws HeddleError `ARGUMENT` for a URL that names no file of this machine
 */
export function pathOfUrl(url: string | URL, parameter: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw argumentError(`${parameter}: '${String(url)}' names no file: ${reason}`, {
      parameter,
      hint: 'Give a path, or a URL such as file:///folder/file; pathToFileURL of node:url makes one from a path.',
      cause,
    });
  }
}
