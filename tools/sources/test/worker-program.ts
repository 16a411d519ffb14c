/**
 * In the place of the tuner's own worker-program.ts: the tests' workers are started as users' are, from built
 * packages. From its sources, through tsx, each would take a second of a processor before it begins.
 */
import { join } from 'node:path';
import { builtSources } from './built-sources';

export function workerProgram() {
  const path = join(builtSources(), 'node_modules/@heddle/tuner/dist/worker.js');
  return { path, execArgv: [], environment: {} };
}
