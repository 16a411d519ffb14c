/** Loaded modules: kernels, variables, what the compiler made of each kernel. */
import koffi from 'koffi';
import { HeddleError } from '@heddle/core';
import {
  argumentError,
  symbolExpressions,
  symbolsNamed,
  type Artifact,
  type EntryAttributes,
  type EntryHandle,
  type ModuleHandle,
} from '@heddle/core/backend';
import { SimtMemory } from '../memory/simt-memory';
import type { SimtContext } from '../simt-context';
import type { KernelParameters } from '../symbols/vendor';
import { status } from '../status';
import type { LaunchedKernel } from '../stream/simt-queue';
import { loadableImage } from './binary-image';
import { JitLog } from './jit-log';
import { kernelSymbols } from './kernel-symbols';

export class SimtModule implements ModuleHandle {
  readonly handle = 'module';
  constructor(
    readonly id: bigint,
    /** Name in the user's words -> name in the binary, if they differ. */
    readonly binaryNames: Readonly<Record<string, string>>,
    /** The kernels in the binary, where only the binary itself tells them. */
    readonly kernels: readonly string[] = [],
    /** Where their parameters lie, likewise. */
    readonly parameters?: KernelParameters,
  ) {}

  /** What the user calls something in the binary, for messages. */
  userName(name: string): string {
    return Object.entries(this.binaryNames).find(([, binary]) => binary === name)?.[0] ?? name;
  }
}

export class SimtEntry implements EntryHandle, LaunchedKernel {
  readonly handle = 'entry';
  /** Dynamic shared memory that the driver has been told to allow, in bytes. */
  allowedSharedBytes: number;
  attributes: EntryAttributes | undefined;

  constructor(
    readonly id: bigint,
    /** What the user calls it. */
    readonly name: string,
    sharedBytes: number,
    /** Where its parameters lie, where the binary told. */
    readonly parameters?: EntryAttributes['parameters'],
  ) {
    this.allowedSharedBytes = sharedBytes;
  }
}

/**
 * Loads a binary.
 *
 * @throws HeddleError `ARGUMENT` for a format or architecture that the device does not take, `CORRUPT` for damage
 */
export function loadModule(context: SimtContext, artifact: Artifact): SimtModule {
  const image = loadableImage(artifact, context.backend);
  const { kernels, parameters } = readBinary(context, artifact);
  const log = new JitLog();
  const out = new BigUint64Array(1);
  const value = context.status('moduleLoad', out, image, log.options.length, log.options, log.values);
  if (value !== status.success) {
    const { text } = log;
    throw context.failure(value, 'moduleLoad', text === '' ? {} : { log: text }, text.split('\n', 1)[0] ?? '');
  }
  return new SimtModule(out[0] ?? 0n, artifact.entryNames, kernels, parameters);
}

// What the library does not tell of a module, before it is loaded: a damaged binary never gets there.
function readBinary({ api, backend }: SimtContext, artifact: Artifact) {
  const parameters = api.has('functionParameter') ? undefined : api.vendor.kernelParameters?.(artifact);
  if (api.has('moduleFunctions')) return { kernels: [], parameters };
  try {
    return { kernels: kernelSymbols(artifact.format, artifact.bytes), parameters };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `the ${artifact.format} is damaged: its symbols lie outside of it`;
    throw new HeddleError('CORRUPT', message, { backend, cause: error });
  }
}

/** A kernel by its name, in the binary's words or the user's. @throws HeddleError `ARGUMENT` with the names there are */
export function findEntry(context: SimtContext, module: SimtModule, name: string, sharedBytes: number): SimtEntry {
  const inBinary = module.binaryNames[name] ?? name;
  const id = functionNamed(context, module, inBinary);
  if (id !== undefined) {
    return new SimtEntry(id, module.userName(name), sharedBytes, module.parameters?.get(inBinary));
  }
  const symbols = kernelsIn(context, module);
  const [symbol, second] = symbolsNamed(name, symbols ?? []);
  if (second !== undefined) throw ambiguous(context, name, symbols ?? []);
  const found = symbol === undefined ? undefined : functionNamed(context, module, symbol);
  if (symbol === undefined || found === undefined) {
    const names = symbols && [...symbolExpressions(symbols).values()].sort();
    throw missing(context, module, name, 'kernel', names);
  }
  return new SimtEntry(found, name, sharedBytes, module.parameters?.get(symbol));
}

function functionNamed(context: SimtContext, module: SimtModule, name: string): bigint | undefined {
  const out = new BigUint64Array(1);
  const value = context.status('moduleFunction', out, module.id, name);
  if (value === status.notFound) return undefined;
  if (value !== status.success) throw context.failure(value, 'moduleFunction');
  return out[0] ?? 0n;
}

