/** The programs of examples/cupy, run as they are, on a device that needs no GPU. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(__dirname, '../../../..');

function run(program: string): string {
  const standIn = pathToFileURL(join(__dirname, 'use-stand-in.ts')).href;
  return execFileSync(
    process.execPath,
    ['--import', 'tsx', '--import', standIn, join(root, 'examples/cupy', program)],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json') },
    },
  );
}

(process.platform === 'win32' ? describe.skip : describe)('examples/cupy', () => {
  it('multiplies matrices', () => {
    expect(run('raw-kernel.ts')).toBe('Results match: true\n');
  });

  it('applies the kernels of one module', () => {
    expect(run('raw-module.ts')).toBe(
      'ReLU: 0 0 0 1 2\nSigmoid: 0.1192 0.2689 0.5000 0.7311 0.8808\nSum: -4 -2 0 2 4\n',
    );
  });

  it('reduces in shared memory', () => {
    expect(run('shared-memory.ts')).toMatch(/^Custom kernel time: [\d.]+ ms\nResults match: true\n$/);
  });
});
