import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placesIn } from '../places.mjs';

const names = (path, text) => placesIn(path, text).map(({ name }) => name);

describe('a hard phrase is counted', () => {
  it('in a document, with its line', () => {
    const [place] = placesIn('docs/page.md', '# Page\n\nWhoever launches it waits.\n');
    assert.deepEqual(place, {
      path: 'docs/page.md',
      line: 3,
      name: 'whoever',
      excerpt: '# Page Whoever launches it waits.',
    });
  });

  it('in comments, and across their lines', () => {
    assert.deepEqual(names('a.ts', '/**\n * Returns what\n * of the array is used.\n */\n// It is no\n// array.\n'), [
      'what of a',
      'is no',
    ]);
    assert.deepEqual(names('a.cpp', "// whoever\nint a = 1'000; /* behind */\n"), ['whoever', 'behind']);
    assert.deepEqual(names('a.sh', '# falls where it has none\n'), ['where it has none']);
  });

  it('in messages and names of tests', () => {
    assert.deepEqual(names('a.ts', "throw new Error('it is no file');"), ['is no']);
    assert.deepEqual(names('a.ts', "it('rejects never', () => {});"), ['rejects never']);
    assert.deepEqual(names('a.ts', 'say(`${names.map((a) => `${a}`)} are no options`);'), ['is no']);
  });

  for (const [name, text] of [
    ['that there is not', 'An option that there is not.'],
    ['behind', 'Freed behind the launch.'],
    ['where it has none', 'Empty where there is none.'],
    ['made vectors of', 'A loop is made vectors of.'],
    ['is said', 'It is said in the log.'],
    ['its like', '`add` and its like.'],
    ['what is forgotten', 'What is forgotten comes back.'],
    ['takes otherwise', 'What C++ takes otherwise.'],
  ]) {
    it(`as ${name}`, () => assert.deepEqual(names('a.md', text), [name]));
  }
});

describe('not counted', () => {
  it('are the usual forms', () => {
    assert.deepEqual(
      names('a.md', 'There is no file. It is no longer there. Is there no limit? Was there\nno limit?'),
      [],
    );
    assert.deepEqual(names('a.md', 'It tells where it is. It leaves no files behind. The compiler behind nvcc.'), []);
  });

  it('are names in programs and documents', () => {
    assert.deepEqual(names('a.ts', 'const behind = /whoever/.test(a) ? b / behind : "ok";'), []);
    assert.deepEqual(names('a.md', 'Call `behind()`, see [there](docs/left-behind.md).'), []);
  });

  it('are files of other kinds', () => assert.deepEqual(names('a.npy', 'whoever'), []));
});
