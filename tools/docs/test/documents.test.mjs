import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { brokenLinks } from '../broken-links.mjs';
import { missingScripts } from '../shell-blocks.mjs';

const root = join(import.meta.dirname, '../../..');

test('a shell block may name only scripts and files that exist', () => {
  assert.deepEqual(
    missingScripts(root, 'npm test && npm run check -- lint\nnpm install x\nnode tools/scripts/test.mjs'),
    [],
  );
  assert.deepEqual(missingScripts(root, 'npm run nope'), ["there is no npm script 'nope'"]);
  assert.deepEqual(missingScripts(root, 'node tools/nope.mjs'), ['there is no file tools/nope.mjs']);
});

test('a relative link must lead to a file; code and the web do not count', () => {
  const markdown = '[a](LICENSE) [b](nope.md#part) [c](https://example.org/x) `[d](no.md)`\n```md\n[e](no.md)\n```\n';
  assert.deepEqual(brokenLinks(root, 'README.md', markdown), ['nope.md']);
});
