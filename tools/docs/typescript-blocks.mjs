/**
 * Checks and runs the TypeScript blocks of the docs. Each is a program of its own: a module with top-level await, whose
 * imports resolve to the sources of this repository.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { emptyOwnFolder } from '../setup/own-folder.mjs';
import { runProcess } from '../setup/run-process.mjs';

/** @typedef {import('./code-blocks.mjs').CodeBlock & { document: string }} DocumentBlock */

const timeoutMs = 60_000;

/**
 * Writes every block as a program below `folder` of the repository.
 *
 * @param {DocumentBlock[]} blocks
 * @returns {{ block: DocumentBlock, program: string }[]}
 */
export function writePrograms(folder, blocks) {
  emptyOwnFolder(folder);
  return blocks.map((block) => {
    const program = join(folder, `${block.document.replaceAll(/[/.]/g, '-')}-line-${block.line}.mts`);
    // As many lines above as the document has, so that errors name the document's own lines.
    writeFileSync(program, `${'\n'.repeat(block.line - 1)}${block.code}\nexport {};\n`);
    return { block, program };
  });
}

/** Type-checks all programs together. @returns {Promise<Map<string, string[]>>} errors by program */
export async function typeErrors(root, folder, programs) {
  const config = join(folder, 'tsconfig.json');
  const compilerOptions = { noEmit: true, noUnusedLocals: false, types: ['node'], rootDir: root };
  const files = programs.map(({ program }) => program);
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { output } = await runProcess(process.execPath, [tsc, '-p', config, '--pretty', 'false'], {
    cwd: root,
    quiet: true,
  });
  const errors = new Map(files.map((file) => [file, []]));
  for (const text of output.split('\n').filter((each) => each.includes('error TS'))) {
    if (text.startsWith('error')) throw new Error(text);
    const file = files.find((each) => text.startsWith(each.slice(root.length + 1)));
    // An error outside the programs belongs to the sources, and to each program as little as to the next.
    if (file) errors.get(file).push(text.slice(text.indexOf('(')));
  }
  return errors;
}

/**
 * Runs a program as plain JavaScript: through tsx, reading the sources would take most of its time.
 *
 * @param {string} program
 * @param {string} application - a folder where the packages are installed
 * @returns {Promise<string | undefined>} what the program printed before it failed; undefined when it ran
 */
export async function runtimeError(program, application) {
  // Not on top: what checks the docs installs it first.
  const { transform } = await import('esbuild');
  const plain = join(application, basename(program).replace(/\.mts$/, '.mjs'));
  const { code: text } = await transform(readFileSync(program, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcefile: program,
  });
  writeFileSync(plain, text);
  const { code, output } = await runProcess(process.execPath, ['--enable-source-maps', plain], {
    cwd: application,
    quiet: true,
    timeoutMs,
  });
  return code === 0 ? undefined : `ended with ${code}:\n${output.trimEnd()}`;
}
