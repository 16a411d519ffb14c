/** The programs of examples/pycuda, run as they are, on a device that needs no GPU. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtProgram } from '../../../../tools/sources/test/built-sources';
import { withNvcc } from './with-nvcc';

const root = join(__dirname, '../../../..');
const standIn = pathToFileURL(builtProgram(join(__dirname, 'use-stand-in.ts'))).href;

function run(program: string): string {
  const args = ['--import', standIn, builtProgram(join(root, 'examples/pycuda', program))];
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
}

withNvcc('examples/pycuda', () => {
  it('doubles the array of listing 1', () => {
    const printed =
      run('listing-1.ts')
        .match(/-?\d+\.\d+(?:e-\d+)?/g)
        ?.map(Number) ?? [];
    expect(printed).toHaveLength(32);
    for (let i = 0; i < 16; i++) expect(printed[i]).toBeCloseTo(2 * (printed[i + 16] ?? 0), 5);
  });

  it('doubles what structs in device memory point to', () => {
    expect(run('structures.ts')).toContain('doubled second only Float32Array(3) [ 2, 4, 6 ] Float32Array(2) [ 0, 16 ]');
  });

  it('generates the code of listing 4', () => {
    expect(run('listing-4.ts')).toBe('384 sums by 4 unrolled additions each are right\n');
  });

  it('runs the examples of the reference', () => {
    expect(run('kernel-compilation.ts')).toMatch(
      /vector_add: 1000 .*\n.*prepared.*\nit takes [\d.]+ us\nprocess_data: 1000/,
    );
  });
});
