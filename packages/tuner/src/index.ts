/** Auto-tuning: search spaces, strategies, and the runs that measure configurations on a device. */
export * from './expression';
export * from './space';
export * from './strategy';
export { dominates, paretoFront, paretoFronts } from './pareto';
export * from './simulation';
export * from './files';
export * from './run';
export * from './observer';
export { tuneKernel } from './tune-kernel';
export * from './kernel';
export * from './directives';
export * from './energy';
export { tuneCache, type TuneCacheOptions } from './tune-cache';
