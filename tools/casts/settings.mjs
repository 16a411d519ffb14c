/**
 * The most type assertions that the sources of a package may have, by its folder: all of them, and those that go
 * through `unknown`. Lower a limit whenever the count falls.
 *
 * @type {Record<string, { casts: number, fromUnknown: number }>}
 */
export const limits = {
  'packages/gpuarray': { casts: 9, fromUnknown: 0 },
};
