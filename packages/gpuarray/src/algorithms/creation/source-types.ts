/** What arrays are made of, as the type system sees it. */
import type { DType, TypedArray } from '@heddle/core';
import type { NestedValues, StridedData } from './host-data';

/** The dtype that a typed array holds by itself. */
type DTypeOfTyped<A> = A extends Float32Array
  ? 'float32'
  : A extends Float64Array
    ? 'float64'
    : A extends Int32Array
      ? 'int32'
      : A extends Uint32Array
        ? 'uint32'
        : A extends Int16Array
          ? 'int16'
          : A extends Uint16Array
            ? 'uint16'
            : A extends Int8Array
              ? 'int8'
              : A extends Uint8Array | Uint8ClampedArray
                ? 'uint8'
                : A extends BigInt64Array
                  ? 'int64'
                  : A extends BigUint64Array
                    ? 'uint64'
                    : never;

/** What arrays are made of. */
export type ArraySource = TypedArray | NestedValues | StridedData;

/** The dtype of arrays made of a source, where it can be told without looking at values. */
export type DTypeOfSource<S> = S extends TypedArray
  ? DTypeOfTyped<S>
  : S extends { readonly data: infer A }
    ? A extends TypedArray
      ? DTypeOfTyped<A>
      : DType
    : DType;
