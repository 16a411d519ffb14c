/**
 * `run-tests.mjs <package> <backend> [word ...]`: the package's tests on one backend, each file in a process of its own;
 * those whose path contains one of the words. Writes `<package>-<backend>.md`.
 */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [name, backend, ...words] = process.argv.slice(2);
const folder = join('tests', name);
const files = readdirSync(folder, { recursive: true })
  .filter((file) => file.endsWith('.test.cjs'))
  .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  .sort();
const secondsPerFile = Number(process.env.HEDDLE_GPU_TEST_SECONDS ?? 90);
const total = { passed: 0, failed: 0, skipped: 0 };
const rows = [];
const failures = [];
/** Notes of random tests, such as their seeds. */
const notes = [];

// A few at a time: most of each is compiling.
const queue = [...files];
await Promise.all(Array.from({ length: 6 }, work));
const line = `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`;
if (process.env.HEDDLE_REPORTS) report(process.env.HEDDLE_REPORTS);
for (const note of notes) console.log(note);
console.log(`tests of ${name} on ${backend}: ${line}`);
process.exit(total.failed > 0 ? 1 : 0);

async function work() {
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) await runFile(file);
}

async function runFile(file) {
  const started = performance.now();
  const { output, how } = await runChild(join(folder, file));
  const found = /^(\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(output.trimEnd().split('\n').at(-1) ?? '');
  const counts = found ? found.slice(1).map(Number) : [output.match(/^passed /gm)?.length ?? 0, 1, 0];
  ['passed', 'failed', 'skipped'].forEach((key, i) => (total[key] += counts[i]));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  rows.push(`| ${file.replace('.cjs', '.ts')} | ${counts.join(' | ')} | ${seconds} |`);
  for (const [line] of output.matchAll(/^HEDDLE_TEST_SEED=.*$/gm)) notes.push(line);
  const failed = output.split(/^(?=passed |FAILED )/m).filter((part) => part.startsWith('FAILED '));
  if (!found) failed.push(`FAILED ${file}: ${how}\n${output.slice(-1500)}`);
  for (const part of failed) {
    failures.push(`### ${file}\n\n\`\`\`text\n${part.slice(7, 2500).trim()}\n\`\`\``);
    console.log(part.slice(0, 600));
  }
}

function runChild(file) {
  return new Promise((resolve) => {
    const env = { ...process.env, HEDDLE_TEST_BACKENDS: backend };
    const child = spawn(process.execPath, ['--expose-gc', '--import', './on-gpu/jest-globals.mjs', file], { env });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    const timer = setTimeout(() => child.kill('SIGKILL'), secondsPerFile * 1000);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ output, how: signal ? `ended by ${signal}` : `ended with ${code}` });
    });
  });
}

function report(folder) {
  const commit = readFileSync('commit.txt', 'utf8').trim();
  const parts = [
    `# Tests of ${name} on ${backend}`,
    `**${line}.** Commit ${commit}, ${new Date().toISOString()}.`,
    ['| file | passed | failed | skipped | seconds |', '| --- | ---: | ---: | ---: | ---: |', ...rows.sort()].join(
      '\n',
    ),
    ...notes,
    ...(failures.length > 0 ? ['## Failures', ...failures] : []),
  ];
  writeFileSync(join(folder, `${name}-${backend}.md`), `${parts.join('\n\n')}\n`);
}
