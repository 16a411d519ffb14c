/** Kernels with known parameters: run once, or with the best there are. */
export { runKernel, type RunKernelOptions } from './run-kernel';
export { TunedKernel, type TunedKernelOptions } from './tuned-kernel';
export type { ResultMatch } from './nearest-result';
export type { KernelDescription } from '../request/kernel-options';
