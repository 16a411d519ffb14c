import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describeOpenCl } from './testing/opencl-device';

describeOpenCl('without the native addon', () => {
  it('the kernels of the conformance kit run as well', () => {
    const root = join(__dirname, '../../..');
    const args = ['--import', 'tsx', join(__dirname, 'programs/checked-kernels.ts'), 'suite'];
    const env = { ...process.env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'), HEDDLE_NATIVE: 'off' };
    const output = execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', env, stdio: 'pipe' });
    const lines = output.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('failed'))).toEqual([]);
    const { passed } = JSON.parse(lines.at(-1) ?? '{}') as { passed: number };
    expect(passed).toBeGreaterThan(100);
  }, 300_000);
});
