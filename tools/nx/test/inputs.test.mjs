/** Whatever the tests of a project import from elsewhere is among the inputs that nx.json and the table declare. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { filesMatching } from '../../report/files-matching.mjs';
import { usedByTests } from '../used-by-tests.mjs';

const root = resolve(import.meta.dirname, '../../..');
const folders = new Set(
  filesMatching(root, ['packages', 'tools'], /\/test\/.*\.(?:test\.ts|test\.mjs|rocm-test\.ts)$/).map(projectOf),
);

for (const folder of folders) {
  test(`the inputs of ${folder} hold what its tests import`, () => {
    const projects = projectsUsedBy(folder);
    const files = usedByTests[folder]?.files ?? [];
    const undeclared = [...filesReached(folder)].filter(
      (path) => !projects.has(projectOf(path)) && !isForAllTests(path) && !files.some((glob) => matches(path, glob)),
    );
    assert.deepEqual(undeclared, [], 'name them in tools/nx/used-by-tests.mjs');
  });
}

test('the table names projects that exist', () => {
  const named = Object.entries(usedByTests).flatMap(([folder, { projects = [] }]) => [folder, ...projects]);
  assert.deepEqual(
    named.filter((folder) => !existsSync(join(root, folder))),
    [],
  );
});

// testRunner in nx.json.
function isForAllTests(path) {
  return /^(?:tools\/(?:jest|report|setup)\/|jest\.config\.mjs$)/.test(path);
}

function matches(path, glob) {
  return glob.endsWith('/**/*') ? path.startsWith(glob.slice(0, -4)) : path === glob;
}

function projectOf(path) {
  return path.split('/').slice(0, 2).join('/');
}

/** The project, and those that it depends on, directly or not, as nx sees it. */
function projectsUsedBy(folder, found = new Set()) {
  if (found.has(folder)) return found;
  found.add(folder);
  const manifest = join(root, folder, 'package.json');
  const { dependencies, devDependencies, peerDependencies } = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8'))
    : {};
  const named = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
    .filter((name) => name.startsWith('@heddle/'))
    .map((name) => name.replace('@heddle/', 'packages/'));
  for (const used of [...named, ...(usedByTests[folder]?.projects ?? [])]) projectsUsedBy(used, found);
  return found;
}

/** Files that the tests of a project import, directly or not. */
function filesReached(folder) {
  const found = new Set(filesMatching(root, [folder], /\/test\/.*\.(?:ts|mjs)$/));
  for (const path of found) {
    if (!/\.(?:ts|mjs|cjs)$/.test(path)) continue;
    for (const target of importsOf(path)) found.add(target);
  }
  return found;
}

// Not what stands in a string, as code that a test plants. Also paths that a program puts together, as in join(__dirname, '../../tools/emulator').
function importsOf(path) {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^\s*(?:\/\/|\*|\/\*).*$|"[^"\n]*"/gm, '');
  const specifiers = [
    ...[...text.matchAll(/(?:from|import\(?|require\()\s*'([^'\n]+)'/g)].map(([, specifier]) => specifier),
    ...[...text.matchAll(/(?:join|resolve)\([^()'\n]+(?:\([^()]*\))*[^()'\n]*'(\.\.\/[^'\n]+)'/g)].map(
      ([, way]) => way,
    ),
  ];
  return specifiers.flatMap((specifier) => fileNamed(path, specifier) ?? []);
}

function fileNamed(from, specifier) {
  const [, name, entry] = /^@heddle\/([a-z-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  const target = name
    ? join(root, 'packages', name, 'src', entry ?? '', 'index.ts')
    : specifier.startsWith('.') && resolve(root, dirname(from), specifier);
  if (!target) return undefined;
  const found = [target, `${target}.ts`, join(target, 'index.ts')].find(
    (file) => existsSync(file) && statSync(file).isFile(),
  );
  return found && !relative(root, found).startsWith('..') ? relative(root, found) : undefined;
}
