/** Lets the methods of a class do their work on the stream of their object. */
import type { ArrayStream } from './array-stream';

type Method = (this: object, ...args: unknown[]) => unknown;

/**
 * Wraps every method of a class.
 *
 * One place for all methods, of which there are hundreds, rather than a line in each: none can be missed.
 *
 * @param prototypes - of the class and of those it extends
 * @param streamOf - the stream to change to for a call on the object; undefined where there is nothing to change
 * @param except - methods that enqueue nothing
 */
export function methodsOnOwnStream(
  prototypes: readonly object[],
  streamOf: (object: never) => ArrayStream | undefined,
  except: readonly string[],
): void {
  const left = new Set(['constructor', ...except]);
  for (const prototype of prototypes) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name) as PropertyDescriptor;
      if (left.has(name) || typeof descriptor.value !== 'function') continue;
      Object.defineProperty(prototype, name, { ...descriptor, value: wrapped(descriptor.value as Method, streamOf) });
    }
  }
}

function wrapped(method: Method, streamOf: (object: never) => ArrayStream | undefined): Method {
  return function (this: object, ...args: unknown[]): unknown {
    const stream = streamOf(this as never);
    if (stream === undefined) return method.apply(this, args);
    return stream.context.on(stream, () => method.apply(this, args));
  };
}
