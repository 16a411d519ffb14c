/** The programs of examples/cupy, run as they are, on a device that needs no GPU. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtProgram } from '../../../../tools/sources/test/built-sources';

const root = join(__dirname, '../../../..');
const standIn = pathToFileURL(builtProgram(join(__dirname, 'use-stand-in.ts'))).href;

function run(program: string): string {
  const args = ['--import', standIn, builtProgram(join(root, 'examples/cupy', program))];
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
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
