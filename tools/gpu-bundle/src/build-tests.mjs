/**
 * Bundles jest tests into programs that run without jest, so that what is tested on every machine is tested on a GPU
 * too: each file with what it imports of its package, beside a small stand-in for jest's globals.
 */
import { cpSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

/** Folders whose tests choose their backends by HEDDLE_TEST_BACKENDS, by the names they have on the other side. */
const tested = {
  gpuarray: 'packages/gpuarray/test',
  'cuda-headers': 'packages/backend-host/test/cuda-headers',
  'random-sources': 'tools/random-sources/test/launched',
  'numpy-fuzz': 'tools/numpy-fuzz/test',
};

export async function buildTests(root, stage) {
  const require = createRequire(join(root, 'package.json'));
  const { build } = require('esbuild');
  const shared = { bundle: true, platform: 'node', target: 'node20', logLevel: 'error', tsconfigRaw: {} };
  for (const [name, path] of Object.entries(tested)) {
    const folder = join(root, path);
    if (!existsSync(folder)) continue;
    const files = testsBelow(folder);
    await build({
      ...shared,
      entryPoints: files,
      outbase: folder,
      outdir: join(stage, 'tests', name),
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      // One copy of core, with one registry; everything else goes into the file.
      external: ['@heddle/*', 'koffi'],
      plugins: [oneCopyOfArrays(join(root, 'packages/gpuarray/src/index.ts'))],
      ignoreAnnotations: true,
    });
    copyFixtures(folder, join(stage, 'tests', name));
    console.log(`${files.length} test files of ${relative(root, folder)}`);
  }
  await build({
    ...shared,
    stdin: { contents: "export { expect } from 'expect';", resolveDir: root },
    outfile: join(stage, 'on-gpu', 'expect.cjs'),
    format: 'cjs',
  });
}

function testsBelow(folder) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return testsBelow(path);
    // What puts a module in the place of another needs jest itself, and tests no device.
    return name.endsWith('.test.ts') && !readFileSync(path, 'utf8').includes('jest.mock(') ? [path] : [];
  });
}

function copyFixtures(from, to) {
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (!statSync(path).isDirectory()) continue;
    if (name === 'fixtures' || name === 'data') cpSync(path, join(to, name), { recursive: true });
    else copyFixtures(path, join(to, name));
  }
}

// Tests import parts of the arrays as well as the package: both must be one copy, which registers its class. A test that
// wants another copy imports it while it runs, and gets the package.
function oneCopyOfArrays(path) {
  const resolve = ({ kind }) => (kind === 'dynamic-import' ? { path: '@heddle/gpuarray', external: true } : { path });
  return { name: 'one-copy-of-arrays', setup: (build) => build.onResolve({ filter: /^@heddle\/gpuarray$/ }, resolve) };
}
