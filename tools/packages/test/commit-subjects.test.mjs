import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subjectProblem } from '../commit-subjects.mjs';

test('a subject names its package, or several', () => {
  assert.equal(subjectProblem('core: check a launch without preparing it'), undefined);
  assert.equal(subjectProblem('core, backend-host: say which option is unknown'), undefined);
  assert.match(subjectProblem('Check a launch without preparing it'), /begin with its package/);
});

test('a subject has fewer than 72 characters', () => {
  assert.equal(subjectProblem(`core: ${'x'.repeat(65)}`), undefined);
  assert.match(subjectProblem(`core: ${'x'.repeat(66)}`), /has 72 characters/);
});
