/** The page's program as it was built with this package; bundled now, where the sources run. */
import { readFile } from 'node:fs/promises';
import { inPackage, runsFromSource } from '../command-line/package-folder';
import { bundlePageProgram, type PageProgram } from './bundle-page-program';

/** Where the build puts it. */
export const builtPageProgram = 'dist/page-program.json';

export async function pageProgram(): Promise<PageProgram> {
  if (runsFromSource) return bundlePageProgram();
  return JSON.parse(await readFile(inPackage(builtPageProgram), 'utf8')) as PageProgram;
}
