/** Files that settings are used with, in a folder that goes when the program ends. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeCacheFile } from '@heddle/tuner';

export const scratch = mkdtempSync(join(tmpdir(), 'heddle-settings-inputs-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** Writes one. @returns its path */
export function input(name, text) {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
}

/** Results of a run. */
export const cacheFile = join(scratch, 'results.json');
writeCacheFile(cacheFile, {
  header: {
    device_name: 'cpu',
    kernel_name: 'k',
    problem_size: 1,
    tune_params_keys: ['n'],
    tune_params: { n: [1, 2] },
    objective: ['time'],
  },
  entries: new Map([['1', { n: 1, time: 1 }]]),
});

/** The best results of runs. */
export const resultsFile = input(
  'best.json',
  JSON.stringify({
    meta: { kernel_name: 'k', tune_params_keys: ['n'], objective: 'time', objective_higher_is_better: false },
    data: [{ device_name: 'cpu', problem_size: '1', n: 1, time: 1 }],
  }),
);
