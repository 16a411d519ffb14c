/** koffi calls the vendors' libraries. It is an optional dependency: only sensors need it. */
import { HeddleError } from '@heddle/core';
import type koffiModule from 'koffi';

type Koffi = typeof koffiModule;
export type KoffiLibrary = ReturnType<Koffi['load']>;

/**
 * Opens the first library there is.
 *
 * @param what - what the library is for, and how it is had, for the error
 * @throws HeddleError `UNAVAILABLE` without koffi, or without the library
 */
export async function openVendorLibrary(
  names: readonly string[],
  what: { readonly name: string; readonly hint: string },
): Promise<{ readonly koffi: Koffi; readonly library: KoffiLibrary }> {
  let koffi: Koffi;
  try {
    koffi = (await import('koffi')).default;
  } catch (error) {
    throw new HeddleError('UNAVAILABLE', `${what.name} needs koffi, which is not installed`, {
      hint: 'Install it: npm install koffi',
      cause: error,
    });
  }
  const failures: string[] = [];
  for (const name of names) {
    try {
      return { koffi, library: koffi.load(name) };
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`);
    }
  }
  throw new HeddleError('UNAVAILABLE', `${what.name} is not here (${failures.join('; ')})`, { hint: what.hint });
}
