/**
 * The object that a function restriction gets in place of a configuration. It has the parameters that the function was
 * seen to read, and notices when it reads another.
 *
 * This is how a function, which says nothing about what it reads, is applied as soon as those parameters have values.
 */
import { argumentError } from '@heddle/core/backend';
import { suggestion } from '../options/suggestion';
import type { Parameter, ParameterValue } from './parameters';

/** Thrown out of a function that reads a parameter it was not seen to read before. */
export class UnseenRead extends Error {
  override readonly name = 'UnseenRead';

  constructor(readonly parameter: string) {
    super(`The restriction reads ${parameter} before it has a value.`);
  }
}

/** An object with a writable property for each seen name; reading another parameter throws {@link UnseenRead}. */
export function functionView(
  parameters: readonly Parameter[],
  seen: ReadonlySet<string>,
): Record<string, ParameterValue> {
  const names = parameters.map(({ name }) => name);
  const view = Object.create(refusesUnknown(names)) as Record<string, ParameterValue>;
  for (const { name, values } of parameters) {
    if (seen.has(name)) {
      view[name] = values[0] ?? 0;
      continue;
    }
    const get = (): never => {
      throw new UnseenRead(name);
    };
    Object.defineProperty(view, name, { get, enumerable: true });
  }
  return view;
}

// As the prototype it is asked only for what the object itself has not, so reading a parameter stays fast.
function refusesUnknown(names: readonly string[]): object {
  return new Proxy(Object.create(null) as object, {
    get(_, name) {
      if (typeof name === 'symbol' || name in Object.prototype || name === 'toJSON' || name === 'then') {
        return Reflect.get(Object.prototype, name) as unknown;
      }
      throw argumentError(`A restriction reads ${name}, which is not a parameter.`, {
        parameter: name,
        hint: suggestion(name, names),
      });
    },
  });
}
