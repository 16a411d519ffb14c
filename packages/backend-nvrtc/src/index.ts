/** Heddle on NVIDIA GPUs, compiling in memory with NVRTC. */
export { backend, type NvrtcOpenOptions } from './backend';
export { backend as default } from './backend';
export {
  createDoubleTexture,
  doubleTextureHeader,
  type DoubleTextureOptions,
} from '@heddle/simt-driver/double-texture';
