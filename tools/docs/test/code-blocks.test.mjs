import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeBlocks } from '../code-blocks.mjs';

test('a block has its language, mark and line', () => {
  const [block, ...rest] = codeBlocks(
    '# Title\n\n```ts no-run because it needs a GPU\nconst a = 1;\n\nb();\n```\ntext\n',
  );
  assert.deepEqual(block, {
    language: 'ts',
    mark: 'no-run because it needs a GPU',
    line: 4,
    code: 'const a = 1;\n\nb();\n',
  });
  assert.equal(rest.length, 0);
});

test('a fence inside a longer fence is text, and an indented block loses its indent', () => {
  const blocks = codeBlocks('````md\n```ts\nx\n```\n````\n- item\n  ```sh\n  npm test\n    more\n  ```\n');
  assert.deepEqual(
    blocks.map(({ language, code }) => [language, code]),
    [
      ['md', '```ts\nx\n```\n'],
      ['sh', 'npm test\n  more\n'],
    ],
  );
});
