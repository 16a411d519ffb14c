/** Tells lists from single values. */

/** True for an array of JavaScript. Unlike `Array.isArray`, it keeps the type of a readonly list's elements. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
