/** Settings that name a path, pointed at files and folders of others: these stay as they are, and nothing hangs. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { builtSources } from '../../sources/built-sources.mjs';
import { environmentVariables } from '../src/find-environment.mjs';
import { commandLineSettings } from '../src/find-command-line.mjs';
import { pathOptions } from '../src/find-options.mjs';
import { devicesAreMade } from '../src/strangers.mjs';

const root = resolve(import.meta.dirname, '../../..');
const isWindows = process.platform === 'win32';
const sources = await builtSources();
// The programs import the packages by name, so they lie below the folder that has them.
mkdirSync(join(sources, 'programs'), { recursive: true });
const folder = mkdtempSync(join(sources, 'programs', 'settings-'));
cpSync(join(import.meta.dirname, '../src'), folder, { recursive: true });
after(() => rmSync(folder, { recursive: true, force: true }));

const tables = {};
for (const name of ['environment', 'command-line', 'api'])
  tables[name] = await import(join(folder, `${name}-settings.mjs`));

/** Uses settings in all situations. @throws AssertionError for one that hangs */
function use(table, names) {
  return new Promise((done, fail) => {
    const results = [];
    let current = 'the start';
    const child = fork(join(folder, 'use-settings.mjs'), [join(folder, table), ...names], {
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

// Those of the packages share a process: starting one takes longer than most of them.
let ofApi;
const resultsOf = (table, name) =>
  table === 'api'
    ? (ofApi ??= use(`${table}-settings.mjs`, Object.keys(tables.api.settings)))
    : use(`${table}-settings.mjs`, [name]);

test('every variable of the sources has an entry', () => {
  const { settings, others } = tables.environment;
  const listed = [...Object.keys(settings), ...Object.values(others).flat()];
  assert.deepEqual([...environmentVariables(root).keys()].sort(), listed.sort());
});

test('every argument and option of the command line has an entry', async () => {
  const { settings, others } = tables['command-line'];
  const listed = [...Object.keys(settings).filter((name) => !name.endsWith(' by default')), ...others];
  const program = join(sources, 'node_modules/@heddle/cli/dist/heddle.js');
  assert.deepEqual((await commandLineSettings(program)).sort(), listed.sort());
});

test('every option and parameter of the packages that may be a path has an entry', () => {
  const { settings, others } = tables.api;
  const listed = [...Object.keys(settings), ...Object.values(others).flat()];
  assert.deepEqual(pathOptions(root).sort(), listed.sort());
});

for (const [table, { settings }] of Object.entries(tables)) {
  for (const [name, { own, isSilent = false }] of Object.entries(settings)) {
    test(name, { skip: isWindows && 'there are no pipes in folders' }, async (t) => {
      if (!devicesAreMade) t.diagnostic('without devices: only root makes them');
      const results = (await resultsOf(table, name)).filter(({ setting }) => setting === name);
      assert.ok(results.length >= 5);
      for (const { what, changed, added, outcome, path } of results) {
        const where = `${name}, where ${what}: ${JSON.stringify(outcome)}`;
        assert.deepEqual(changed, [], where);
        assert.deepEqual(
          added.filter((each) => own?.test(each) !== true),
          [],
          where,
        );
        // That the setting was looked at: something is made there, or said of it.
        const isUsed = added.length > 0 || outcome.text.includes(path) || /new\.|^exit code 2/.test(outcome.text);
        assert.ok(isUsed || isSilent || table === 'api', where);
        assert.match(outcome.error ?? 'UNAVAILABLE', /^(UNAVAILABLE|ARGUMENT|COMPILE|CORRUPT)$/, where);
        if (what === 'beside strangers') {
          assert.equal(outcome.error, undefined, where);
          if (table !== 'api') assert.match(outcome.text, /^(exit code 0|\{"enabled":true)/, where);
        }
      }
    });
  }
}
