/** Settings that name a path, pointed at files and folders of others: these stay as they are, and nothing hangs. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { after, test } from 'node:test';
import { builtSources } from '../../sources/built-sources.mjs';
import { environmentVariables } from '../src/find-environment.mjs';
import { devicesAreMade } from '../src/strangers.mjs';

const root = resolve(import.meta.dirname, '../../..');
const isWindows = process.platform === 'win32';
const sources = await builtSources();
// The programs import the packages by name, so they lie below the folder that has them.
mkdirSync(join(sources, 'programs'), { recursive: true });
const folder = mkdtempSync(join(sources, 'programs', 'settings-'));
cpSync(join(import.meta.dirname, '../src'), folder, { recursive: true });
after(() => rmSync(folder, { recursive: true, force: true }));

const environment = await import(join(folder, 'environment-settings.mjs'));

/** Uses a setting in all situations. @throws AssertionError for one that hangs */
function use(table, name) {
  return new Promise((done, fail) => {
    const results = [];
    let current = 'the start';
    const child = fork(join(folder, 'use-settings.mjs'), [join(folder, table), name], {
      // Backends are looked for from the working folder, too.
      cwd: folder,
      stdio: 'pipe',
      timeout: 60_000,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('message', (message) => (message.begins ? (current = message.begins) : results.push(message)));
    child.on('error', fail);
    child.on('close', (code, signal) => {
      if (code === 0) done(results);
      else fail(new assert.AssertionError({ message: `${current}: ended with ${code ?? signal}\n${output}` }));
    });
  });
}

test('every variable of the sources has an entry', () => {
  const listed = [...Object.keys(environment.settings), ...Object.values(environment.others).flat()];
  assert.deepEqual([...environmentVariables(root).keys()].sort(), listed.sort());
});

for (const [name, { role }] of Object.entries(environment.settings)) {
  test(name, { skip: isWindows && 'there are no pipes in folders' }, async (t) => {
    if (!devicesAreMade) t.diagnostic('without devices: only root makes them');
    const results = await use('environment-settings.mjs', name);
    assert.ok(results.length > 5);
    for (const { what, changed, added, outcome, path } of results) {
      assert.deepEqual(changed, [], `${name}, where ${what}`);
      const isOwn = (each) => role === 'folder' && each.split(sep).includes('heddle-cache-v2');
      assert.deepEqual(
        added.filter((each) => !isOwn(each)),
        [],
        `${name}, where ${what}`,
      );
      // That the setting was looked at: what is said of it names the path.
      assert.ok(outcome.text.includes(path), `${name}, where ${what}: ${JSON.stringify(outcome)}`);
      assert.match(outcome.error ?? 'UNAVAILABLE', /^(UNAVAILABLE|ARGUMENT|COMPILE)$/, JSON.stringify(outcome));
    }
  });
}
