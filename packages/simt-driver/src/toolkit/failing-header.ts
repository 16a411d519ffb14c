/** The header that a compiler stumbled over, so that an error can show its lines. */
import { readFile } from 'node:fs/promises';
import { firstDiagnostic } from '@heddle/core/backend';

/** The file on disk that the first error is in, by the name the compiler gives it; empty if it is none. */
export async function failingHeader(log: string): Promise<Record<string, string>> {
  const file = firstDiagnostic(log)?.file;
  if (file === undefined) return {};
  try {
    return { [file]: await readFile(file, 'utf8') };
  } catch {
    return {};
  }
}
