/** The committed cases, which NumPy has evaluated, on the backends that HEDDLE_TEST_BACKENDS names. */
import { openDevice } from '@heddle/core';
import { join } from 'node:path';
import { readCases } from '../src/case-files';
import { functions } from '../src/functions';
import { openDifferences } from '../src/open-differences';
import { mismatchReport, runCases, type Mismatch } from '../src/run-cases';

const backends = (process.env['HEDDLE_TEST_BACKENDS'] ?? 'host').split(',');
/** Another file of cases, such as one that has just been made. */
const path = process.env['HEDDLE_NUMPY_CASES'] ?? join(__dirname, 'data', 'cases.jsonl.gz');
const { header, cases } = readCases(path);

const openOf = ({ name, text }: Mismatch) =>
  openDifferences.find((open) => open.name === name && text.includes(open.text));

it.each(backends)(
  'every function gives what NumPy gives, on %s',
  async (backend) => {
    await using device = await openDevice(backend);
    const { count, documented, mismatches } = await runCases(device, cases);
    for (const [reason, times] of documented) console.log(`${times} documented: ${reason}`);
    console.log(`${count} cases of seed ${header.seed} on ${backend}: ${mismatches.length} differ`);
    expect(mismatchReport(mismatches.filter((mismatch) => !openOf(mismatch)))).toBe('');
    const needed = new Set(mismatches.map(openOf));
    // A line that has been mended goes, so that the difference cannot come back unseen.
    expect(openDifferences.filter((open) => !needed.has(open))).toEqual([]);
  },
  1_800_000,
);

it('the cases are of every function in the table', () => {
  const names = new Set(cases.map(({ name }) => name));
  expect(functions.filter(({ name }) => !names.has(name)).map(({ name }) => name)).toEqual([]);
});

it('the cases were evaluated by NumPy 2', () => {
  expect(header.versions?.['numpy']).toMatch(/^2\./);
});
