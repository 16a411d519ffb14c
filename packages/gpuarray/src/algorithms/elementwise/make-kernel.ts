/** Kernels as functions. */
import type { Device } from '@heddle/core';
import { NamedElementwiseKernel, type ElementwiseKernelOptions } from './elementwise-kernel';
import type { ElementwiseKernel, PointerKernel } from './kernel-types';
import { PointerElementwiseKernel, type IndexRange } from './pointer-kernel';
import type { Shape } from '../../array/shape';
import type { OnStream } from '../../array/device-context';

/**
 * See `Arrays.elementwiseKernel`.
 *
 * @param onStream - runs each call on the stream of the kernel
 */
export function makeElementwiseKernel<const I extends string, const O extends string>(
  device: Device,
  onStream: OnStream,
  inputs: I,
  outputs: O,
  operation: string,
  options: ElementwiseKernelOptions | undefined,
): ElementwiseKernel<I, O>;
export function makeElementwiseKernel(
  device: Device,
  onStream: OnStream,
  inputs: string,
  outputs: string,
  operation: string,
  options: ElementwiseKernelOptions | undefined,
): object {
  const kernel = new NamedElementwiseKernel(device, inputs, outputs, operation, options);
  const withSize =
    (size: number | Shape | undefined) =>
    (...args: readonly unknown[]) => {
      const results = onStream(() => kernel.run(args, size));
      return results.length === 1 ? results[0] : results;
    };
  return Object.assign(withSize(undefined), { kernelName: kernel.name, withSize });
}

/** See `Arrays.elementwiseKernel`. */
export function makePointerKernel<const S extends string>(
  device: Device,
  onStream: OnStream,
  args: S,
  operation: string,
  options: ElementwiseKernelOptions | undefined,
): PointerKernel<S> {
  const kernel = new PointerElementwiseKernel(device, args, operation, options);
  const over =
    (range: IndexRange | undefined) =>
    (...values: readonly unknown[]) => {
      onStream(() => {
        kernel.run(values, range);
      });
    };
  return Object.assign(over(undefined), { kernelName: kernel.name, over });
}
