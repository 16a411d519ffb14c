import assert from 'node:assert/strict';
import { test } from 'node:test';
import { featureTable, readReport, standing, withTable } from '../feature-table.mjs';

const text = `# Conformance of hip

|         |                            |
| ------- | -------------------------- |
| device  | Some \\| GPU (NVIDIA, gpu) |
| date    | 2026-11-22T01:00:00.000Z   |

## Cases

| case | what holds | outcome | ms |
| --- | --- | --- | ---: |
| templates/types | one | passed | 1.0 |
| templates/values | two \\| three | failed | 1.0 |
| globals/constant-array | four | passed | 1.0 |
| images/nearest | five | skipped: the device does not declare images | |
`;
const report = readReport('docs/reports/x/hip.md', text);

test('reads outcomes, device and date', () => {
  assert.deepEqual([...report.outcomes.values()], ['passed', 'failed', 'passed', 'skipped']);
  assert.equal(report.date, '2026-11-22');
});

test('one failed case costs the mark, a feature that no case shows has none', () => {
  assert.equal(standing(report, [['templates/']]), 'failed');
  assert.equal(standing(report, [['globals/constant-array']]), 'passed');
  assert.equal(standing(report, [['textures/'], ['images/']]), 'skipped');
  assert.equal(standing(report, [['events/elapsed']]), 'missing');
  assert.equal(standing(undefined, [['globals/constant-array']]), 'missing');
});

test('puts the table between its marks, and refuses a README without them', () => {
  const marks = ['<!-- features: written by tools/report/feature-table.mjs -->', '<!-- features end -->'];
  const table = featureTable(new Map([['hip', report]]));
  assert.match(table, /\| Constant memory \|  \|  \| ✓ \|/);
  assert.match(withTable(`a\n${marks[0]}\nold\n${marks[1]}\nb`, table), /^a\n<!--[^]*Templated kernels[^]*-->\nb$/);
  assert.throws(() => withTable('nothing', table), /README/);
});
