/** Foreign functions by our names: bound when first used, so that opening a library costs little. */
import koffi, { type LibraryHandle, type TypeObject } from 'koffi';
import { HeddleError } from '@heddle/core';
import { foreignTypesOf, signatures, type ArgumentsOf, type FunctionName } from '../symbols/signatures';
import type { LastArguments } from '../symbols/vendor';

/** A driver function: takes what its signature says and returns a status, 0 for success. */
export interface DriverFunction<Name extends FunctionName> {
  (...args: ArgumentsOf<Name>): number;
  /** The same on a worker thread, on which no context is current. Arguments in memory must stay alive until the end. */
  async(...args: [...ArgumentsOf<Name>, (error: unknown, status: number) => void]): void;
}

/** All driver functions. One that the library lacks throws `UNSUPPORTED` when it is called. */
export type DriverFunctions = { readonly [Name in FunctionName]: DriverFunction<Name> };

/** Which symbol of a library stands behind a function; undefined if it has none. */
export type SymbolResolver = (name: FunctionName) => string | undefined;

/** Finds the symbols that a library has. */
export function symbolResolver(
  library: LibraryHandle,
  candidates: Readonly<Record<FunctionName, readonly string[]>>,
): SymbolResolver {
  const known = new Map<FunctionName, string | undefined>();
  return (name) => {
    if (!known.has(name))
      known.set(
        name,
        candidates[name].find((symbol) => hasSymbol(library, symbol)),
      );
    return known.get(name);
  };
}

/** Makes the functions of a library. */
export function driverFunctions(
  library: LibraryHandle,
  symbolOf: SymbolResolver,
  libraryName: string,
  lastArguments: LastArguments = {},
): DriverFunctions {
  const functions = {};
  for (const name of Object.keys(signatures) as FunctionName[]) {
    Object.defineProperty(functions, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const bound = bind(library, symbolOf(name), name, libraryName, lastArguments[name]);
        const value = lastArguments[name] === undefined ? bound : withLast(bound, lastArguments[name].value);
        Object.defineProperty(functions, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return functions as DriverFunctions;
}

type Bound = ((...args: readonly unknown[]) => number) & { async: (...args: readonly unknown[]) => void };

function bind(
  library: LibraryHandle,
  symbol: string | undefined,
  name: FunctionName,
  libraryName: string,
  last: LastArguments[FunctionName],
): Bound {
  if (symbol !== undefined) {
    const types = [...foreignTypesOf(signatures[name]), ...foreignTypesOf(last?.type ?? '')];
    return library.func(symbol, 'int', types.map(foreignType));
  }
  const refuse = (): never => {
    throw new HeddleError('UNSUPPORTED', `${libraryName} has no function for ${name}`, {
      hint: 'A newer driver may have it.',
    });
  };
  return Object.assign(refuse, { async: refuse });
}

// The callback of the asynchronous form stays the last.
function withLast(bound: Bound, value: number): Bound {
  return Object.assign((...args: readonly unknown[]) => bound(...args, value), {
    async: (...args: readonly unknown[]) => {
      bound.async(...args.slice(0, -1), value, args.at(-1));
    },
  });
}

let block: TypeObject | undefined;

// Without a name of its own: two copies of this package in one process may not define the same one.
function foreignType(spelling: string): string | TypeObject {
  return spelling === 'block' ? (block ??= koffi.struct({ bytes: koffi.array('uint8_t', 64) })) : spelling;
}

function hasSymbol(library: LibraryHandle, symbol: string): boolean {
  try {
    const address: unknown = library.symbol(symbol);
    return address !== null && address !== undefined && address !== 0n;
  } catch {
    return false;
  }
}
