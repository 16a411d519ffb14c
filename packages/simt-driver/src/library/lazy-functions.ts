/** Functions by name, each bound when it is first asked for: a library has hundreds, a program uses a few. */
export function lazyFunctions<Name extends string>(
  names: readonly Name[],
  bind: (name: Name) => unknown,
): Readonly<Record<Name, unknown>> {
  const functions = {};
  for (const name of names) {
    Object.defineProperty(functions, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = bind(name);
        Object.defineProperty(functions, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return functions as Readonly<Record<Name, unknown>>;
}
