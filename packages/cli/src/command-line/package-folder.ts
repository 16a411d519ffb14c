/** Where this package lies, and what it says of itself. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const thisFile = fileURLToPath(import.meta.url);

// The manifest lies above this file at a depth that differs between the sources and what is published.
const folder = ((): string => {
  for (let each = dirname(thisFile); ; each = dirname(each)) {
    const manifest = join(each, 'package.json');
    if (existsSync(manifest) && nameIn(manifest) === '@heddle/cli') return each;
    if (each === dirname(each)) throw new Error('the manifest of @heddle/cli is missing');
  }
})();

/** True if the sources run, through a loader that strips types; false for what is published. */
export const runsFromSource = thisFile.startsWith(join(folder, 'src') + sep);

/** The path of a file of this package: `dist/heddle.js`. */
export function inPackage(path: string): string {
  return join(folder, path);
}

export function version(): string {
  return (JSON.parse(readFileSync(inPackage('package.json'), 'utf8')) as { version: string }).version;
}

function nameIn(manifest: string): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { name: string }).name;
}
