/** Heddle on NVIDIA GPUs, compiling with nvcc. */
export { backend, type CudaOpenOptions } from './backend';
export { backend as default } from './backend';
export { NvccCompiler, type CompileTarget } from './compile/nvcc-compiler';
export { findNvcc, type Nvcc } from './nvcc/find-nvcc';
export {
  createDoubleTexture,
  doubleTextureHeader,
  type DoubleTextureOptions,
} from '@heddle/simt-driver/double-texture';
