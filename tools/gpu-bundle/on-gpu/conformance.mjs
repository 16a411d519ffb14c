/**
 * `conformance.mjs <backend> [--no-faults] [--in-process] [filter ...]`: runs the kit and writes `<backend>.md` and
 * `<backend>.json`.
 *
 * The cases run in a child, which says which one it is at: one that hangs or ends the process costs itself alone, and
 * the next child goes on after it. Those that lose or reset a device come last. Under a sanitizer everything runs in
 * this process, since starting takes half a minute there.
 */
import { spawn, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { conformanceCases, matchesFilter, reportConformance, runCases } from '@heddle/conformance';

const limitMilliseconds = 40_000;
const [name, ...words] = process.argv.slice(2);
const filter = words.filter((word) => !word.startsWith('--'));
const isChild = process.env.HEDDLE_GPU_CASES !== undefined;

const apart = ({ topic, isolated, exclusive }) => topic === 'faults' || isolated === true || exclusive === true;
const chosen = conformanceCases
  .filter((each) => matchesFilter(each, filter))
  .filter((each) => !words.includes('--no-faults') || (!apart(each) && !each.startsPrograms))
  .sort((a, b) => Number(apart(a)) - Number(apart(b)))
  .map((each) => ({ ...each, timeoutMilliseconds: Math.min(each.timeoutMilliseconds ?? Infinity, limitMilliseconds) }));

if (isChild) await runHere(new Set(JSON.parse(process.env.HEDDLE_GPU_CASES)));
else await report(words.includes('--in-process') ? await run(chosen, printFailure) : await supervise());

function run(cases, onResult) {
  return import(`@heddle/backend-${name}`).then(({ backend }) =>
    runCases({ backend, cases, commit: readFileSync('commit.txt', 'utf8').trim(), ...(onResult ? { onResult } : {}) }),
  );
}

async function runHere(ids) {
  const cases = chosen
    .filter(({ id }) => ids.has(id))
    .map((each) => ({ ...each, run: (context) => (say({ started: each.id }), each.run(context)) }));
  say({ summary: { ...(await run(cases, (result) => say({ result }))), results: [] } });
  // Remains of a case must not keep the process alive.
  process.exit(0);
}

function say(message) {
  process.stdout.write(`\u0001${JSON.stringify(message)}\n`);
}

async function supervise() {
  const results = new Map();
  let summary;
  // Each child but the last takes at least one case with it.
  for (let left = chosen; left.length > 0; left = chosen.filter(({ id }) => !results.has(id))) {
    const end = await runChild(
      left.map(({ id }) => id),
      results,
    );
    summary = { ...summary, ...end.summary };
    if (end.summary) break;
    const id = end.running ?? left.find((each) => !results.has(each.id))?.id;
    const each = chosen.find((one) => one.id === id);
    if (!each) break;
    const message = `the process ${end.how} during the case\n${end.output.slice(-1500)}`;
    note(results, {
      id: each.id,
      title: each.title,
      topic: each.topic,
      outcome: 'failed',
      durationMilliseconds: 0,
      error: { message },
    });
  }
  if (!summary) throw new Error('no child came to its end');
  return { ...summary, results: conformanceCases.map(({ id }) => results.get(id)).filter(Boolean) };
}

function runChild(ids, results) {
  return new Promise((resolve) => {
    const env = { ...process.env, HEDDLE_GPU_CASES: JSON.stringify(ids) };
    const child = spawn(process.execPath, process.argv.slice(1), { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [running, summary, output, how] = [undefined, undefined, '', undefined];
    let timer;
    const wind = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        how = 'gave no sign of life';
        child.kill('SIGKILL');
      }, limitMilliseconds + 15_000);
    };
    wind();
    createInterface(child.stdout).on('line', (line) => {
      const at = line.indexOf('\u0001');
      if (at < 0) {
        output += `${line}\n`;
        return;
      }
      wind();
      const message = JSON.parse(line.slice(at + 1));
      if (message.started) running = message.started;
      if (message.result) {
        running = undefined;
        note(results, message.result);
      }
      summary ??= message.summary;
    });
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ running, summary, output, how: how ?? `ended (${signal ?? code})` });
    });
  });
}

function note(results, result) {
  results.set(result.id, result);
  printFailure(result);
}

// Printed at once, so that a step that runs out of time has printed this much.
function printFailure({ id, outcome, error }) {
  if (outcome === 'failed') console.error(`failed ${id} ${JSON.stringify(error ?? {})}`);
}

async function report(results) {
  const folder = process.env.HEDDLE_REPORTS;
  // A part of the cases is not a report.
  if (filter.length === 0 && !words.includes('--no-faults')) await reportConformance(results, { folder, name });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of results.results) counts[outcome] += 1;
  const reasons = new Set(results.results.filter(({ outcome }) => outcome === 'skipped').map(({ reason }) => reason));
  for (const reason of reasons) console.log(`skipped: ${reason}`);
  console.log(`conformance of ${name}: ${JSON.stringify(counts)}`);
  try {
    console.log(
      execFileSync('nvidia-smi', ['--query-gpu=memory.used', '--format=csv,noheader'], { encoding: 'utf8' }).trim(),
    );
  } catch {
    // Only there to show leaks.
  }
  process.exit(counts.failed > 0 ? 1 : 0);
}
