export { parseCArguments, unknownType, type CArgument } from './c-argument-list';
export { compiledKernel, CompiledKernel, type KernelOptions } from './kernel-cache';
export { assertKernelName, nameInSource } from './kernel-name';
export { kernelHeader } from './kernel-header';
export * from './c-types';
