/**
 * Folders for `#include` whose names have spaces.
 *
 * Drivers split the option string at spaces, and not all of them (PoCL) know quotation marks. Such a folder goes in
 * under a link without spaces for as long as the compilation takes.
 */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Names that a driver may get for folders, and the way back. */
export interface IncludeFolders {
  readonly names: readonly string[];
  /** A log with the users' names for the folders. */
  restore(log: string): string;
  /** Takes the links away. */
  dispose(): Promise<void>;
}

/** @param folders - absolute */
export async function includeFolders(folders: readonly string[]): Promise<IncludeFolders> {
  const temporary = tmpdir();
  const needsLink = (folder: string): boolean => /[\s"']/.test(folder) && !/[\s"']/.test(temporary);
  if (!folders.some(needsLink)) {
    const names = folders.map((folder) => (/\s/.test(folder) ? `"${folder}"` : folder));
    return { names, restore: (log) => log, dispose: async () => undefined };
  }
  const home = await mkdtemp(join(temporary, 'heddle-include-'));
  const names: string[] = [];
  for (const [i, folder] of folders.entries()) {
    const link = join(home, String(i));
    if (needsLink(folder)) await symlink(folder, link, 'junction');
    names.push(needsLink(folder) ? link : folder);
  }
  return {
    names,
    restore: (log) => names.reduce((text, name, i) => text.replaceAll(name, folders[i] ?? name), log),
    dispose: () => rm(home, { recursive: true, force: true }),
  };
}
