import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { castsIn } from '../casts.mjs';

const types = (text) => castsIn('a.ts', text).map(({ type }) => type);

describe('a cast is counted', () => {
  it('with its line', () => {
    assert.deepEqual(castsIn('a.ts', 'const a =\n  b as number;\n'), [{ line: 2, type: 'number', fromUnknown: false }]);
  });

  it('in either notation', () => assert.deepEqual(types('f(a as A, <B>b);'), ['A', 'B']));

  it('within another one', () => assert.deepEqual(types('(a[b as number] as A) as B'), ['B', 'A', 'number']));

  it('once through unknown', () => {
    assert.deepEqual(castsIn('a.ts', 'const a = (b as unknown) as A;'), [{ line: 1, type: 'A', fromUnknown: true }]);
  });

  it('in a body of a function that is cast', () => {
    assert.deepEqual(types('const f = ((a) => a as A) as unknown as F;'), ['F', 'A']);
  });
});

describe('not counted', () => {
  it('is as const', () => assert.deepEqual(types('const a = [1] as const; const b = <const>[2];'), []));

  it('are names of imports and exports', () => {
    assert.deepEqual(types("import { a as b } from 'c'; export { b as d }; export * as e from 'f';"), []);
  });

  it('are words in texts and comments', () => assert.deepEqual(types("// a as A\nconst a = 'b as B';"), []));

  it('are types of mapped keys and satisfies', () => {
    assert.deepEqual(types('type A<T> = { [K in keyof T as `get${K}`]: T[K] }; const a = {} satisfies object;'), []);
  });
});
