/**
 * Lets `toEqual` and `toStrictEqual` see at once that two long arrays are the same. Jest's own comparison looks up
 * globals for each pair of elements, which takes microseconds in its contexts, and tests compare millions of elements.
 * Arrays that differ, or hold anything but numbers, strings and truth values, are left to Jest, which also words the
 * failure.
 */
const LONG = 32;
const typedArray = Object.getPrototypeOf(Uint8Array);
const simple = new Set(['number', 'bigint', 'string', 'boolean']);

expect.addEqualityTesters([
  function areEqualArrays(received, expected) {
    if (!isArray(received) || !isArray(expected)) return undefined;
    if (received.length < LONG || received.length !== expected.length) return undefined;
    if (Object.getPrototypeOf(received) !== Object.getPrototypeOf(expected)) return undefined;
    if (hasMoreThanElements(received) || hasMoreThanElements(expected)) return undefined;
    for (let i = 0; i < received.length; ++i) {
      const value = received[i];
      if (!simple.has(typeof value) || !Object.is(value, expected[i])) return undefined;
    }
    return true;
  },
]);

function isArray(value) {
  return Array.isArray(value) || value instanceof typedArray;
}

function hasMoreThanElements(array) {
  return Object.keys(array).length !== array.length || Object.getOwnPropertySymbols(array).length > 0;
}
