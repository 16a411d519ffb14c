/** Runs cycles of a backend's whole life in a process of its own, and expects that nothing grows. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { builtProgram } from '../../sources/test/built-sources';

/** @returns what cycles.mjs printed: a line for each tenth of the cycles, and the verdict */
export function expectNoGrowth(backend: string, cycles: number): string {
  const program = builtProgram(join(__dirname, 'cycles.mjs'));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', program, backend, String(cycles)], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const lines = stdout.trim().split('\n');
  // Ten states and the verdict; twice, where the first verdict was doubtful.
  expect([11, 22]).toContain(lines.length);
  expect(lines.at(-1)).toMatch(new RegExp(`^${cycles} cycles, .*; no growth$`));
  expect(status).toBe(0);
  return stdout;
}
