import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiVersion } from '@heddle/core/backend';
import { builtEntry } from '../../../../tools/sources/test/built-sources';

const core = resolve(__dirname, '../../src/backend/index.ts');
const tsx = createRequire(__filename).resolve('tsx');

const names = ['plain', '@scope/module', 'import-only', './local.mjs'];
const loading = `
  (async () => {
    for (const name of ${JSON.stringify([...names, 'both'])}) console.log((await loadBackend(name)).name);
    await loadBackend('missing').catch((error) => console.log(error.status));
  })();`;

/** An application's folder with backends of each kind in it. Node itself loads them here, not the test runner. */
describe('loadBackend, from an application’s folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-application-'));

  beforeAll(() => {
    write('node_modules/plain/index.js', commonjs('plain'));
    write('node_modules/plain/package.json', '{ "name": "plain" }');
    write('node_modules/@scope/module/entry.js', esm('@scope/module'));
    write('node_modules/@scope/module/package.json', '{ "type": "module", "exports": { ".": "./entry.js" } }');
    write('node_modules/import-only/lib/entry.js', esm('import-only'));
    write(
      'node_modules/import-only/package.json',
      '{ "type": "module", "exports": { ".": { "import": { "types": "./x.d.ts", "default": "./lib/entry.js" } } } }',
    );
    write('node_modules/both/entry.mjs', esm('both, as an ES module'));
    write('node_modules/both/entry.cjs', commonjs('both, as CommonJS'));
    const conditions = '"import": "./entry.mjs", "require": { "types": "./x.d.ts", "default": "./entry.cjs" }';
    write('node_modules/both/package.json', `{ "name": "both", "exports": { ".": { ${conditions} } } }`);
    write('local.mjs', esm('./local.mjs'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds CommonJS and ES modules, packages that can only be imported, and files', () => {
    write('application.cjs', `const { loadBackend } = require(${JSON.stringify(core)});${loading}`);
    const output = run('--import', pathToFileURL(tsx).href, 'application.cjs');
    expect(output).toEqual([...names, 'both, as CommonJS', 'NOT_INSTALLED']);
  }, 60_000);

  it('takes ES modules where it is one itself', () => {
    const entry = builtEntry('core', 'backend');
    write('application.mjs', `import { loadBackend } from ${JSON.stringify(entry)};${loading}`);
    expect(run('application.mjs')).toEqual([...names, 'both, as an ES module', 'NOT_INSTALLED']);
  }, 60_000);

  function run(...args: readonly string[]): readonly string[] {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).trim().split('\n');
  }

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
});

function commonjs(name: string): string {
  return `exports.backend = ${backendText(name)};`;
}

function esm(name: string): string {
  return `export const backend = ${backendText(name)};`;
}

function backendText(name: string): string {
  return `{
  name: ${JSON.stringify(name)}, apiVersion: ${apiVersion}, packageName: 'test',
  probe: async () => ({ available: true, devices: [], version: '1' }),
  open: async () => { throw new Error('closed'); },
}`;
}
