import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import generateBackend from '../generator.cjs';

const root = join(import.meta.dirname, '../../..');
// Inside the repository, so that imports resolve, and out of sight of every other run.
const place = 'tools/backend/generated';
const folder = join(root, place);

before(async () => {
  rmSync(folder, { recursive: true, force: true });
  const tree = {
    exists: () => false,
    write: (path, text) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
  };
  await generateBackend(tree, { name: 'my-device', directory: `${place}/backend-my-device` });
});
after(() => rmSync(folder, { recursive: true, force: true }));

test('what it makes is strict TypeScript', () => {
  const config = { extends: '../../../tsconfig.json', include: ['backend-my-device/src', 'backend-my-device/test'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { stdout } = node('node_modules/typescript/bin/tsc', '-p', folder, '--pretty', 'false');
  assert.equal(
    stdout
      .split('\n')
      .filter((line) => line.startsWith(place))
      .join('\n'),
    '',
  );
});

test('what it makes runs the conformance kit, and nothing fails', () => {
  const { status, stderr } = node('node_modules/jest/bin/jest.js', '--roots', folder, '--silent');
  assert.equal(status, 0, stderr);
});

test('a wrong name and an existing folder are refused', async () => {
  const tree = { exists: () => true, write: () => assert.fail('nothing may be written') };
  await assert.rejects(generateBackend(tree, { name: '../evil' }), /lower-case words/);
  await assert.rejects(generateBackend(tree, { name: 'host' }), /exists already/);
});

function node(...args) {
  return spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}
