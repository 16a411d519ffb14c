/**
 * What a kernel takes and gives, read from its literal parameter strings by the type system. Strings that are made at
 * run time give the loose forms.
 */
import type { DType } from '@heddle/core';
import type { GpuArray } from '../../array/gpu-array';
import type { Scalar } from '../../array/dtype';
import type { Shape } from '../../array/shape';
import type {
  Arguments,
  CArguments,
  FirstError,
  Letters,
  Outputs,
  ReadAll,
  Split,
} from '../../kernel-kit/parameter-types';
import type { IndexRange } from './pointer-kernel';

// Parameters by name: 'raw T x' -------------------------------------------------------------------------------------
type Single<T extends unknown[]> = T extends [infer One] ? One : T;

type Call<I extends unknown[], O extends unknown[], V extends string[]> = <
  A extends DType,
  B extends DType,
  C extends DType,
  D extends DType,
>(
  ...args: [...inputs: Arguments<I, V, A, B, C, D>, ...outputs: Partial<Outputs<O, V, A, B, C, D>>]
) => Single<Outputs<O, V, A, B, C, D>>;

interface Sized<F> {
  /** What the kernel is called. */
  readonly kernelName: string;
  /** The same for so many elements: where all arrays are raw, none of them tells. */
  withSize(size: number | Shape): F;
}

/** A kernel whose arguments are not known before it runs. */
export type LooseElementwiseKernel = LooseCall & Sized<LooseCall>;
type LooseCall = (...args: readonly (GpuArray | Scalar | undefined)[]) => GpuArray;

type Typed<I extends unknown[], O extends unknown[]> = [FirstError<[...I, ...O]>] extends [never]
  ? Call<I, O, Letters<[...I, ...O]>> & Sized<Call<I, O, Letters<[...I, ...O]>>>
  : FirstError<[...I, ...O]>;

/** The kernel of two parameter strings. */
export type ElementwiseKernel<I extends string, O extends string> = string extends I | O
  ? LooseElementwiseKernel
  : Typed<ReadAll<Split<I>>, ReadAll<Split<O>>>;

// C arguments: 'float a, const float *x' ----------------------------------------------------------------------------
type PointerCall<Args extends unknown[]> = (...args: Args) => void;

/** A kernel over pointers, and over parts of their indices. */
export type PointerKernel<S extends string> = string extends S
  ? Ranged<PointerCall<(GpuArray | Scalar)[]>>
  : Ranged<PointerCall<CArguments<Split<S>>>>;

type Ranged<F> = F & {
  readonly kernelName: string;
  /** The same over these indices: `start`, `start + step`, … without `stop`, by Python's rules. */
  over(range: IndexRange): F;
};
