/** Tells objects by what they do: those of another copy of a package have other classes. */

/** True for an object that has a method of the name. */
export function hasMethod(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function';
}
