/** Advice for a program with top-level `await` in a package that makes it a CommonJS module. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

// A statement that begins its line, since inside of functions it would be indented; `} =` ends a destructuring.
const waits = /^(?:await\b|for await\b|(?:(?:export )?(?:const|let|var|using)\b[^;\n]*|\}[ \t]*)=\s*await\b)/m;

/**
 * For a program that failed: loaders say of it that CommonJS has no top-level await, and not why it is CommonJS.
 *
 * @param path - of the program, absolute
 * @returns a sentence; undefined if this is not what is wrong with it
 */
export function topLevelAwaitHint(path: string): string | undefined {
  const extension = extname(path).toLowerCase();
  if (!['.ts', '.tsx', '.js'].includes(extension) || isInModulePackage(dirname(path))) return undefined;
  if (!waits.test(readFileSync(path, 'utf8'))) return undefined;
  const renamed = basename(path).replace(/\.([jt])sx?$/i, '.m$1s');
  return `Only ES modules wait at their top level: name it ${renamed}, or put "type": "module" into package.json.`;
}

function isInModulePackage(folder: string): boolean {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return folder !== dirname(folder) && isInModulePackage(dirname(folder));
  try {
    return (JSON.parse(readFileSync(manifest, 'utf8')) as { type?: unknown } | null)?.type === 'module';
  } catch {
    return false;
  }
}
