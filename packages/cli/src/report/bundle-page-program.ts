/** Makes the page's program: one script with vega, vega-lite and vega-embed in it, and the licences of all of them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inPackage } from '../command-line/package-folder';

export interface PageProgram {
  /** A module without imports. */
  readonly script: string;
  readonly style: string;
  /** Names, versions and licences of the packages in the script: their licences want them to go with it. */
  readonly notices: string;
}

/**
 * Bundles the page's program. Needs esbuild and vega, which build this package and are not installed with it: what is
 * published carries the result.
 */
export async function bundlePageProgram(): Promise<PageProgram> {
  const { build } = await import('esbuild');
  const result = await build({
    absWorkingDir: inPackage('.'),
    entryPoints: ['page/main.ts'],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'error',
  });
  const [output] = result.outputFiles;
  if (!output) throw new Error('esbuild gave no output');
  return {
    script: output.text,
    style: readFileSync(inPackage('page/style.css'), 'utf8'),
    notices: noticesOf(Object.keys(result.metafile.inputs)),
  };
}

function noticesOf(inputs: readonly string[]): string {
  const folders = new Set(inputs.filter((path) => path.includes('node_modules/')).map((path) => packageFolder(path)));
  // Many packages share one author and one text; it is given once.
  const packagesByText = new Map<string, string[]>();
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const text = licenceText(folder) ?? `Licence: ${license ?? 'see the package'}`;
    packagesByText.set(text, [...(packagesByText.get(text) ?? []), `${name} ${version}`]);
  }
  return [...packagesByText].map(([text, names]) => `${names.join(', ')}\n\n${text}`).join('\n\n----\n\n');
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

function packageFolder(input: string): string {
  let folder = dirname(inPackage(input));
  // Some packages have manifests without a name in their subfolders, to say how their modules are written.
  while (!existsSync(join(folder, 'package.json')) || !isNamed(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

function isNamed(manifest: string): boolean {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as Partial<Manifest>).name !== undefined;
}

function licenceText(folder: string): string | undefined {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  return file === undefined ? undefined : readFileSync(join(folder, file), 'utf8').trim().replaceAll('\r\n', '\n');
}
