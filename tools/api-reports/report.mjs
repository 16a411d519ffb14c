/** Reports of entry points: what they hold, and how a report differs from the one that is committed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/** The most names that an entry point may have, for those that are kept small. */
export const mostNames = { '@heddle/core': 45 };

/**
 * @param {string} name - of the entry point
 * @param {Map<string, string>} declarations
 * @returns {string} Markdown
 */
export function reportText(name, declarations) {
  const count = `${declarations.size} ${declarations.size === 1 ? 'name' : 'names'}`;
  return `# ${name}

The ${count} of this entry point. \`npm run api\` writes this file.

\`\`\`ts
${[...declarations.values()].join('\n\n')}
\`\`\`
`;
}

/** @returns {string | undefined} what is wrong with an entry point that has too many names */
export function tooManyNames(name, declarations, limits = mostNames) {
  const limit = limits[name];
  if (limit === undefined || declarations.size <= limit) return undefined;
  return `${name} has ${declarations.size} names; tools/api-reports/report.mjs allows ${limit}. Export it from another entry point.`;
}

/**
 * Compares a report with the committed one.
 *
 * @param {string} root - the repository's
 * @param {string} file - where the report is committed
 * @param {string} text - what it should be
 * @returns {string | undefined} the lines that differ, as `git diff` prints them; undefined if there are none
 */
export function difference(root, file, text) {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (old === text) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'heddle-api-'));
  try {
    const [before, after] = [join(folder, 'committed'), join(folder, 'now')];
    writeFileSync(before, old);
    writeFileSync(after, text);
    const args = ['diff', '--no-index', '--no-color', '--no-ext-diff', '--unified=2', before, after];
    const lines = spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n');
    const hunks = lines.slice(lines.findIndex((line) => line.startsWith('@@')));
    return [`${relative(root, file)} is out of date:`, ...hunks].join('\n').trimEnd();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
