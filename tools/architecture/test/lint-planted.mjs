/** Lints texts as though they stood in the files named, by the arrows alone. Standard input and output are JSON. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';

const root = join(import.meta.dirname, '../../..');
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: join(root, 'tools/architecture/eslint.arrows.config.mjs'),
});

const results = [];
for (const { file, code } of JSON.parse(readFileSync(0, 'utf8'))) {
  const [result] = await eslint.lintText(code, { filePath: join(root, file) });
  results.push({ file, code, messages: result.messages.map(({ message }) => message) });
}
console.log(JSON.stringify(results));
