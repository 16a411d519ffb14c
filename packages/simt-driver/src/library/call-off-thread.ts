/** A call that takes long, made on another thread than the event loop's. */
import koffi from 'koffi';
import { nativeAddon } from '@heddle/native';
import { deepCallsFitWorkers } from './foreign-stacks';
import type { VendorLibrary } from './vendor-library';

/** What such a call takes: handles and numbers, and memory that stays alive until it has returned. */
export type LongCallArgument = bigint | number | BigUint64Array;

/** Calls a function of a compiler or linker. @returns its result as a number */
export async function callOffThread<Name extends string>(
  library: VendorLibrary<Name>,
  name: Name,
  args: readonly LongCallArgument[],
): Promise<number> {
  const addon = nativeAddon();
  if (addon) {
    const words = args.map((arg) => (typeof arg === 'object' ? BigInt(koffi.address(arg)) : BigInt(arg)));
    const value = await addon.wait([{ function: library.addressOf(name), arguments: words }]);
    keepAlive(args);
    return value;
  }
  const bound = library.function(name);
  // A worker's stack may be too small for a compiler if another package set up foreign calls first.
  if (!deepCallsFitWorkers()) return bound(...args);
  return new Promise((resolve, reject) => {
    bound.async(...args, (error: Error | null, value: number) => {
      keepAlive(args);
      if (error) reject(error);
      else resolve(value);
    });
  });
}

// Memory that is used after the call cannot be collected before it.
function keepAlive(args: readonly LongCallArgument[]): number {
  return args.length;
}
