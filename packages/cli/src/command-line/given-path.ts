/** Paths as the command line gives them. */
import { argumentError } from '@heddle/core/backend';

/**
 * The path, unless it is empty: an empty one is what a shell makes of a variable that is not set, and would mean the
 * current folder.
 *
 * @param what - how the command line names it: `--output`
 * @throws HeddleError `ARGUMENT` for an empty path
 */
export function givenPath<P extends string | undefined>(what: string, path: P): P {
  if (path !== '') return path;
  throw argumentError(`${what} is empty: it names no file`, { parameter: what.replace(/^--/, '') });
}
