/**
 * Element types, by their NumPy names, and how each is stored on the host.
 */
import { describe } from '../diagnostics/describe';
import { argumentError } from '../errors';

/** A complex number as users write it. In memory the parts are interleaved, real first. */
export interface Complex {
  readonly re: number;
  readonly im: number;
}

/**
 * Every element type, the JavaScript value of one element and the typed array that holds many.
 * float16 and bfloat16 travel by their bits; `bool` is one byte, 0 or 1.
 */
export interface DTypeMap {
  bool: { scalar: boolean; array: Uint8Array };
  int8: { scalar: number; array: Int8Array };
  uint8: { scalar: number; array: Uint8Array };
  int16: { scalar: number; array: Int16Array };
  uint16: { scalar: number; array: Uint16Array };
  int32: { scalar: number; array: Int32Array };
  uint32: { scalar: number; array: Uint32Array };
  int64: { scalar: bigint; array: BigInt64Array };
  uint64: { scalar: bigint; array: BigUint64Array };
  float16: { scalar: number; array: Uint16Array };
  bfloat16: { scalar: number; array: Uint16Array };
  float32: { scalar: number; array: Float32Array };
  float64: { scalar: number; array: Float64Array };
  complex64: { scalar: Complex; array: Float32Array };
  complex128: { scalar: Complex; array: Float64Array };
}

export type DType = keyof DTypeMap;

/** The JavaScript value of one element of `D`. */
export type ScalarOf<D extends DType> = DTypeMap[D]['scalar'];

/** The typed array that holds elements of `D` on the host. */
export type ArrayOf<D extends DType> = DTypeMap[D]['array'];

/** Any typed array that can hold elements. */
export type TypedArray = ArrayOf<DType>;

/** What kind of number an element is. */
export type DTypeKind = 'bool' | 'integer' | 'unsigned' | 'float' | 'complex';

/** The facts about one element type. */
export interface DTypeInfo {
  readonly name: DType;
  readonly kind: DTypeKind;
  /** Bytes of one element, and its alignment on a device. */
  readonly byteLength: number;
  readonly alignment: number;
  /** Host array elements per dtype element: 2 for complex, else 1. */
  readonly lanes: number;
  readonly array: TypedArrayConstructor;
}

interface TypedArrayConstructor {
  readonly name: string;
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): TypedArray;
  new (buffer: ArrayBufferLike, byteOffset?: number, length?: number): TypedArray;
}

const table: readonly [DType, DTypeKind, byteLength: number, lanes: number, TypedArrayConstructor][] = [
  ['bool', 'bool', 1, 1, Uint8Array],
  ['int8', 'integer', 1, 1, Int8Array],
  ['uint8', 'unsigned', 1, 1, Uint8Array],
  ['int16', 'integer', 2, 1, Int16Array],
  ['uint16', 'unsigned', 2, 1, Uint16Array],
  ['int32', 'integer', 4, 1, Int32Array],
  ['uint32', 'unsigned', 4, 1, Uint32Array],
  ['int64', 'integer', 8, 1, BigInt64Array],
  ['uint64', 'unsigned', 8, 1, BigUint64Array],
  ['float16', 'float', 2, 1, Uint16Array],
  ['bfloat16', 'float', 2, 1, Uint16Array],
  ['float32', 'float', 4, 1, Float32Array],
  ['float64', 'float', 8, 1, Float64Array],
  // Vendor complex types are aligned to their whole size, so that one load fetches both parts.
  ['complex64', 'complex', 8, 2, Float32Array],
  ['complex128', 'complex', 16, 2, Float64Array],
];

const infos: ReadonlyMap<string, DTypeInfo> = new Map(
  table.map(([name, kind, byteLength, lanes, array]) => [
    name,
    { name, kind, byteLength, alignment: byteLength, lanes, array },
  ]),
);

/** All element types, narrow to wide within each kind. */
export const dtypes: readonly DType[] = table.map(([name]) => name);

export function isDType(name: unknown): name is DType {
  return typeof name === 'string' && infos.has(name);
}

/**
 * The facts about an element type.
 *
 * @throws HeddleError `ARGUMENT` for a name that is none
 */
export function dtypeInfo(name: DType): DTypeInfo {
  const info = infos.get(name);
  if (!info) throw argumentError(`'${String(name)}' is not a dtype; the dtypes are ${dtypes.join(', ')}`);
  return info;
}

/**
 * The element type that a typed array holds when nobody says otherwise: `Uint16Array` is uint16, not float16.
 *
 * The tag is read instead of `instanceof`, which fails across realms (worker threads' vm contexts, test runners).
 *
 * @throws HeddleError `ARGUMENT` for anything but a typed array that holds a dtype
 */
export function dtypeOfArray(array: ArrayBufferView): DType {
  const dtype = ArrayBuffer.isView(array) ? dtypeByTag.get(arrayTag(array)) : undefined;
  if (!dtype) throw argumentError(`expected a typed array, not ${describe(array)}`);
  return dtype;
}

/** The class name of a typed array or DataView, right across realms. */
export function arrayTag(array: ArrayBufferView): string {
  return Object.prototype.toString.call(array).slice(8, -1);
}

const dtypeByTag: ReadonlyMap<string, DType> = new Map([
  ['Int8Array', 'int8'],
  ['Uint8Array', 'uint8'],
  ['Uint8ClampedArray', 'uint8'],
  ['Int16Array', 'int16'],
  ['Uint16Array', 'uint16'],
  ['Int32Array', 'int32'],
  ['Uint32Array', 'uint32'],
  ['BigInt64Array', 'int64'],
  ['BigUint64Array', 'uint64'],
  ['Float32Array', 'float32'],
  ['Float64Array', 'float64'],
]);

/** True if `array`'s class can hold `dtype`: Uint16Array holds uint16, float16 and bfloat16. */
export function arrayHolds(array: ArrayBufferView, dtype: DType): boolean {
  const tag = arrayTag(array);
  const wanted = dtypeInfo(dtype).array.name;
  return tag === wanted || (tag === 'Uint8ClampedArray' && wanted === 'Uint8Array');
}
