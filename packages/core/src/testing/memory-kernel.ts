/** Kernels of the memory driver: JavaScript functions that get their arguments as a device would, out of the record. */
import type { ArgumentLayout, ArgumentSlot } from '../arguments';
import { dtypeInfo, type DType, type TypedArray } from '../dtype/dtype';
import { numberFromFloat16 } from '../dtype/float16';
import type { PreparedGeometry } from '../spi/driver';

/** One thread's place in the launch. */
export interface MemoryThread {
  readonly thread: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  /** Over the whole grid, along x, y and z. */
  readonly global: readonly [number, number, number];
}

/** One launch, or one call of a plain function. */
export interface MemoryCall {
  /** Pointers as typed arrays over the rest of their memory (null for null), scalars as values, others as bytes. */
  readonly args: readonly MemoryArgument[];
  readonly geometry: PreparedGeometry;
  /** Calls the body for each thread, one after another. */
  forEachThread(body: (thread: MemoryThread) => void): void;
}

export type MemoryArgument = TypedArray | number | bigint | boolean | null;

/** What a kernel does; a plain function's result is what the call gives. */
export type MemoryKernel = (call: MemoryCall) => unknown;

/** Finds the memory at an address: its bytes from there on, or undefined outside of all memory. */
export type MemoryAt = (address: bigint) => Uint8Array | undefined;

export function createCall(
  layout: ArgumentLayout,
  record: ArrayBuffer,
  geometry: PreparedGeometry,
  memoryAt: MemoryAt,
): MemoryCall {
  return {
    args: layout.slots.map((slot) => readArgument(slot, record, memoryAt)),
    geometry,
    forEachThread: (body) => {
      forEachThread(geometry, body);
    },
  };
}

function readArgument(slot: ArgumentSlot, record: ArrayBuffer, memoryAt: MemoryAt): MemoryArgument {
  const { parameter, offset, byteLength } = slot;
  const view = new DataView(record);
  if (parameter.kind === 'pointer') return readPointer(view.getBigUint64(offset, true), parameter.dtype, memoryAt);
  if (parameter.kind === 'local') return Number(view.getBigUint64(offset, true));
  if (parameter.kind === 'scalar' && parameter.dtype !== undefined) return readScalar(view, offset, parameter.dtype);
  return new Uint8Array(record.slice(offset, offset + byteLength));
}

function readPointer(address: bigint, dtype: DType | undefined, memoryAt: MemoryAt): TypedArray | null {
  if (address === 0n) return null;
  const bytes = memoryAt(address);
  if (!bytes) throw new RangeError(`address ${address} is in no memory`);
  if (dtype === undefined) return bytes;
  const { array } = dtypeInfo(dtype);
  return new array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / array.BYTES_PER_ELEMENT));
}

function readScalar(view: DataView, offset: number, dtype: DType): MemoryArgument {
  switch (dtype) {
    case 'bool':
      return view.getUint8(offset) !== 0;
    case 'int8':
      return view.getInt8(offset);
    case 'uint8':
      return view.getUint8(offset);
    case 'int16':
      return view.getInt16(offset, true);
    case 'uint16':
      return view.getUint16(offset, true);
    case 'int32':
      return view.getInt32(offset, true);
    case 'uint32':
      return view.getUint32(offset, true);
    case 'int64':
      return view.getBigInt64(offset, true);
    case 'uint64':
      return view.getBigUint64(offset, true);
    case 'float16':
      return numberFromFloat16(view.getUint16(offset, true));
    case 'float32':
      return view.getFloat32(offset, true);
    case 'float64':
      return view.getFloat64(offset, true);
    default:
      return new Uint8Array(view.buffer.slice(offset, offset + dtypeInfo(dtype).byteLength) as ArrayBuffer);
  }
}

function forEachThread({ grid, block }: PreparedGeometry, body: (thread: MemoryThread) => void): void {
  for (const [bx, by, bz] of indexes(grid)) {
    for (const [x, y, z] of indexes(block)) {
      const global = [bx * block[0] + x, by * block[1] + y, bz * block[2] + z] as const;
      body({ thread: [x, y, z], block: [bx, by, bz], global });
    }
  }
}

function* indexes(extents: readonly [number, number, number]): Generator<[number, number, number]> {
  for (let z = 0; z < extents[2]; z++) {
    for (let y = 0; y < extents[1]; y++) for (let x = 0; x < extents[0]; x++) yield [x, y, z];
  }
}

/** A record in which the last two arguments have changed places, if they are of one size. */
export function withSwappedArguments(layout: ArgumentLayout, record: ArrayBuffer): ArrayBuffer {
  const [a, b] = layout.slots.slice(-2);
  if (!a || !b || a.byteLength !== b.byteLength) return record;
  const bytes = new Uint8Array(record.slice(0));
  const first = bytes.slice(a.offset, a.offset + a.byteLength);
  bytes.copyWithin(a.offset, b.offset, b.offset + b.byteLength);
  bytes.set(first, b.offset);
  return bytes.buffer;
}
