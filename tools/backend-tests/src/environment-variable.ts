/** Variables of the environment that a test sets, given their values back after it. */

const changed = new Map<string, string | undefined>();

/** Sets a variable for the test and for programs that it starts. Undone by {@link resetVariables}. */
export function setVariable(name: string, value: string): void {
  if (!changed.has(name)) changed.set(name, process.env[name]);
  process.env[name] = value;
}

/**
 * Gives all variables their values back.
 *
 * @returns those values; undefined for a variable that was not set
 */
export function resetVariables(): ReadonlyMap<string, string | undefined> {
  const before = new Map(changed);
  for (const [name, value] of before) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  changed.clear();
  return before;
}
