/**
 * The packages as plain ES modules, made of their sources, for programs that tests and checks start: through tsx each
 * of them reads hundreds of files, which takes a second of a processor; from here, a tenth of that.
 *
 * Each package lies in build/sources/<digest>/node_modules/@heddle/<name> as it does when it is installed: `dist`, its
 * manifest, and whatever else is in its folder. A program finds them by their names where it lies, or is run, below
 * <digest>; by the URL of a package's entry everywhere.
 *
 *   node tools/sources/built-sources.mjs
 *
 * builds them, once per state of the sources, and prints the folder. With the path of a program and such a folder, it
 * prints where the program lies as a plain module.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { isOwnFolder, markOwnFolder } from '../setup/own-folder.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

const plainModules = {
  bundle: true,
  // All that is not the package's own, other packages of ours among it: there is one copy of each.
  packages: 'external',
  // Not as the tsconfig says, which leads to the sources of the others.
  tsconfigRaw: { compilerOptions: { target: 'es2022' } },
  format: 'esm',
  platform: 'node',
  target: 'node20',
  logLevel: 'error',
};

/** Entries that no manifest exports: programs that a package starts. */
const programs = { tuner: { worker: 'src/worker/main.ts' } };

/**
 * Builds them where no earlier call did.
 *
 * @returns {Promise<string>} the folder with `node_modules` in it
 */
export async function builtSources() {
  const names = readdirSync(join(root, 'packages')).filter((name) => existsSync(join(manifestFolder(name), 'src')));
  const parent = join(root, 'build/sources');
  const folder = join(parent, digestOf(names));
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    const scope = join(unfinished, 'node_modules/@heddle');
    const builds = await Promise.allSettled(names.map((name) => buildPackage(name, join(scope, name))));
    // All have ended: none writes on into a folder that is being removed.
    for (const each of builds) if (each.status === 'rejected') throw each.reason;
    if (names.includes('cli')) await buildPage(join(scope, 'cli'));
    markOwnFolder(unfinished);
    rename(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeOld(parent, folder);
  return folder;
}

/**
 * A program in TypeScript as one plain module, which Node itself starts: its own files in one, the packages beside it.
 *
 * @param {string} program - path of the program
 * @param {string} [sources] - what {@link builtSources} gave
 * @returns {Promise<string>} path of the module
 */
export async function builtProgram(program, sources) {
  const path = resolve(program);
  const folder = join(sources ?? (await builtSources()), 'programs');
  const name = `${basename(path, '.ts')}-${createHash('sha256').update(path).digest('hex').slice(0, 8)}`;
  const unfinished = join(folder, `${name}-${process.pid}.mjs`);
  await build({
    ...plainModules,
    entryPoints: [path],
    outfile: unfinished,
    sourcemap: 'inline',
    // It finds what lies beside it from its own place.
    plugins: [ownPlace(/\.ts$/)],
  });
  const finished = join(folder, `${name}.mjs`);
  renameSync(unfinished, finished);
  return finished;
}

/** The URL of a package's entry, to be imported from anywhere. */
export function builtEntry(folder, name) {
  return pathToFileURL(join(folder, 'node_modules/@heddle', name, 'dist/index.js')).href;
}

function manifestFolder(name) {
  return join(root, 'packages', name);
}

async function buildPackage(name, folder) {
  const source = manifestFolder(name);
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  const subpaths = Object.keys(manifest.exports ?? {}).filter((subpath) => !subpath.endsWith('.json'));
  const entries = {
    ...Object.fromEntries(subpaths.map((subpath) => [subpath.slice(2) || 'index', join('src', subpath, 'index.ts')])),
    ...Object.fromEntries(Object.keys(manifest.bin ?? {}).map((program) => [program, `src/${program}.ts`])),
    ...programs[name],
  };
  mkdirSync(folder, { recursive: true });
  await build({
    ...plainModules,
    absWorkingDir: source,
    entryPoints: entries,
    outdir: join(folder, 'dist'),
    splitting: true,
    sourcemap: true,
    // The C++ sources are found from the TypeScript's own place, so that all processes that compile them share one
    // cache.
    plugins: name === 'backend-host' ? [ownPlace(/package-folder\.ts$/)] : [],
  });
  // Only what `import` takes: the loader of backends goes on to it where `require` cannot have it.
  const exported = subpaths.map((subpath) => [subpath, `./dist/${subpath.slice(2) || 'index'}.js`]);
  const own = { ...manifest, exports: { ...Object.fromEntries(exported), './package.json': './package.json' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(own));
  const made = ['dist', 'src', 'test', 'bench', 'package.json'];
  for (const entry of readdirSync(source).filter((each) => !made.includes(each)))
    symlinkSync(join(source, entry), join(folder, entry));
}

// Files that say `import.meta.url` mean themselves, and not the module that they become a part of.
function ownPlace(filter) {
  return {
    name: 'own-place',
    setup({ onLoad }) {
      onLoad({ filter }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
        loader: 'ts',
      }));
    },
  };
}

// What the command line's own build does after bundling: see its tsup.config.ts.
async function buildPage(folder) {
  const program = join(folder, 'dist/bundle-page-program.js');
  await build({
    absWorkingDir: manifestFolder('cli'),
    entryPoints: ['src/report/bundle-page-program.ts'],
    outfile: program,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  const { bundlePageProgram } = await import(pathToFileURL(program).href);
  writeFileSync(join(folder, 'dist/page-program.json'), JSON.stringify(await bundlePageProgram()));
}

// Test files begin at the same time, and each may build: the first to end wins.
function rename(unfinished, folder) {
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

// Those of earlier states of the sources, when nothing can be using them any more.
function removeOld(parent, folder) {
  const before = Date.now() - 24 * 3600 * 1000;
  for (const name of readdirSync(parent).filter((each) => /^[0-9a-f]{16}$/.test(each))) {
    const path = join(parent, name);
    if (path !== folder && isOwnFolder(path) && statSync(path).mtimeMs < before)
      rmSync(path, { recursive: true, force: true });
  }
}

function digestOf(names) {
  const hash = createHash('sha256').update(process.version);
  const files = [fileURLToPath(import.meta.url)];
  for (const name of names) {
    files.push(join(manifestFolder(name), 'package.json'));
    for (const folder of ['src', 'page'].map((part) => join(manifestFolder(name), part)).filter(existsSync))
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) files.push(join(entry.parentPath, entry.name));
  }
  for (const file of files.sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex').slice(0, 16);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , program, sources] = process.argv;
  console.log(await (program === undefined ? builtSources() : builtProgram(program, sources)));
}
