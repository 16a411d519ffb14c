/** Variables that a library in this process reads once: whether the value that it found is known. */

const firstValues = new Map<string, string>();
const changed = new Set<string>();

/**
 * Compares a value with the first one of this process. A change still counts after it is undone: the library may have
 * read the value in between.
 *
 * @returns what is wrong, undefined if the value never changed
 */
export function changeOf(name: string, value = ''): string | undefined {
  const first = firstValues.get(name);
  if (first === undefined) firstValues.set(name, value);
  else if (first !== value) changed.add(name);
  if (!changed.has(name)) return undefined;
  return `${name} changed while this process runs, and the compiler may keep its former value`;
}
