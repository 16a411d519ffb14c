/** Where a package's `exports` lead to, for those who import it and for those who require it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

type Target = string | null | { readonly [condition: string]: Target } | readonly Target[];

interface Manifest {
  readonly name?: string;
  readonly exports?: Target;
}

const commonConditions = ['.', 'node', 'module-sync', 'default'];
const importConditions = new Set([...commonConditions, 'import']);
const requireConditions = new Set([...commonConditions, 'require']);

/**
 * The entry of a package whose `exports` serve `import` alone, which `require.resolve` does not find.
 *
 * @param specifier - a package's name, without a path inside it
 * @param anchor - the file whose `node_modules` folders are searched, upward
 */
export function importEntry(specifier: string, anchor: string): string | undefined {
  for (const folder of upward(dirname(anchor))) {
    const home = join(folder, 'node_modules', specifier);
    const manifest = manifestIn(home);
    if (manifest) return entry(home, manifest, importConditions);
  }
  return undefined;
}

/**
 * The ES module that importing a package gives where requiring it gives another file, or undefined if it has no
 * such module.
 *
 * @param specifier - a package's name, without a path inside it
 * @param required - the file that `require.resolve` gave for it
 */
export function importTwin(specifier: string, required: string): string | undefined {
  for (const home of upward(dirname(required))) {
    const manifest = manifestIn(home);
    if (manifest?.name !== specifier) continue;
    // A loader that leads elsewhere than the manifest, to sources say, has its reasons.
    if (entry(home, manifest, requireConditions) !== required) return undefined;
    const twin = entry(home, manifest, importConditions);
    return twin === required ? undefined : twin;
  }
  return undefined;
}

function* upward(from: string): Generator<string> {
  for (let folder = from; ; folder = dirname(folder)) {
    yield folder;
    if (folder === dirname(folder)) return;
  }
}

function manifestIn(home: string): Manifest | undefined {
  const path = join(home, 'package.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : undefined;
}

function entry(home: string, { exports }: Manifest, conditions: ReadonlySet<string>): string | undefined {
  const path = pick(exports ?? null, conditions);
  return path === undefined ? undefined : join(home, path);
}

function pick(target: Target, conditions: ReadonlySet<string>): string | undefined {
  if (typeof target === 'string') return target;
  if (typeof target !== 'object' || target === null) return undefined;
  for (const [key, inner] of Object.entries<Target>(target as Record<string, Target>)) {
    if (!conditions.has(key) && !/^\d+$/.test(key)) continue;
    const path = pick(inner, conditions);
    if (path !== undefined) return path;
  }
  return undefined;
}
