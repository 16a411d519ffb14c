export * from './dialect';
export * from './cuda-dialect';
export * from './opencl-dialect';
export * from './hip-dialect';
