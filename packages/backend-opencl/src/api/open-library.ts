/** Opens the OpenCL loader and gives its functions, each bound when it is first called. */
import { HeddleError } from '@heddle/core';
import { assertLibraryFile } from '@heddle/core/backend';
import koffi from 'koffi';
import { reserveStacks } from './deep-stacks';
import { libraryNames } from './find-library';
import { functions } from './functions';
import { koffiTypes, type FunctionName, type Handle, type OpenClCalls, type Version } from './values';

/** An opened loader, or another library with OpenCL's functions. */
export interface OpenClLibrary {
  /** The name it was opened by. */
  readonly name: string;
  /**
   * The functions. Calling one that this library lacks throws `UNSUPPORTED` with the version that is needed; that a
   * loader has a function does not mean that each of its devices has it, so ask the device's version too.
   */
  readonly calls: OpenClCalls;
  has(name: FunctionName): boolean;
  /** Address of a function, for native code. */
  address(name: FunctionName): bigint;
  /**
   * The same call on a thread of libuv's pool. The memory it reads and writes must stay alive until it returns.
   *
   * A call that may wait for something else does not belong there: the pool has four threads, for files too.
   */
  callAsync<Name extends FunctionName>(
    name: Name,
    ...args: Parameters<OpenClCalls[Name]>
  ): Promise<ReturnType<OpenClCalls[Name]>>;
  /**
   * A function of an extension, with the signature of another of the table; undefined if the platform lacks it.
   */
  extension<Name extends FunctionName>(
    platform: Handle,
    extensionName: string,
    like: Name,
  ): OpenClCalls[Name] | undefined;
}

type AnyFunction = ((...args: unknown[]) => unknown) & {
  async(...args: unknown[]): void;
};

const opened = new Map<string, OpenClLibrary>();

/**
 * Opens the loader; once opened it stays so.
 *
 * @param candidates - names or paths to try in order. Default: where the platform keeps it, or HEDDLE_OPENCL_LIBRARY
 * @throws HeddleError `UNAVAILABLE` if there is none
 */
export function openLibrary(candidates: readonly string[] = libraryNames()): OpenClLibrary {
  const failures: string[] = [];
  for (const name of candidates) {
    const known = opened.get(name);
    if (known) return known;
    reserveStacks();
    try {
      assertLibraryFile(name);
      const library = bind(name, koffi.load(name));
      opened.set(name, library);
      return library;
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`);
    }
  }
  throw new HeddleError('UNAVAILABLE', `no OpenCL loader could be opened (${failures.join('; ')})`, {
    backend: 'opencl',
    hint: loaderHint(),
  });
}

/** What to install if the loader is absent. */
function loaderHint(): string {
  if (process.platform === 'win32') return "Install the graphics vendor's driver: it brings OpenCL.dll.";
  if (process.platform === 'darwin') return 'OpenCL is part of macOS; this one has none.';
  return "Install the OpenCL loader (Debian, Ubuntu: apt-get install ocl-icd-libopencl1) and a device's driver.";
}

/** Name of a function -> the version that brought it, and its text in the table. */
const facts = new Map<string, { readonly version: Version; readonly text: string }>(
  (Object.keys(functions) as Version[]).flatMap((version) =>
    Object.entries(functions[version]).map(([name, text]) => [name, { version, text: text }] as const),
  ),
);

/** The names of all functions of the table, and the version that brought each. */
export function versionOf(name: FunctionName): Version {
  return factsOf(name).version;
}

function factsOf(name: string): { readonly version: Version; readonly text: string } {
  const found = facts.get(name);
  if (!found) throw new HeddleError('ARGUMENT', `OpenCL has no function ${name}`, { backend: 'opencl' });
  return found;
}

function bind(name: string, library: ReturnType<typeof koffi.load>): OpenClLibrary {
  const bound = new Map<string, AnyFunction>();
  const functionNamed = (wanted: string): AnyFunction => {
    let found = bound.get(wanted);
    if (!found) bound.set(wanted, (found = bindFunction(library, wanted)));
    return found;
  };
  const has = (wanted: string): boolean => {
    try {
      functionNamed(wanted);
      return true;
    } catch {
      return false;
    }
  };
  return {
    name,
    calls: lazyCalls(functionNamed),
    has,
    address: (wanted) => {
      functionNamed(wanted);
      return library.symbol(wanted) as bigint;
    },
    callAsync: (wanted, ...args) =>
      new Promise((resolve, reject) => {
        functionNamed(wanted).async(...args, (error: Error | null, result: unknown) => {
          if (error) reject(error);
          else resolve(result as never);
        });
      }),
    extension: (platform, extensionName, like) => {
      const address = functionNamed('clGetExtensionFunctionAddressForPlatform')(platform, extensionName);
      if (typeof address !== 'bigint') return undefined;
      const { result, parameters } = koffiSignature(factsOf(like).text);
      return withHandles(koffi.decode(address, koffi.proto(result, parameters)) as AnyFunction, result) as never;
    },
  };
}

function bindFunction(library: ReturnType<typeof koffi.load>, name: string): AnyFunction {
  const { text, version } = factsOf(name);
  const { result, parameters } = koffiSignature(text);
  try {
    return withHandles(library.func(name, result, parameters) as AnyFunction, result);
  } catch (error) {
    throw new HeddleError('UNSUPPORTED', `${name} needs OpenCL ${version}, which this loader does not have`, {
      backend: 'opencl',
      call: name,
      hint: 'Upgrade the OpenCL loader and the driver of the device.',
      cause: error,
    });
  }
}

// An object that a function creates comes as a pointer: null, if it failed, is the handle 0n.
function withHandles(bound: AnyFunction, result: string): AnyFunction {
  if (result !== 'void *') return bound;
  const wrapped = (...args: unknown[]): unknown => bound(...args) ?? 0n;
  return Object.assign(wrapped, {
    async: (...args: unknown[]): void => {
      const callback = args.pop() as (error: Error | null, value: unknown) => void;
      bound.async(...args, (error: Error | null, value: unknown) => {
        callback(error, value ?? 0n);
      });
    },
  });
}

function koffiSignature(text: string): { result: string; parameters: string[] } {
  const [kind = '', list = ''] = text.slice(0, -1).split('(');
  const type = (word: string): string => koffiTypes[word as keyof typeof koffiTypes];
  return {
    result: kind === 'handle' ? 'void *' : type(kind),
    parameters: list.split(', ').map((parameter) => type(parameter.split(' ', 1)[0] ?? '')),
  };
}

// Each property finds its function when it is first read, and is the function from then on.
function lazyCalls(functionNamed: (name: string) => AnyFunction): OpenClCalls {
  const calls = {};
  for (const name of facts.keys()) {
    Object.defineProperty(calls, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        const value = functionNamed(name);
        Object.defineProperty(calls, name, { value, enumerable: true });
        return value;
      },
    });
  }
  return calls as OpenClCalls;
}
