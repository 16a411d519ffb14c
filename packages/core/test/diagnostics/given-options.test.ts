import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { runInNewContext } from 'node:vm';
import { assertOptions, assertOptionsObject, didYouMean, nearestNames, optionNames } from '../../src/backend';

const names = ['stream', 'blockSize', 'threshold', 'threshold_ms'];

function hintOf(given: unknown): string | undefined {
  try {
    assertOptions('launch', given, names);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ARGUMENT' });
    return (error as { hint?: string }).hint;
  }
  return undefined;
}

describe('options as they are given', () => {
  it.each([
    ['misspelt', 'blokSize', "Did you mean 'blockSize'?"],
    ['cut short', 'block', "Did you mean 'blockSize'?"],
    ['with more after it', 'streams', "Did you mean 'stream'?"],
    ['the beginning of two', 'thresh', "Did you mean 'threshold' or 'threshold_ms'?"],
    ['unlike all', 'colour', 'Its options are stream, blockSize, threshold, threshold_ms.'],
  ])('name the option of a name %s', (_how, name, hint) => {
    expect(hintOf({ [name]: 1 })).toBe(hint);
  });

  it('may be left out, and may be undefined under any name', () => {
    expect(() => assertOptions('launch', {}, names)).not.toThrow();
    expect(() => assertOptions('launch', { stream: undefined, other: undefined }, names)).not.toThrow();
  });

  it.each([[null], [3], ['stream'], [[1]], [new Float32Array(2)], [undefined], [() => 1]])('are not %p', (given) => {
    for (const check of [() => assertOptions('launch', given, names), () => assertOptionsObject('launch', given)]) {
      expect(check).toThrow(expect.objectContaining({ code: 'ARGUMENT', parameter: 'options' }));
    }
  });

  it.each([[new Map([['stream', 1]])], [new AbortController().signal], [new URL('file:///a')], [Promise.resolve()]])(
    'are not an instance of a class: %p',
    (given) => {
      for (const check of [() => assertOptions('launch', given, names), () => assertOptionsObject('launch', given)]) {
        expect(check).toThrow(expect.objectContaining({ code: 'ARGUMENT', parameter: 'options' }));
      }
    },
  );

  it('are not an instance that has fields', () => {
    class Queue {
      readonly device = 1;
    }
    expect(() => assertOptions('launch', new Queue(), names)).toThrow('launch: options are an object, not a Queue');
  });

  it('may come from anywhere: a class of options, an object without a prototype, another realm', () => {
    class Chosen {
      readonly blockSize = 32;
    }
    const bare = Object.assign(Object.create(null) as object, { blockSize: 32 });
    const foreign = runInNewContext('({ blockSize: 32 })') as unknown;
    for (const given of [new Chosen(), bare, foreign, Object.create(null), runInNewContext('({})')]) {
      expect(() => assertOptions('launch', given, names)).not.toThrow();
    }
    expect(hintOf(runInNewContext('({ blokSize: 32 })'))).toBe("Did you mean 'blockSize'?");
  });

  it('have the names of their type', () => {
    const named = optionNames<{ readonly stream?: number; readonly count: number }>({ stream: true, count: true });
    expect(named).toEqual(['stream', 'count']);
  });

  it('are refused if there are none', () => {
    expect(() => assertOptions('launch', { stream: 1 }, [])).toThrow(
      "launch has no option 'stream'\nIt takes no options.",
    );
  });

  it('are refused whatever their name is, and never by another error', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        fc.pre(!names.includes(name) && name !== '__proto__');
        expect(hintOf({ [name]: 1 })).toMatch(/^(Did you mean '.+'\?|Its options are .+\.)$/s);
      }),
    );
  });
});

describe('the names nearest to an unknown one', () => {
  it('are those of few edits, nearest first, at most three', () => {
    expect(nearestNames('sqr', ['sqrt', 'square', 'sort', 'cbrt'])).toEqual(['sqrt', 'sort']);
    expect(nearestNames('ab', ['ac', 'ad', 'ae', 'af'])).toHaveLength(3);
    expect(nearestNames('blokc', ['block'])).toEqual(['block']);
  });

  it('are none for what is like no name', () => {
    expect(nearestNames('colour', ['x', 'threshold'])).toEqual([]);
    expect(didYouMean([], 'There is x.')).toBe('There is x.');
    expect(didYouMean(['a', 'b', 'c'], 'There is x.')).toBe("Did you mean 'a', 'b' or 'c'?");
  });
});
