/** The packages as plain modules, for tests: built by a program of its own, since what loads tests is not what loads tools. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

let folder: string | undefined;

/** The folder with the packages in its `node_modules`; built where no earlier run did. See tools/sources. */
export function builtSources(): string {
  return (folder ??= run());
}

/** A program in TypeScript as a plain module, which Node starts without a loader, on the built packages. */
export function builtProgram(path: string): string {
  return run(path, builtSources());
}

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, [join(__dirname, '../built-sources.mjs'), ...args], {
    encoding: 'utf8',
  }).trim();
}

/** The URL of a package's entry point: of `core`, or of its `backend`. */
export function builtEntry(name: string, entry = 'index'): string {
  return pathToFileURL(join(builtSources(), 'node_modules/@heddle', name, `dist/${entry}.js`)).href;
}

/** How the cases of the conformance kit import a backend in programs of their own. */
export function builtPrograms(name: string): { readonly backend: string; readonly core: string } {
  return { backend: builtEntry(name), core: builtEntry('core') };
}
