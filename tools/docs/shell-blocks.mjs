/** Checks that the npm scripts and programs that a shell block names are there. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const npmOwnCommands = new Set(['install', 'ci', 'i', 'exec', 'pack', 'publish', 'init', 'create', 'ls', 'view']);

/**
 * @param {string} code
 * @returns {string[]} what it names that does not exist
 */
export function missingScripts(root, code) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const problems = [];
  for (const [, command] of code.matchAll(/\bnpm (?:run )?(?:--\S+ )*([a-z][\w:-]*)/g)) {
    if (!npmOwnCommands.has(command) && !scripts[command]) problems.push(`there is no npm script '${command}'`);
  }
  for (const [, path] of code.matchAll(/(?:^|\s)((?:tools|examples|packages|\.ci)\/[\w./-]+)/gm)) {
    if (!/[<*]/.test(path) && !existsSync(join(root, path))) problems.push(`there is no file ${path}`);
  }
  return problems;
}
