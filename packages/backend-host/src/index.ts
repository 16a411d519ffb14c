/** Heddle on the CPU: CUDA and HIP kernels, and plain C, C++ and Fortran functions. */
export { backend, backend as default } from './host-backend';
export type { Sanitizer } from './sanitize/sanitizers';
