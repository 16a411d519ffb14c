import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { builtProgram } from '../../../tools/sources/test/built-sources';
import { describeOpenCl } from './testing/opencl-device';

describeOpenCl('without the native addon', () => {
  it('the kernels of the conformance kit run as well', () => {
    const args = [builtProgram(join(__dirname, 'programs/checked-kernels.ts')), 'suite'];
    const env = { ...process.env, HEDDLE_NATIVE: 'off' };
    const output = execFileSync(process.execPath, args, { encoding: 'utf8', env, stdio: 'pipe' });
    const lines = output.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('failed'))).toEqual([]);
    const { passed } = JSON.parse(lines.at(-1) ?? '{}') as { passed: number };
    expect(passed).toBeGreaterThan(100);
  }, 300_000);
});
