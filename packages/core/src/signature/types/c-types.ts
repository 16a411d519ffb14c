/** The C types that the type level knows, and what each takes as an argument. Any other degrades to a loose one. */
import type { DType } from '../../dtype/dtype';
import type { ScalarInput } from '../../dtype/scalar-store';
import type { DeviceArgument, TextureArgument } from '../../arguments/device-reference';

/**
 * Device memory whose element type is known to the compiler. Core's `Buffer<D>` is one. The member is optional, so
 * that raw buffers and other libraries' arrays fit every pointer; what they really hold is checked at run time.
 */
export interface TypedDeviceArgument<D extends DType> extends DeviceArgument {
  readonly dtype?: D | undefined;
}

/** The type of an argument if the compiler does not know it. */
export type LooseArgument = number | bigint | boolean | object | null;

/** Element types by C name. Two of them where the platform decides: `long` on Windows, `char` on ARM. */
interface ScalarTypes {
  bool: 'bool';
  _Bool: 'bool';
  char: 'int8' | 'uint8';
  'signed char': 'int8';
  'unsigned char': 'uint8';
  uchar: 'uint8';
  short: 'int16';
  'short int': 'int16';
  'unsigned short': 'uint16';
  'unsigned short int': 'uint16';
  ushort: 'uint16';
  int: 'int32';
  signed: 'int32';
  'signed int': 'int32';
  unsigned: 'uint32';
  'unsigned int': 'uint32';
  uint: 'uint32';
  long: 'int64' | 'int32';
  'long int': 'int64' | 'int32';
  'unsigned long': 'uint64' | 'uint32';
  'unsigned long int': 'uint64' | 'uint32';
  ulong: 'uint64' | 'uint32';
  'long long': 'int64';
  'long long int': 'int64';
  'unsigned long long': 'uint64';
  'unsigned long long int': 'uint64';
  int8_t: 'int8';
  uint8_t: 'uint8';
  int16_t: 'int16';
  uint16_t: 'uint16';
  int32_t: 'int32';
  uint32_t: 'uint32';
  int64_t: 'int64';
  uint64_t: 'uint64';
  size_t: 'uint64';
  ptrdiff_t: 'int64';
  INT64: 'int64';
  UINT64: 'uint64';
  float: 'float32';
  double: 'float64';
  half: 'float16';
  __half: 'float16';
  HALF: 'float16';
  __nv_bfloat16: 'bfloat16';
  nv_bfloat16: 'bfloat16';
  __hip_bfloat16: 'bfloat16';
  cuComplex: 'complex64';
  cuFloatComplex: 'complex64';
  cuDoubleComplex: 'complex128';
  hipFloatComplex: 'complex64';
  hipDoubleComplex: 'complex128';
}

interface VectorElements {
  char: 'int8';
  uchar: 'uint8';
  short: 'int16';
  ushort: 'uint16';
  int: 'int32';
  uint: 'uint32';
  long: 'int64' | 'int32';
  ulong: 'uint64' | 'uint32';
  longlong: 'int64';
  ulonglong: 'uint64';
  float: 'float32';
  double: 'float64';
}

type Handles =
  | 'cudaTextureObject_t'
  | 'cudaSurfaceObject_t'
  | 'hipTextureObject_t'
  | 'hipSurfaceObject_t'
  | 'image1d_t'
  | 'image2d_t'
  | 'image3d_t'
  | 'image2d_array_t'
  | 'sampler_t';

/** Element type of a vector type's lanes; never for any other type. */
type LanesOf<Type extends string> = Type extends `${infer Element}${1 | 2 | 3 | 4 | 8 | 16}`
  ? Element extends keyof VectorElements
    ? VectorElements[Element]
    : never
  : never;

/** The element types that a pointer to a C type takes; undefined if any will do. */
type ElementsOf<Type extends string> = Type extends keyof ScalarTypes
  ? Interchangeable<ScalarTypes[Type]>
  : Type extends 'float2'
    ? 'float32' | 'complex64'
    : Type extends 'double2'
      ? 'float64' | 'complex128'
      : [LanesOf<Type>] extends [never]
        ? undefined
        : Interchangeable<LanesOf<Type>>;

/** A bool is a byte, and a complex number is two floats, so each passes as the other, as at run time. */
type Interchangeable<D extends DType> = D extends 'bool' | 'uint8'
  ? 'bool' | 'uint8'
  : D extends 'complex64'
    ? 'complex64' | 'float32'
    : D extends 'complex128'
      ? 'complex128' | 'float64'
      : D;

/** What a pointer parameter takes. */
export type PointerArgument<Type extends string> =
  ElementsOf<Type> extends infer D extends DType ? TypedDeviceArgument<D> | null : DeviceArgument | null;

/** What a parameter passed by value takes. */
export type ValueArgument<Type extends string> = Type extends keyof ScalarTypes
  ? ScalarInput<ScalarTypes[Type]>
  : Type extends Handles
    ? bigint | TextureArgument
    : [LanesOf<Type>] extends [never]
      ? LooseArgument
      : ArrayLike<ScalarInput<LanesOf<Type>>>;

/** True for the types that {@link ValueArgument} knows. */
export type IsKnownType<Type extends string> = Type extends keyof ScalarTypes | Handles
  ? true
  : [LanesOf<Type>] extends [never]
    ? false
    : true;
