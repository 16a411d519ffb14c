/** The entry of a package whose `exports` serve `import` alone, which `require.resolve` does not find. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Target = string | null | { readonly [condition: string]: Target } | readonly Target[];

/**
 * @param specifier - a package's name, without a path inside it
 * @param anchor - the file whose `node_modules` folders are searched, upward
 */
export function importEntry(specifier: string, anchor: string): string | undefined {
  for (let folder = dirname(anchor); ; folder = dirname(folder)) {
    const home = join(folder, 'node_modules', specifier);
    const manifest = join(home, 'package.json');
    if (existsSync(manifest)) {
      const { exports } = JSON.parse(readFileSync(manifest, 'utf8')) as { exports?: Target };
      const path = pick(exports ?? null);
      return path === undefined ? undefined : join(home, path);
    }
    if (folder === dirname(folder)) return undefined;
  }
}

function pick(target: Target): string | undefined {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  for (const [key, inner] of Object.entries<Target>(target as Record<string, Target>)) {
    if (!['.', 'node', 'import', 'module-sync', 'default'].includes(key) && !/^\d+$/.test(key)) continue;
    const path = pick(inner);
    if (path !== undefined) return path;
  }
  return undefined;
}
