/** Builds the packages that a GPU machine runs, without their types, into a node_modules folder, and their benchmarks. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

const packages = [
  'core',
  'native',
  'conformance',
  'simt-driver',
  'backend-nvrtc',
  'backend-cuda',
  'backend-hip',
  'backend-opencl',
  'gpuarray',
  'tuner',
  'jit',
];

export async function buildPackages(root, modules) {
  const require = createRequire(join(root, 'package.json'));
  const tsup = join(require.resolve('tsup/package.json'), '..', 'dist', 'cli-default.js');
  const present = packages.filter((name) => existsSync(join(root, 'packages', name, 'src', 'index.ts')));
  for (const name of present) {
    const folder = join(root, 'packages', name);
    const target = join(modules, '@heddle', name);
    mkdirSync(target, { recursive: true });
    cpSync(join(folder, 'package.json'), join(target, 'package.json'));
    const args = [
      tsup,
      '--no-dts',
      '--no-sourcemap',
      '--silent',
      '--out-dir',
      join(target, 'dist'),
      ...entries(folder),
    ];
    await promisify(execFile)(process.execPath, args, { cwd: folder });
    await buildBenchmarks(folder, join(modules, '..', 'bench', name));
  }
  const built = join(root, 'packages/native/build/Release/heddle-native.node');
  if (existsSync(built)) cpSync(built, join(modules, '@heddle/native/build/Release/heddle-native.node'));
  else console.warn('the native addon is not built: the bundle measures koffi alone');
}

/** The package's entry points, those whose sources are there: a part in the making keeps the rest from no GPU. */
function entries(folder) {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const worker = existsSync(join(folder, 'src/worker/main.ts')) ? ['--entry.worker', 'src/worker/main.ts'] : [];
  const exported = Object.keys(exports).flatMap((path) => {
    const name = path === '.' ? 'index' : path.slice(2);
    const source = name === 'index' ? 'src/index.ts' : `src/${name}/index.ts`;
    return existsSync(join(folder, source)) ? [`--entry.${name}`, source] : [];
  });
  return [...exported, ...worker];
}

/** Bundles the programs of a folder's `bench`; packages stay outside. */
export async function buildBenchmarks(folder, target) {
  const bench = join(folder, 'bench');
  if (!existsSync(bench)) return;
  const programs = readdirSync(bench).filter((name) => name.endsWith('.bench.ts'));
  if (programs.length === 0) return;
  const { build } = createRequire(join(folder, 'package.json'))('esbuild');
  if (existsSync(join(bench, 'peer'))) cpSync(join(bench, 'peer'), join(target, 'peer'), { recursive: true });
  await build({
    entryPoints: programs.map((name) => join(bench, name)),
    outdir: target,
    bundle: true,
    packages: 'external',
    // The repository's paths would take the packages' sources along.
    tsconfigRaw: {},
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'error',
    outExtension: { '.js': '.mjs' },
    supported: { 'top-level-await': true },
  });
}
