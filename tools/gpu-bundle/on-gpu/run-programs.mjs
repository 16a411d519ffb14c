/** `run-programs.mjs <backend>`: runs tools/user-programs on one backend and writes `programs-<backend>.md`. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programsFor } from '../user-programs/list.mjs';

const [backend] = process.argv.slice(2);
const millisecondsPerProgram = 60_000;
const rows = [];
let [passed, failed] = [0, 0];

for (const name of programsFor(backend)) {
  const { stdout, stderr, status, signal } = spawnSync(process.execPath, [`user-programs/${name}.mjs`, backend], {
    encoding: 'utf8',
    timeout: millisecondsPerProgram,
  });
  const lines = stdout.split('\n').filter((line) => /^(PASS|FAIL) /.test(line));
  // A program that ends early has said nothing of what it left out.
  if (status !== 0) lines.push(`FAIL ends with ${signal ?? status}: ${stderr.trim().split('\n').at(-1) ?? ''}`);
  for (const line of lines) {
    const outcome = line.slice(0, 4);
    if (outcome === 'PASS') passed++;
    else failed++;
    rows.push(`| ${name} | ${line.slice(5).replaceAll('|', '\\|')} | ${outcome} |`);
    if (outcome === 'FAIL') console.log(`FAILED ${name}: ${line.slice(5)}`);
  }
}

const total = `${passed} passed, ${failed} failed`;
const commit = readFileSync('commit.txt', 'utf8').trim();
const table = ['| program | what | outcome |', '| --- | --- | --- |', ...rows].join('\n');
const report = [
  `# Programs on ${backend}`,
  `**${total}.** Commit ${commit}, ${new Date().toISOString()}.`,
  `${table}\n`,
].join('\n\n');
if (process.env.HEDDLE_REPORTS) writeFileSync(join(process.env.HEDDLE_REPORTS, `programs-${backend}.md`), report);
console.log(`programs on ${backend}: ${total}`);
process.exit(failed > 0 ? 1 : 0);
