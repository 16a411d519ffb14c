import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, it } from 'node:test';
import { countsOf, placesInRepository } from '../repository.mjs';

let root;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heddle-english-'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

it('counts in tracked and in new files, but not in ignored ones', () => {
  write('.gitignore', 'build\n');
  write('README.md', 'It is no array.\n');
  execFileSync('git', ['add', '.'], { cwd: root });
  write('packages/a/new.ts', '// It rejects never.\n');
  write('build/a.ts', '// It rejects never.\n');
  assert.deepEqual(
    placesInRepository(root).map(({ path, line, name }) => [path, line, name]),
    [
      ['README.md', 1, 'is no'],
      ['packages/a/new.ts', 1, 'rejects never'],
    ],
  );
  assert.deepEqual(
    placesInRepository(root, ['packages']).map(({ path }) => path),
    ['packages/a/new.ts'],
  );
});

it('leaves out texts that are not ours', () => {
  write('packages/a/CHANGELOG.md', 'Whoever reads this.\n');
  write('docs/reports/a.md', 'Whoever reads this.\n');
  assert.deepEqual(placesInRepository(root), []);
});

it('is above the limit with one phrase more', () => {
  write('packages/a/a.md', 'It is no array. It is no list.\n');
  write('README.md', 'It is no array.\n');
  const places = placesInRepository(root);
  assert.deepEqual(countsOf(places, 3), {
    lines: ['    2 packages/a', '    1 README and the like', '3 phrases; the limit is 3'],
    isAbove: false,
  });
  assert.equal(countsOf(places, 2).isAbove, true);
  assert.equal(countsOf([], 0).isAbove, false);
});
