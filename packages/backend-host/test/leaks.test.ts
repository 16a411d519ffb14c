import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { builtProgram } from '../../../tools/sources/test/built-sources';

describe('five thousand cycles of compile, allocate, launch, read and dispose', () => {
  it('leave handles and memory where they were after the first thousand', () => {
    const program = builtProgram(join(__dirname, '../../../tools/backend-tests/src/cycles.mjs'));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', program, 'host', '5000'], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.trim().split('\n').at(-1)).toMatch(/^5000 cycles, .*; no growth$/);
    expect(status).toBe(0);
  }, 300_000);
});
