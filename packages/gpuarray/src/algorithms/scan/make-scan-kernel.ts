/** Scans as functions. */
import type { Device } from '@heddle/core';
import type { OnStream } from '../../array/device-context';
import { assertOnDevice } from '../../kernel-kit/check-arguments';
import { ScanKernel, type ScanArgument, type ScanCallOptions, type ScanKernelOptions } from './scan-kernel';
import type { ScanFunction } from './scan-kernel-types';

/**
 * See `Arrays.scanKernel`.
 *
 * @param onStream - runs each call on the stream of the kernel
 */
export function makeScanKernel<const S extends string>(
  device: Device,
  onStream: OnStream,
  options: ScanKernelOptions & { readonly arguments: S },
): ScanFunction<S>;
export function makeScanKernel(device: Device, onStream: OnStream, options: ScanKernelOptions): ScanFunction<string> {
  const kernel = new ScanKernel(options);
  const call = (...args: readonly (ScanArgument | ScanCallOptions)[]) => {
    assertOnDevice(kernel.spec.name, device, args);
    onStream(() => {
      kernel.call(...args);
    });
  };
  return Object.assign(call, { kernelName: kernel.spec.name });
}
