/** The check of imports within packages, run on small trees with one fault each. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

type Tree = Readonly<Record<string, string>>;

const program = join(__dirname, '../check-imports.mjs');
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

describe('the check of imports', () => {
  it.each<[fault: string, tree: Tree, message: string]>([
    [
      'a cycle of value imports',
      {
        'tuner/src/run/tuning.ts': "import { b } from './loop';\nexport const a = () => b;",
        'tuner/src/run/loop.ts': "import { a } from './tuning';\nexport const b = () => a;",
      },
      "tuner: these files import each other's values: run/loop, run/tuning",
    ],
    [
      'a cycle of types between folders',
      {
        'newcomer/src/low/shape.ts': "import type { View } from '../high/view';\nexport type Shape = View;",
        'newcomer/src/high/view.ts': "import type { Shape } from '../low/shape';\nexport type View = Shape;",
      },
      'newcomer: these folders import each other, types included: high, low',
    ],
    [
      "an import against a package's order",
      {
        'tuner/src/space/space.ts': "import type { Tuning } from '../run/tuning';\nexport type Space = Tuning;",
        'tuner/src/run/tuning.ts': 'export type Tuning = number;',
      },
      'tuner: space/space imports run/tuning, against the order',
    ],
    [
      "an algorithm's import of methods",
      {
        'gpuarray/src/algorithms/sort/sort.ts':
          "import { a } from '../../api/gpu-array';\nexport const sort = () => a;",
        'gpuarray/src/api/gpu-array.ts': 'export const a = 1;',
      },
      'gpuarray: algorithms/sort/sort imports api/gpu-array, against the order',
    ],
  ])('fails on %s', (_, tree, message) => {
    const { status, stderr } = check(tree);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
  });

  it('passes files that import each other for types within one folder', () => {
    const { status, stderr } = check({
      'tuner/src/run/tuning.ts': "import type { B } from './loop';\nexport type A = B;",
      'tuner/src/run/loop.ts': "import { type A } from './tuning';\nexport type B = A;",
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

function check(tree: Tree): { readonly status: number | null; readonly stderr: string } {
  const root = mkdtempSync(join(tmpdir(), 'heddle-imports-'));
  folders.push(root);
  for (const [path, text] of Object.entries(tree)) {
    const file = join(root, 'packages', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return spawnSync(process.execPath, [program, root], { encoding: 'utf8' });
}
