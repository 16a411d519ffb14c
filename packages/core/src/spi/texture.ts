/** Textures as data: what CUDA and HIP texture objects and OpenCL images have in common. */
import type { DType } from '../dtype/dtype';

export type AddressMode = 'wrap' | 'clamp' | 'mirror' | 'border';
export type FilterMode = 'point' | 'linear';

export interface TextureDescription {
  /** Texels along x, and y and z where the texture has them. */
  readonly extents: readonly [width: number, height?: number, depth?: number];
  /** Type of one channel. */
  readonly dtype: DType;
  /** Channels of a texel: 1, 2 or 4. */
  readonly channels: 1 | 2 | 4;
  /** The last extent counts layers, which are never filtered across. */
  readonly layered: boolean;
  readonly filterMode: FilterMode;
  /** One for each axis. */
  readonly addressMode: readonly [AddressMode, AddressMode, AddressMode];
  /** Coordinates run over [0, 1) instead of texels. */
  readonly normalizedCoordinates: boolean;
  /** Integers are read as floats in [0, 1] or [-1, 1]. */
  readonly normalizedValues: boolean;
  /** Kernels may write it through a surface object. */
  readonly writable: boolean;
}

export interface TextureHandle {
  /** The 64-bit word a kernel's texture, surface or image parameter receives. */
  readonly object: bigint;
  /** The same for writing, where the texture is writable. */
  readonly surface?: bigint;
  /** What a sampler parameter receives, where sampling is not part of `object`: OpenCL. */
  readonly sampler?: bigint;
}
