/** Heddle's core: devices, buffers, kernels; and the interface that backends implement. */
export * from './errors';
export * from './abort-listeners';
export * from './files';
export * from './dtype';
export * from './signature';
export * from './arguments';
export * from './spi';
export * from './compiler-environment';
export * from './compiler-programs';
export * from './compiler-options';
export * from './diagnostics';
export * from './cache';
export * from './tracing';
export * from './memory-pool';
export * from './dialect';
export * from './device';
export * from './registry';
