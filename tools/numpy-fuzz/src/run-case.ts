/** Runs a case on a device, and compares the result with NumPy's. */
import { HeddleError } from '@heddle/core';
import * as gpuarray from '@heddle/gpuarray';
import type { Arrays, GpuArray } from '@heddle/gpuarray';
import { numberOf, type ArrayRecipe, type CaseValue, type EvaluatedCase, type ViewStep } from './case';
import { differenceOf, type Difference, type ReceivedArray } from './compare';
import { bytesOf } from './elements';
import type { FunctionEntry } from './function-entry';
import { sharedRefusals } from './shared-refusals';

export type Outcome =
  | { readonly kind: 'same' }
  /** Heddle refuses what NumPy does, or does what NumPy refuses, for a reason that the table states. */
  | { readonly kind: 'documented'; readonly reason: string }
  | { readonly kind: 'different'; readonly difference: Difference };

export async function runCase(ga: Arrays, entry: FunctionEntry, one: EvaluatedCase): Promise<Outcome> {
  const bases = one.arrays.map((recipe) => baseOf(ga, recipe));
  try {
    return await withinLimit(compared(ga, entry, one, bases));
  } finally {
    for (const base of bases) base.dispose();
  }
}

/** A case is small: one that takes this long has come to a stop. */
const mostSeconds = 60;

async function withinLimit(outcome: Promise<Outcome>): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    const difference = { text: `no result within ${mostSeconds} s` };
    timer = setTimeout(() => resolve({ kind: 'different', difference }), 1000 * mostSeconds);
  });
  try {
    return await Promise.race([outcome, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function compared(
  ga: Arrays,
  entry: FunctionEntry,
  one: EvaluatedCase,
  bases: readonly GpuArray[],
): Promise<Outcome> {
  let received: readonly ReceivedArray[];
  try {
    received = await call(ga, entry, one, bases);
  } catch (error) {
    return failed(entry, one, error);
  }
  const { expected } = one;
  if ('raises' in expected) {
    const given = received.map(({ dtype, shape }) => `${dtype} (${shape.join(', ')})`).join(' and ');
    return different(entry, one, {
      text: `no error but ${given}; NumPy raises ${expected.raises}: ${expected.message}`,
    });
  }
  if (expected.arrays.length !== received.length) {
    return different(entry, one, { text: `${received.length} results, NumPy has ${expected.arrays.length}` });
  }
  for (const [k, array] of expected.arrays.entries()) {
    const ours = received[k];
    const difference = ours === undefined ? undefined : differenceOf(array, ours, entry);
    if (difference !== undefined) return different(entry, one, difference);
  }
  return { kind: 'same' };
}

function failed(entry: FunctionEntry, one: EvaluatedCase, error: unknown): Outcome {
  const isArgument = error instanceof HeddleError && error.code === 'ARGUMENT';
  if ('raises' in one.expected && isArgument) return { kind: 'same' };
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const wanted = 'raises' in one.expected ? `NumPy raises ${one.expected.raises}` : 'NumPy has a result';
  return different(entry, one, { text: `${text.split('\n')[0] ?? ''}; ${wanted}` });
}

function different(entry: FunctionEntry, one: EvaluatedCase, difference: Difference): Outcome {
  const documented = [...(entry.refusals ?? []), ...sharedRefusals].find(
    ({ message, when }) => difference.text.includes(message) && (when === undefined || when(one)),
  );
  return documented === undefined
    ? { kind: 'different', difference }
    : { kind: 'documented', reason: documented.reason };
}

/** What the call gives, on the host; what it writes, as the dense array that holds it. */
async function call(
  ga: Arrays,
  entry: FunctionEntry,
  one: EvaluatedCase,
  bases: readonly GpuArray[],
): Promise<readonly ReceivedArray[]> {
  const views = one.arrays.map(({ steps }, k) => steps.reduce(viewOf, arrayAt(bases, k)));
  const args = one.args.map((value) => valueOf(value, views));
  const names = Object.keys(one.options);
  const options = Object.fromEntries(names.map((name) => [name, valueOf(one.options[name] ?? null, views)]));
  const result = await invoke(ga, entry, names.length > 0 ? [...args, options] : args);
  const written = entry.mutates === true ? one.args[0] : one.options['out'];
  const last = isArrayReference(written) ? [await received(arrayAt(bases, written.array))] : [];
  if (entry.mutates === true) return last;
  const results = entry.fields === undefined ? [result].flat() : entry.fields.map((name) => property(result, name));
  const given: ReceivedArray[] = [];
  for (const each of results) given.push(await received(each));
  for (const each of results) if (isArray(each) && each !== views[0]) each.dispose();
  return [...given, ...last];
}

async function invoke(ga: Arrays, { heddle }: FunctionEntry, args: readonly unknown[]): Promise<unknown> {
  const [place = '', name = ''] = heddle.split('.');
  const [first, ...rest] = args;
  switch (place) {
    case 'ga':
      return await apply(ga, name, args);
    case 'array':
      return await apply(first, name, rest);
    case 'get':
      return property(first, name);
    default:
      return await apply(gpuarray, name, args);
  }
}

function apply(target: unknown, name: string, args: readonly unknown[]): unknown {
  const found = property(target, name);
  if (typeof found !== 'function') throw new Error(`Heddle has no function ${name}`);
  return Reflect.apply(found, target, args) as unknown;
}

function property(target: unknown, name: string): unknown {
  if (typeof target !== 'object' || target === null) throw new Error(`${String(target)} has no ${name}`);
  return Reflect.get(target, name) as unknown;
}

function baseOf(ga: Arrays, { dtype, shape, values }: ArrayRecipe): GpuArray {
  const bytes = bytesOf(values);
  return ga
    .array(bytes, { dtype: 'uint8', shape: [bytes.length] })
    .view(dtype)
    .reshape(shape);
}

function viewOf(array: GpuArray, step: ViewStep): GpuArray {
  if ('slice' in step) return array.slice(...step.slice);
  if ('transpose' in step) return array.transpose(...step.transpose);
  return array.broadcastTo(step.broadcast);
}

function valueOf(value: CaseValue, views: readonly GpuArray[]): unknown {
  if (isList(value)) return value.map((each) => valueOf(each, views));
  if (typeof value !== 'object' || value === null) return value;
  if ('array' in value) return arrayAt(views, value.array);
  if ('bigint' in value) return BigInt(value.bigint);
  if ('complex' in value) return { re: numberOf(value.complex[0]), im: numberOf(value.complex[1]) };
  return numberOf(value.number);
}

function isList(value: CaseValue): value is readonly CaseValue[] {
  return Array.isArray(value);
}

function isArrayReference(value: CaseValue | undefined): value is { readonly array: number } {
  return typeof value === 'object' && value !== null && 'array' in value;
}

function arrayAt(arrays: readonly GpuArray[], index: number): GpuArray {
  const array = arrays[index];
  if (array === undefined) throw new Error(`the case has no array ${index}`);
  return array;
}

function isArray(value: unknown): value is GpuArray {
  return typeof value === 'object' && value !== null && 'dtype' in value && 'strides' in value && 'dispose' in value;
}

async function received(result: unknown): Promise<ReceivedArray> {
  if (!isArray(result)) throw new Error(`the result is ${typeof result}, not an array`);
  const elements = await result.get();
  return {
    dtype: result.dtype,
    shape: result.shape,
    bytes: new Uint8Array(elements.buffer, elements.byteOffset, elements.byteLength),
  };
}
