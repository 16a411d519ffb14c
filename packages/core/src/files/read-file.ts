/** Reads a file that the user names. */
import { readFile } from 'node:fs/promises';
import { fileReadError } from './file-errors';

/**
 * Reads a whole file.
 *
 * @param path - as the user named it
 * @param parameter - the argument that names the file, for the error
 * @throws HeddleError `ARGUMENT` that says why the file cannot be read
 */
export async function readUserFile(path: string, parameter: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw fileReadError(path, error, { parameter });
  }
}
