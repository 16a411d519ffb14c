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
export async function readUserFile(path: string, parameter: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw fileReadError(path, error, { parameter });
  }
}

/** Reads a whole file of text in UTF-8; see {@link readUserFile}. */
export async function readUserText(path: string, parameter: string): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await readUserFile(path, parameter));
}
