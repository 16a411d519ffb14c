/** The source as a file for a compiler that is a program. */
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** A source that lies in a compiler's work folder. */
export interface SourceFile {
  /** Its name in the folder: the user's, without what only a path or a shell could read. */
  readonly name: string;
  /** Gives a compiler's log with the user's own name in the places where the file's stands. */
  readonly asUserNamed: (log: string) => string;
}

/**
 * Writes a source under the name that diagnostics should have, whatever its ending: compilers are told the language.
 *
 * @param taken - names of the folder that it must not have
 */
export async function writeSource(
  folder: string,
  fileName: string,
  source: string,
  taken: readonly string[],
): Promise<SourceFile> {
  let name = basename(fileName).replace(/[^\w.+-]/g, '_');
  // A dash would make it an option.
  if (name === '' || name.startsWith('-') || name.startsWith('.') || taken.includes(name)) name = `source_${name}`;
  await writeFile(join(folder, name), source);
  const places = new RegExp(`(^|[\\s"'\`])${name.replace(/[.+]/g, '\\$&')}(?=[(:"'\`\\s]|$)`, 'gm');
  const asUserNamed = (log: string): string =>
    name === fileName ? log : log.replace(places, (_, before: string) => before + fileName);
  return { name, asUserNamed };
}

/** A compiler's log with headers from memory by the names that `#include` uses. @param folder - where they lie */
export function withHeaderNames(log: string, folder: string, headers: Readonly<Record<string, string>>): string {
  return Object.keys(headers).reduce((text, name) => {
    const path = `${folder}/${name}`.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    return text.replace(
      new RegExp(`(^|[\\s"'\`(])${path}(?=[(:"'\`\\s,]|$)`, 'gm'),
      (_, before: string) => before + name,
    );
  }, log);
}
