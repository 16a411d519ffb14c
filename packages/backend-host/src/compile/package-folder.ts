/** Where this package lies: its C++ sources are shipped beside the compiled JavaScript. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/** The folder with the runtime's C++ sources. Both `src/…` and `dist/` lie below the package's folder. */
export function runtimeFolder(): string {
  found ??= search(dirname(fileURLToPath(import.meta.url)));
  return found;
}

function search(folder: string): string {
  const candidate = join(folder, 'runtime');
  if (existsSync(join(candidate, 'heddle_host.h'))) return candidate;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('@heddle/backend-host is incomplete: its runtime folder is missing');
  return search(parent);
}
