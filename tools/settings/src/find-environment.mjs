/** The environment variables of Heddle, as the sources read them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesMatching } from '../../report/files-matching.mjs';

// env.HEDDLE_X and process.env['HEDDLE_X'], getenv("HEDDLE_X"), $HEDDLE_X of a shell; and a name that is kept as a text,
// as the tables of compilers and libraries do.
const uses = [
  /\benv(?:ironment)?(?:\?\.|\.)(HEDDLE_\w+)/g,
  /\{[^{}]*\b(HEDDLE_[A-Z0-9_]+)\b[^{}]*\} = process\.env/g,
  /['"](HEDDLE_[A-Z0-9_]+)['"]/g,
  /\$\{?(HEDDLE_[A-Z0-9_]+)/g,
];

const sources = /\.(ts|mjs|cjs|js|c|cpp|h|sh)$/;

/** @returns {ReadonlyMap<string, string>} each variable, with one of the files that name it */
export function environmentVariables(root) {
  const found = new Map();
  const files = ['packages', 'tools', 'examples'].flatMap((folder) => filesMatching(root, [folder], sources));
  for (const file of files.filter((each) => !/(^|\/)(test|bench|settings)\//.test(each))) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const use of uses) for (const [, name] of text.matchAll(use)) if (!found.has(name)) found.set(name, file);
  }
  return found;
}
