/** What a reduction takes and gives, read from its literal parameter strings by the type system. */
import type { DType } from '@heddle/core';
import type { GpuArray } from '../../array/gpu-array';
import type {
  CArguments,
  FirstError,
  Letters,
  Arguments,
  Outputs,
  ReadAll,
  Split,
} from '../../kernel-kit/parameter-types';
import type { CReductionOptions } from './c-reduction';
import type { ReductionArgument, ReductionCallOptions, ReductionKernelOptions } from './reduction-kernel';

/** Either form of a reduction. */
export type ReductionSource = ReductionKernelOptions | CReductionOptions;

/** What is asked of one call of CuPy's form. */
export type ReductionCall = Omit<ReductionCallOptions, 'range'>;
/** What is asked of one call of PyCUDA's form. */
export type CReductionCall = Pick<ReductionCallOptions, 'range' | 'out'>;

interface Named {
  /** What the kernel is called. */
  readonly kernelName: string;
}

type First<T extends unknown[]> = T extends [infer One, ...unknown[]] ? One : never;

type NamedCall<I extends unknown[], O extends unknown[], V extends string[]> = Named &
  (<A extends DType, B extends DType, C extends DType, D extends DType>(
    ...args: [...inputs: Arguments<I, V, A, B, C, D>, options?: ReductionCall]
  ) => First<Outputs<O, V, A, B, C, D>>) & {
    /** The same, giving all outputs. */
    all<A extends DType, B extends DType, C extends DType, D extends DType>(
      ...args: [...inputs: Arguments<I, V, A, B, C, D>, options?: ReductionCall]
    ): Outputs<O, V, A, B, C, D>;
  };

type Checked<I extends unknown[], O extends unknown[]> = [FirstError<[...I, ...O]>] extends [never]
  ? NamedCall<I, O, Letters<[...I, ...O]>>
  : FirstError<[...I, ...O]>;

/** A reduction whose arguments are not known before it runs. */
export type LooseReductionFunction = Named &
  ((...args: readonly (ReductionArgument | ReductionCallOptions)[]) => GpuArray) & {
    all(...args: readonly (ReductionArgument | ReductionCallOptions)[]): readonly GpuArray[];
  };

/** A reduction with C arguments. */
export type CReductionFunction<S extends string, D extends DType> = string extends S
  ? LooseReductionFunction
  : Named & ((...args: [...values: CArguments<Split<S>>, options?: CReductionCall]) => GpuArray<D>);

/** The reduction of these options. */
export type ReductionFunction<S> = S extends {
  readonly arguments: infer A extends string;
  readonly dtypeOut: infer D extends DType;
}
  ? CReductionFunction<A, D>
  : S extends { readonly in: infer I extends string; readonly out: infer O extends string }
    ? string extends I | O
      ? LooseReductionFunction
      : Checked<ReadAll<Split<I>>, ReadAll<Split<O>>>
    : LooseReductionFunction;
