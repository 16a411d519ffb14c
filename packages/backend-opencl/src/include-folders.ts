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
  /** The name that a driver gets for one of the folders. */
  readonly nameOf: (folder: string) => string;
  /** A log with the users' names for the folders. */
  readonly restore: (log: string) => string;
  /** Takes the links away. */
  dispose(): Promise<void>;
}

/** @param folders - absolute */
export async function includeFolders(folders: readonly string[]): Promise<IncludeFolders> {
  const temporary = tmpdir();
  const needsLink = (folder: string): boolean => /[\s"']/.test(folder) && !/[\s"']/.test(temporary);
  if (!folders.some(needsLink)) {
    const nameOf = (folder: string): string => (/\s/.test(folder) ? `"${folder}"` : folder);
    return { nameOf, restore: (log) => log, dispose: async () => undefined };
  }
  const home = await mkdtemp(join(temporary, 'heddle-include-'));
  const links = new Map<string, string>();
  for (const folder of new Set(folders.filter(needsLink))) {
    const link = join(home, String(links.size));
    await symlink(folder, link, 'junction');
    links.set(folder, link);
  }
  return {
    nameOf: (folder) => links.get(folder) ?? folder,
    // The last first: the name of the first one is the beginning of the eleventh's.
    restore: (log) => [...links].reduceRight((text, [folder, link]) => text.replaceAll(link, folder), log),
    dispose: () => rm(home, { recursive: true, force: true }),
  };
}
