/**
 * `node --import ./on-gpu/jest-globals.mjs file.cjs`: what the tests use of jest, without jest: suites, tables of tests,
 * hooks, time limits. Runs everything in order once the file is loaded; the last line counts.
 */
import { createRequire } from 'node:module';
import { format, inspect } from 'node:util';

const { expect } = createRequire(import.meta.url)('./expect.cjs');

const root = suite('', undefined);
let current = root;

function suite(name, parent) {
  return { name, parent, skipped: false, children: [], beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] };
}

function define(skipped) {
  const describe = (name, body) => {
    const outer = current;
    current = suite(name, outer);
    current.skipped = skipped || outer.skipped;
    outer.children.push(current);
    body();
    current = outer;
  };
  describe.each = (table, ...rest) => tableOf(table, rest, (name, body, row) => describe(name, () => body(...row)));
  return describe;
}

function defineTest(skipped) {
  const it = (name, body, limit) => {
    current.children.push({ name, body, limit, isTest: true, skipped: skipped || current.skipped });
  };
  it.each = (table, ...rest) => tableOf(table, rest, (name, body, row, limit) => it(name, () => body(...row), limit));
  return it;
}

// Rows of a table, one test or suite each; a template table is not used here.
function tableOf(table, rest, each) {
  if (rest.length > 0) throw new Error('tables as template literals are not supported');
  return (name, body, limit) => {
    for (const [index, entry] of table.entries()) {
      const row = Array.isArray(entry) ? entry : [entry];
      const places = (name.match(/%[psdifjo]/g) ?? []).length;
      const shown = row.slice(0, places).map((value) => (typeof value === 'string' ? value : inspect(value)));
      const title = format(name.replaceAll('%#', String(index)).replace(/%[pdifjo]/g, '%s'), ...shown);
      each(
        title.replace(/\$(\w+)/g, (whole, key) => String(entry?.[key] ?? whole)),
        body,
        row,
        limit,
      );
    }
  };
}

globalThis.expect = expect;
// Limits are given test by test.
let defaultLimit = 120_000;
globalThis.jest = {
  setTimeout: (milliseconds) => (defaultLimit = milliseconds),
  // The tests are CommonJS here: what one imports is another copy of what it has required.
  isolateModulesAsync: (body) => body(),
};
globalThis.describe = Object.assign(define(false), { skip: define(true) });
globalThis.it = globalThis.test = Object.assign(defineTest(false), { skip: defineTest(true) });
for (const hook of ['beforeAll', 'afterAll', 'beforeEach', 'afterEach']) {
  globalThis[hook] = (body, limit) => current[hook].push({ body, limit });
}
const counts = { passed: 0, failed: 0, skipped: 0 };

async function within(body, limit = defaultLimit) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${limit / 1000} s`)), limit);
  });
  try {
    await Promise.race([body(), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function runSuite(each, path, before, after) {
  const here = [...before, ...each.beforeEach];
  const behind = [...each.afterEach, ...after];
  const active = !each.skipped && hasTests(each);
  try {
    if (active) for (const { body, limit } of each.beforeAll) await within(body, limit);
  } catch (error) {
    fail(path, error, countTests(each));
    return;
  }
  for (const child of each.children) {
    const title = path === '' ? child.name : `${path} › ${child.name}`;
    if (!child.isTest) await runSuite(child, title, here, behind);
    else if (child.skipped) counts.skipped += 1;
    else await runTest(child, title, here, behind);
  }
  try {
    if (active) for (const { body, limit } of each.afterAll) await within(body, limit);
  } catch (error) {
    fail(`${path}, afterwards`, error, 1);
  }
}

async function runTest({ body, limit }, title, before, after) {
  const started = performance.now();
  try {
    for (const hook of before) await within(hook.body, hook.limit);
    await within(async () => body(), limit);
    for (const hook of after) await within(hook.body, hook.limit);
    counts.passed += 1;
    console.log(`passed ${title} ${(performance.now() - started).toFixed(0)} ms`);
  } catch (error) {
    fail(title, error, 1);
  }
}

function fail(title, error, tests) {
  counts.failed += tests;
  console.log(`FAILED ${title}\n${String(error?.stack ?? error).slice(0, 3000)}`);
}

const hasTests = (each) => each.children.some((child) => (child.isTest ? !child.skipped : hasTests(child)));
const countTests = (each) => each.children.reduce((sum, child) => sum + (child.isTest ? 1 : countTests(child)), 0);

// The file that is the program is loaded after this one, in the same turn.
setImmediate(async () => {
  await runSuite(root, '', [], []);
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exit(counts.failed > 0 ? 1 : 0);
});