function ambiguous({ backend }: SimtContext, name: string, symbols: readonly string[]): HeddleError {
  const meant = symbolsNamed(name, symbols);
  const expressions = symbolExpressions(symbols);
  return argumentError(`'${name}' may be any of ${meant.length} kernels in the module`, {
    backend,
    kernel: name,
    hint: `Choose one by its parameters: ${meant.map((symbol) => expressions.get(symbol) ?? symbol).join(', ')}.`,
  });
}

/** A variable by its name, in the user's words or the binary's. @throws HeddleError `ARGUMENT` if there is none */
export function findGlobal(context: SimtContext, module: SimtModule, name: string) {
  const [address, byteLength] = [new BigUint64Array(1), new BigUint64Array(1)];
  const value = context.status('moduleGlobal', address, byteLength, module.id, module.binaryNames[name] ?? name);
  if (value === status.notFound) throw missing(context, module, name, 'variable', undefined);
  if (value !== status.success) throw context.failure(value, 'moduleGlobal');
  const bytes = Number(byteLength[0]);
  return { memory: SimtMemory.borrow(address[0] ?? 0n, bytes), byteLength: bytes };
}

/** Registers, memory and limits of a kernel, and where its parameters lie. */
export function entryAttributes(context: SimtContext, entry: SimtEntry): EntryAttributes {
  if (entry.attributes) return entry.attributes;
  const numbers = context.api.vendor.kernelAttributes;
  const out = new Int32Array(1);
  const read = (number: number): number | undefined =>
    context.status('functionAttribute', out, number, entry.id) === status.success ? out[0] : undefined;
  const others: Record<string, number> = {};
  for (const [name, number] of Object.entries(numbers.others)) {
    const value = read(number);
    if (value !== undefined) others[name] = value;
  }
  const facts = {
    maxThreadsPerBlock: read(numbers.maxThreadsPerBlock),
    registersPerThread: read(numbers.registersPerThread),
    sharedBytes: read(numbers.sharedBytes),
    localBytesPerThread: read(numbers.localBytesPerThread),
    constantBytes: read(numbers.constantBytes),
    parameters: parameters(context, entry),
  };
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  entry.attributes = { ...known, vendorAttributes: others };
  return entry.attributes;
}

/** Allows a block of the kernel so much dynamic shared memory. @throws HeddleError `RESOURCE` */
export function allowSharedBytes(context: SimtContext, entry: SimtEntry, sharedBytes: number, limit: number): void {
  const fixed = entryAttributes(context, entry).sharedBytes ?? 0;
  if (sharedBytes + fixed > limit) {
    throw new HeddleError(
      'RESOURCE',
      `${entry.name}: ${sharedBytes} bytes of dynamic and ${fixed} of static shared memory; a block has at most ${limit}`,
      {
        backend: context.backend,
        kernel: entry.name,
        resource: 'shared memory',
        requested: sharedBytes + fixed,
        max: limit,
      },
    );
  }
  const { maxDynamicSharedBytes } = context.api.vendor.kernelAttributes;
  context.call('functionSetAttribute', entry.id, maxDynamicSharedBytes, sharedBytes);
  entry.allowedSharedBytes = sharedBytes;
}

function parameters(context: SimtContext, entry: SimtEntry): EntryAttributes['parameters'] {
  if (!context.api.has('functionParameter')) return entry.parameters;
  const [offset, byteLength] = [new BigUint64Array(1), new BigUint64Array(1)];
  const list: { offset: number; byteLength: number }[] = [];
  // One beyond the last is refused; no kernel has this many.
  for (let index = 0; index < 4096; index++) {
    if (context.status('functionParameter', entry.id, index, offset, byteLength) !== status.success) break;
    list.push({ offset: Number(offset[0]), byteLength: Number(byteLength[0]) });
  }
  return list;
}

/** The kernels by their names in the binary; undefined if neither the driver nor the binary tells them. */
function kernelsIn(context: SimtContext, module: SimtModule): readonly string[] | undefined {
  const { api } = context;
  if (!api.has('moduleFunctionCount') || !api.has('moduleFunctions') || !api.has('functionName')) {
    return module.kernels;
  }
  const count = new Uint32Array(1);
  if (context.status('moduleFunctionCount', count, module.id) !== status.success) return undefined;
  const functions = new BigUint64Array(Math.max(1, count[0] ?? 0));
  if (context.status('moduleFunctions', functions, count[0] ?? 0, module.id) !== status.success) return undefined;
  const names: string[] = [];
  const out = new BigUint64Array(1);
  for (const id of functions.subarray(0, count[0])) {
    if (context.status('functionName', out, id) !== status.success || !out[0]) continue;
    names.push(koffi.decode.string(out[0]));
  }
  return names;
}

function missing(
  context: SimtContext,
  module: SimtModule,
  name: string,
  what: string,
  names: readonly string[] | undefined,
): HeddleError {
  const shown = module.userName(name);
  const list = names === undefined ? '' : names.length === 0 ? '; it has none' : `; it has ${names.join(', ')}`;
  return argumentError(`no ${what} '${shown}' in the module${list}`, { backend: context.backend, kernel: shown });
}
