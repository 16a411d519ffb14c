/** Parameter strings read by the type system: what the arguments of a call must be. */
import type { DType } from '@heddle/core';
import type { ScalarOf } from '@heddle/core/backend';
import type { GpuArray } from '../array/gpu-array';
import type { Scalar } from '../array/dtype';

/** A type no value has, which carries the reason into the compiler's message. */
export interface ParameterError<Message extends string> {
  readonly parameterError: Message;
}

type Space = ' ' | '\n' | '\t' | '\r';
type TrimLeft<S extends string> = S extends `${Space}${infer Rest}` ? TrimLeft<Rest> : S;
type TrimRight<S extends string> = S extends `${infer Rest}${Space}` ? TrimRight<Rest> : S;
type Trim<S extends string> = TrimRight<TrimLeft<S>>;
export type Split<S extends string, Parts extends string[] = []> = S extends `${infer Head},${infer Rest}`
  ? Split<Rest, [...Parts, Trim<Head>]>
  : Trim<S> extends ''
    ? Parts
    : [...Parts, Trim<S>];

// Parameters by name: 'raw T x' -------------------------------------------------------------------------------------
interface Parameter<Type extends string = string, Raw extends boolean = boolean> {
  readonly type: Type;
  readonly raw: Raw;
}

interface Aliases {
  half: 'float16';
  float: 'float32';
  double: 'float64';
  int: 'int32';
}
type Canonical<T extends string> = T extends keyof Aliases ? Aliases[T] : T;
type Lower = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm';
type MoreLower = 'n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z';
type Letter = Lower | MoreLower | Uppercase<Lower | MoreLower>;

type ReadParameter<S extends string> = S extends `raw ${infer Rest}`
  ? ReadDeclaration<Trim<Rest>, true, S>
  : ReadDeclaration<S, false, S>;
type ReadDeclaration<S extends string, Raw extends boolean, Whole extends string> = S extends `${infer T} ${string}`
  ? Canonical<T> extends DType | Letter
    ? Parameter<Canonical<T>, Raw>
    : ParameterError<`'${T}' in '${Whole}' is not a dtype`>
  : ParameterError<`'${Whole}' is not a parameter: write '<dtype> <name>'`>;
export type ReadAll<Parts extends string[], Read extends unknown[] = []> = Parts extends [
  infer Head extends string,
  ...infer Rest extends string[],
]
  ? ReadAll<Rest, [...Read, ReadParameter<Head>]>
  : Read;

/** The letters among parameters, each once, in order. */
export type Letters<P extends unknown[], Found extends string[] = []> = P extends [infer Head, ...infer Rest]
  ? Head extends Parameter<infer T>
    ? T extends DType | Found[number]
      ? Letters<Rest, Found>
      : Letters<Rest, [...Found, T]>
    : Letters<Rest, Found>
  : Found;

/** Which type parameter a letter is: there are four. */
type Bound<V extends string[], T, A extends DType, B extends DType, C extends DType, D extends DType> = T extends DType
  ? T
  : T extends V[0]
    ? A
    : T extends V[1]
      ? B
      : T extends V[2]
        ? C
        : T extends V[3]
          ? D
          : DType;

type Operand<D extends DType, Raw extends boolean> = Raw extends true
  ? GpuArray<D>
  : GpuArray<D> | ScalarOf<D> | WideScalar<D>;
type WideScalar<D extends DType> = D extends 'int64' | 'uint64'
  ? number
  : D extends 'complex64' | 'complex128'
    ? number
    : never;

/**
 * Arguments for parameters. Only the first that a letter stands at decides what it stands for: later ones must agree,
 * where inferring from all of them would settle on the union of two dtypes.
 */
export type Arguments<
  P extends unknown[],
  V extends string[],
  A extends DType,
  B extends DType,
  C extends DType,
  D extends DType,
  Seen extends string = never,
> = P extends [infer Head, ...infer Rest]
  ? Head extends Parameter<infer T, infer Raw>
    ? [
        T extends Seen ? Operand<NoInfer<Bound<V, T, A, B, C, D>>, Raw> : Operand<Bound<V, T, A, B, C, D>, Raw>,
        ...Arguments<Rest, V, A, B, C, D, Seen | (T extends DType ? never : T)>,
      ]
    : [Head, ...Arguments<Rest, V, A, B, C, D, Seen>]
  : [];

export type Outputs<
  P extends unknown[],
  V extends string[],
  A extends DType,
  B extends DType,
  C extends DType,
  D extends DType,
> = P extends [infer Head, ...infer Rest]
  ? [
      Head extends Parameter<infer T> ? GpuArray<NoInfer<Bound<V, T, A, B, C, D>>> : Head,
      ...Outputs<Rest, V, A, B, C, D>,
    ]
  : [];

/** The mistakes among parameters. */
export type FirstError<P extends unknown[]> = Extract<P[number], ParameterError<string>>;

// C arguments: 'float a, const float *x' ----------------------------------------------------------------------------
interface CTypes {
  bool: 'bool';
  char: 'int8';
  'signed char': 'int8';
  int8_t: 'int8';
  'unsigned char': 'uint8';
  uchar: 'uint8';
  uint8_t: 'uint8';
  short: 'int16';
  int16_t: 'int16';
  'unsigned short': 'uint16';
  ushort: 'uint16';
  uint16_t: 'uint16';
  int: 'int32';
  int32_t: 'int32';
  unsigned: 'uint32';
  'unsigned int': 'uint32';
  uint: 'uint32';
  uint32_t: 'uint32';
  'long long': 'int64';
  int64_t: 'int64';
  INT64: 'int64';
  'unsigned long long': 'uint64';
  uint64_t: 'uint64';
  size_t: 'uint64';
  UINT64: 'uint64';
  half: 'float16';
  HALF: 'float16';
  float: 'float32';
  double: 'float64';
  complex64_t: 'complex64';
  cfloat_t: 'complex64';
  complex128_t: 'complex128';
  cdouble_t: 'complex128';
  'pycuda::complex<float>': 'complex64';
  'pycuda::complex<double>': 'complex128';
}

type Qualifier = 'const' | 'CONST' | 'volatile' | '__global' | 'GLOBAL' | 'global';
type Unqualified<S extends string> = S extends `${Qualifier} ${infer Rest}`
  ? Unqualified<Trim<Rest>>
  : S extends `${infer Rest} ${Qualifier}`
    ? Unqualified<Trim<Rest>>
    : Trim<S>;
type CArgument<S extends string> = S extends `${infer T}*${string}`
  ? Unqualified<Trim<T>> extends keyof CTypes
    ? GpuArray<CTypes[Unqualified<Trim<T>>]>
    : GpuArray
  : S extends `${infer T} ${infer Name}`
    ? CScalar<T, Name>
    : ParameterError<`'${S}' is not an argument`>;
/** The last word is the name; the words before it are the type. */
type CScalar<T extends string, Name extends string> = Name extends `${infer Word} ${infer Rest}`
  ? CScalar<`${T} ${Word}`, Rest>
  : Unqualified<T> extends keyof CTypes
    ? ScalarOf<CTypes[Unqualified<T>]> | WideScalar<CTypes[Unqualified<T>]>
    : Scalar;
export type CArguments<Parts extends string[], Read extends unknown[] = []> = Parts extends [
  infer Head extends string,
  ...infer Rest extends string[],
]
  ? CArguments<Rest, [...Read, CArgument<Head>]>
  : Read;
