/** Runs a TypeScript program of this repository on the packages' sources: tsx strips its types, tsconfig.json maps @heddle/*. */
import { join } from 'node:path';
import { runProcess } from '../setup/run-process.mjs';

/**
 * @param {string} root
 * @param {string} program - path of the program
 * @param {string[]} args
 * @param {Parameters<typeof runProcess>[2]} [options]
 */
export function runTypeScript(root, program, args = [], options = {}) {
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(root, 'tsconfig.json'), ...options.env };
  return runProcess(process.execPath, ['--import', 'tsx', program, ...args], {
    cwd: root,
    ...options,
    env,
  });
}
