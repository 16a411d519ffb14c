/** Reductions as functions. */
import { argumentError, type Device } from '@heddle/core';
import { isGpuArray } from '../array/is-gpu-array';
import type { OnStream } from '../device-context';
import { ReductionKernel, type ReductionArgument, type ReductionCallOptions } from './reduction-kernel';
import type { ReductionFunction, ReductionSource } from './reduction-kernel-types';

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
): ReductionFunction<S> {
  const kernel = new ReductionKernel(source);
  const all = (...args: Values) => {
    assertOnDevice(kernel.name, device, args);
    return onStream(() => kernel.callAll(...args));
  };
  const call = (...args: Values) => all(...args)[0];
  return Object.assign(call, { kernelName: kernel.name, all }) as unknown as ReductionFunction<S>;
}

/** @throws HeddleError `ARGUMENT` where an array is on another device than the kernel */
export function assertOnDevice(operation: string, device: Device, args: readonly unknown[]): void {
  const stranger = args.findIndex((arg) => isGpuArray(arg) && arg.device !== device);
  if (stranger !== -1) throw argumentError(`${operation}: argument ${stranger + 1} is on another device`);
}
