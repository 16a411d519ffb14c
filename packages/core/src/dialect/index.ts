export * from './dialect';
export * from './cuda-dialect';
export * from './opencl-dialect';
