/**
 * Memory of the current device. Copies between host and device return promises. Copies on the device and fills only
 * enqueue.
 */
import type { Buffer, Stream, TypedArray } from '@heddle/core';
import { argumentError, bufferSymbol, describe } from '@heddle/core/backend';
import { currentDevice } from './current-device';

/** Device memory: raw bytes, which every pointer parameter takes. `dispose()` frees it; `slice()` is pointer arithmetic. */
export type DeviceAllocation = Buffer<undefined>;

/** A stream, or nothing for the device's default one. */
export type StreamOrDefault = Stream | null | undefined;

/** Takes memory on the device. Its contents are undefined. */
export function memAlloc(byteLength: number): DeviceAllocation {
  return currentDevice().allocate(byteLength);
}

/** Takes memory for an array and copies the array there. */
export async function toDevice(array: TypedArray): Promise<DeviceAllocation> {
  const memory = memAlloc(array.byteLength);
  await memory.write(array);
  return memory;
}

/** Copies an array to the device. Resolves when the data is there, for every stream to see. */
export async function memcpyHtod(destination: Buffer, source: TypedArray): Promise<void> {
  await memory('memcpyHtod', destination).write(source);
}

/** The same in the order of a stream. */
export async function memcpyHtodAsync(
  destination: Buffer,
  source: TypedArray,
  stream?: StreamOrDefault,
): Promise<void> {
  await memory('memcpyHtodAsync', destination).write(source, on(stream));
}

/** Fills an array from the device. Resolves when the array holds the bytes. */
export async function memcpyDtoh(destination: TypedArray, source: Buffer): Promise<void> {
  await memory('memcpyDtoh', source).readInto(destination);
}

/** The same in the order of a stream. */
export async function memcpyDtohAsync(
  destination: TypedArray,
  source: Buffer,
  stream?: StreamOrDefault,
): Promise<void> {
  await memory('memcpyDtohAsync', source).readInto(destination, on(stream));
}

/** Enqueues a copy on the device. @param byteLength - default: all of the source */
export function memcpyDtod(
  destination: Buffer,
  source: Buffer,
  byteLength = memory('memcpyDtod', source).byteLength,
): void {
  memcpyDtodAsync(destination, source, byteLength);
}

/** The same on a stream. */
export function memcpyDtodAsync(
  destination: Buffer,
  source: Buffer,
  byteLength = memory('memcpyDtod', source).byteLength,
  stream?: StreamOrDefault,
): void {
  const from = memory('memcpyDtod', source).as('uint8').slice(0, byteLength);
  memory('memcpyDtod', destination).as('uint8').copyFrom(from, on(stream));
}

/** Enqueues setting `count` bytes. */
export function memsetD8(destination: Buffer, value: number, count: number, stream?: StreamOrDefault): void {
  fill(destination, Uint8Array.of(checked(value, 8)), count, stream);
}

/** Enqueues setting `count` elements of two bytes. */
export function memsetD16(destination: Buffer, value: number, count: number, stream?: StreamOrDefault): void {
  fill(destination, Uint16Array.of(checked(value, 16)), count, stream);
}

/** Enqueues setting `count` elements of four bytes. */
export function memsetD32(destination: Buffer, value: number, count: number, stream?: StreamOrDefault): void {
  fill(destination, Uint32Array.of(checked(value, 32)), count, stream);
}

function fill(destination: Buffer, pattern: TypedArray, count: number, stream: StreamOrDefault): void {
  const length = count * pattern.byteLength;
  memory('memset', destination)
    .as('uint8')
    .fillPattern(pattern, { length, ...on(stream) });
}

// By the registered symbol, which buffers of every copy of core have.
function memory<M extends Buffer>(operation: string, value: M): M {
  if (typeof value === 'object' && (value as M | null) !== null && bufferSymbol in value && 'readInto' in value)
    return value;
  throw argumentError(`${operation} takes memory of the device, not ${describe(value)}`, {
    hint: 'The destination comes first: memcpyHtod(memory, array), memcpyDtoh(array, memory), memcpyDtod(memory, memory).',
  });
}

function checked(value: number, bits: number): number {
  if (Number.isInteger(value) && value >= 0 && value < 2 ** bits) return value;
  throw argumentError(`the value is a whole number of ${bits} bits, not ${describe(value)}`, { parameter: 'value' });
}

function on(stream: StreamOrDefault): { readonly stream?: Stream } {
  return stream ? { stream } : {};
}
