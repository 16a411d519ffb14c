import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiVersion } from '@heddle/core';

const core = resolve(__dirname, '../../src/index.ts');
const tsx = createRequire(__filename).resolve('tsx');

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
    write('local.mjs', esm('./local.mjs'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds CommonJS and ES modules, packages that can only be imported, and files', () => {
    const names = ['plain', '@scope/module', 'import-only', './local.mjs'];
    const program = `
      const { loadBackend } = require(${JSON.stringify(core)});
      (async () => {
        for (const name of ${JSON.stringify(names)}) console.log((await loadBackend(name)).name);
        await loadBackend('missing').catch((error) => console.log(error.status));
      })();`;
    write('application.cjs', program);
    const args = ['--import', pathToFileURL(tsx).href, 'application.cjs'];
    const output = execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(output.trim().split('\n')).toEqual([...names, 'NOT_INSTALLED']);
  }, 60_000);

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
