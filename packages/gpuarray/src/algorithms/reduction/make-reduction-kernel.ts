/** Reductions as functions. */
import type { Device } from '@heddle/core';
import type { OnStream } from '../../array/device-context';
import { assertOnDevice } from '../../kernel-kit/check-arguments';
import { ReductionKernel, type ReductionArgument, type ReductionCallOptions } from './reduction-kernel';
import type { LooseReductionFunction, ReductionFunction, ReductionSource } from './reduction-kernel-types';

type Values = readonly (ReductionArgument | ReductionCallOptions)[];

/**
 * See `Arrays.reductionKernel`.
 *
 * @param onStream - runs each call on the stream of the kernel
 */
export function makeReductionKernel<const S extends ReductionSource>(
  device: Device,
  onStream: OnStream,
  source: S,
): ReductionFunction<S>;
export function makeReductionKernel(
  device: Device,
  onStream: OnStream,
  source: ReductionSource,
): LooseReductionFunction {
  const kernel = new ReductionKernel(source);
  const all = (...args: Values) => {
    assertOnDevice(kernel.name, device, args);
    return onStream(() => kernel.callAll(...args));
  };
  const call = (...args: Values) => {
    assertOnDevice(kernel.name, device, args);
    return onStream(() => kernel.call(...args));
  };
  return Object.assign(call, { kernelName: kernel.name, all });
}
