/**
 * `npm run check:docs`: every code block of the docs is true. A `ts` block is type-checked and run; one marked
 * `ts no-run <reason>` is type-checked only. A `sh` block may name only npm scripts and files that exist; one marked
 * `no-run` is an example. Links must lead somewhere.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brokenLinks } from '../docs/broken-links.mjs';
import { codeBlocks } from '../docs/code-blocks.mjs';
import { missingScripts } from '../docs/shell-blocks.mjs';
import { runtimeError, typeErrors, writePrograms } from '../docs/typescript-blocks.mjs';
import { addCounts, countsLine, noCounts } from '../report/counts.mjs';
import { filesMatching } from '../report/files-matching.mjs';
import { twoAtATime } from '../report/two-at-a-time.mjs';
import { root, setUp } from '../setup/set-up.mjs';

const total = noCounts();
const { failures } = await setUp('demo');
for (const line of failures) report('FAILED', line);

const documents = filesMatching(root, ['.'], /^([A-Z]+\.md|docs\/.*\.md|packages\/[^/]+\/README\.md)$/);
const blocks = [];
for (const document of documents) {
  const markdown = readFileSync(join(root, document), 'utf8');
  blocks.push(...codeBlocks(markdown).map((block) => ({ ...block, document })));
  const broken = brokenLinks(root, document, markdown);
  report(broken.length > 0 ? 'FAILED' : 'passed', `links of ${document}`, broken.join('\n'));
}

for (const block of blocks.filter(({ language }) => ['sh', 'bash', 'shell'].includes(language))) {
  const problems = block.mark.startsWith('no-run') ? [] : missingScripts(root, block.code);
  report(problems.length > 0 ? 'FAILED' : 'passed', place(block), problems.join('\n'));
}
await checkTypeScript(blocks.filter(({ language }) => ['ts', 'typescript'].includes(language)));

console.log(countsLine(total));
process.exitCode = total.failed > 0 ? 1 : 0;

async function checkTypeScript(typeScriptBlocks) {
  if (typeScriptBlocks.length === 0) return;
  const folder = join(root, 'build/docs-programs');
  const programs = writePrograms(folder, typeScriptBlocks);
  const errors = await typeErrors(root, folder, programs);
  // Not on top: it needs what has just been installed.
  const { builtSources } = await import('../sources/built-sources.mjs');
  const application = mkdtempSync(join(await builtSources(), 'docs-'));
  const jobs = programs.map(({ block, program }) => async () => {
    const problem = unexplained(block) ?? (errors.get(program).join('\n') || undefined);
    if (problem) report('FAILED', place(block), problem);
    else if (block.mark.startsWith('no-run')) report('passed', `${place(block)} (types only: ${block.mark.slice(7)})`);
    else await run(block, program, application);
  });
  await twoAtATime(jobs);
  rmSync(application, { recursive: true, force: true });
}

async function run(block, program, application) {
  const error = await runtimeError(program, application);
  report(error ? 'FAILED' : 'passed', place(block), error);
}

function unexplained({ mark }) {
  return mark === 'no-run' ? '`no-run` must be followed by its reason' : undefined;
}

function place({ document, line }) {
  return `${document}:${line}`;
}

function report(outcome, name, detail = '') {
  addCounts(total, { [outcome.toLowerCase()]: 1 });
  console.log(`${outcome.padEnd(8)} ${name}`);
  if (detail) console.log(detail.replace(/^/gm, '  '));
}
