import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addCounts, countsFrom, countsLine, noCounts } from '../counts.mjs';

test('counts survive their line', () => {
  const counts = noCounts();
  addCounts(counts, { passed: 3, skipped: 1 });
  addCounts(counts, { failed: 2 });
  assert.equal(countsLine(counts), '3 passed, 2 failed, 1 skipped');
  assert.deepEqual(countsFrom(`noise\n${countsLine(counts)}\n\n`), counts);
});

test('only a last line that is nothing else counts', () => {
  assert.equal(countsFrom('3 passed, 2 failed, 1 skipped\ndone'), undefined);
  assert.equal(countsFrom('Tests: 3 passed, 2 failed, 1 skipped'), undefined);
  assert.equal(countsFrom(''), undefined);
});
