import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { builtProgram } from '../../../tools/sources/test/built-sources';
import { describeOpenCl } from './testing/opencl-device';

interface State {
  readonly open: Readonly<Record<string, number>>;
  readonly driver: Readonly<Record<string, number>>;
  readonly megabytes: number;
}

describeOpenCl('ten thousand cycles of compile, allocate, launch, read and dispose', () => {
  it('leave handles and memory where they were after the first thousand', () => {
    const program = builtProgram(join(__dirname, 'programs/cycles.ts'));
    const output = execFileSync(process.execPath, ['--expose-gc', program, '10000'], { encoding: 'utf8' });
    const states = JSON.parse(output) as State[];
    expect(states).toHaveLength(10);
    for (const { open, driver } of states) {
      expect(open).toEqual({ stream: 1 });
      expect(driver).toEqual({ queue: 1 });
    }
    // What is lost in each cycle makes the process grow through all of them; an arena that the allocator takes or gives
    // back makes one step. The median of the slopes between any two states (Theil 1950, Sen 1968) tells them apart.
    const slopes = states.flatMap(({ megabytes }, i) =>
      states.slice(0, i).map((earlier, j) => (megabytes - earlier.megabytes) / (i - j)),
    );
    const median = slopes.sort((a, b) => a - b)[Math.floor(slopes.length / 2)];
    expect(median).toBeLessThan(1);
  }, 300_000);
});
