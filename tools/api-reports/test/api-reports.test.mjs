import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { declarationProgram, declarationsOf, entryPoints } from '../declarations.mjs';
import { difference, reportText, tooManyNames } from '../report.mjs';

const root = mkdtempSync(join(tmpdir(), 'heddle-api-test-'));
const loom = join(root, 'packages/loom');
const manifest = { exports: { '.': {}, './backend': {}, './missing': {}, './package.json': './package.json' } };

const files = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      paths: { '@heddle/*': ['./packages/*/src/index.ts'] },
    },
  }),
  'packages/yarn/package.json': JSON.stringify({ name: '@heddle/yarn' }),
  'packages/yarn/src/index.ts': 'export class Yarn { length = 1; }',
  'packages/loom/package.json': JSON.stringify({ name: '@heddle/loom' }),
  'packages/loom/src/index.ts': `
    import { Yarn } from '@heddle/yarn';
    export { Yarn };
    export { weave as weaveCloth } from './weave';
    export type { Pattern } from './weave';
    /** Its comment is not reported. */
    export class Loom {
      #secret = 1;
      private readonly hidden = 2;
      /** @internal */
      readonly ours = 3;
      readonly warp: Yarn[] = [];
      sum(): number { return this.#secret + this.hidden; }
    }
    export const threads: number = 12;`,
  'packages/loom/src/weave.ts': `
    export interface Pattern { readonly name: string }
    export function weave(pattern: Pattern): void;
    export function weave(pattern: Pattern, rows: number): void;
    export function weave(): void {}`,
  'packages/loom/src/backend/index.ts': 'export const heddles = 4;',
};

before(() => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
after(() => rmSync(root, { recursive: true, force: true }));

function reported() {
  const entries = entryPoints([{ name: '@heddle/loom', folder: loom, manifest }]);
  const program = declarationProgram(
    root,
    entries.map(({ source }) => source),
  );
  return entries.map((entry) => ({ ...entry, declarations: declarationsOf(program, entry) }));
}

test('there is a report for each entry point that has sources', () => {
  const found = reported().map(({ name, file }) => [name, file]);
  assert.deepEqual(found, [
    ['@heddle/loom', join(loom, 'api/index.api.md')],
    ['@heddle/loom/backend', join(loom, 'api/backend.api.md')],
  ]);
});

test('a report holds what users can name, in alphabetical order', () => {
  const [{ declarations }] = reported();
  assert.deepEqual([...declarations.keys()], ['Loom', 'Pattern', 'Yarn', 'threads', 'weaveCloth']);
  assert.equal(
    declarations.get('Loom'),
    'declare class Loom {\n    readonly warp: Yarn[];\n    sum(): number;\n}',
    'without comments, private and @internal members',
  );
  assert.equal(declarations.get('threads'), 'declare const threads: number;');
  assert.equal(declarations.get('Yarn'), 'export { Yarn } from "@heddle/yarn";');
  assert.equal(
    declarations.get('weaveCloth'),
    [
      'declare function weave(pattern: Pattern): void;',
      'declare function weave(pattern: Pattern, rows: number): void;',
      'export { weave as weaveCloth };',
    ].join('\n'),
  );
});

test('a report that is out of date is told by the lines that changed', () => {
  const { file, name, declarations } = reported()[1];
  const text = reportText(name, declarations);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  assert.equal(difference(root, file, text), undefined);
  const changed = difference(root, file, text.replace('heddles', 'shafts'));
  assert.match(changed, /^packages\/loom\/api\/backend\.api\.md is out of date:\n@@/);
  assert.match(changed, /^-declare const heddles = 4;\n\+declare const shafts = 4;$/m);
});

test('an entry point that is kept small may not grow', () => {
  const [{ name, declarations }] = reported();
  assert.equal(tooManyNames(name, declarations, { [name]: 5 }), undefined);
  assert.match(tooManyNames(name, declarations, { [name]: 4 }), /^@heddle\/loom has 5 names;.* allows 4\./);
});
