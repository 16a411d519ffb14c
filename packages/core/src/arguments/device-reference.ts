/**
 * How anything that owns device memory shows it to a kernel launch.
 */
import type { DType } from '../dtype/dtype';

/** The method that makes an object a device argument. Registered, so that every copy of the package agrees. */
export const bufferSymbol: unique symbol = Symbol.for('heddle.buffer') as never;

/** One contiguous range of device memory, as packing reads it. A plain mutable record: reading it costs nothing. */
export interface DeviceReference {
  /** The device that owns the memory, compared by identity. */
  readonly device: object;
  /** The 64-bit word that stands for the memory in an argument record: an address, or a vendor's handle. */
  address: bigint;
  /** Element type; undefined is raw bytes, which every pointer parameter accepts. */
  readonly dtype: DType | undefined;
  /** Bytes in the range. */
  readonly byteLength: number;
  /** False for a strided view: its base pointer alone does not describe it, so a raw kernel cannot take it. */
  readonly contiguous: boolean;
  /** Why the memory may not be used any more (`disposed`, `device lost`); undefined while it may. */
  unusable: string | undefined;
}

/** Anything that a pointer parameter accepts: core's Buffer, gpuarray's arrays, other libraries' arrays. */
export interface DeviceArgument {
  [bufferSymbol](): DeviceReference;
}

/** The method that makes an object a texture, surface, image or sampler argument. Registered, as `bufferSymbol` is. */
export const textureSymbol: unique symbol = Symbol.for('heddle.texture') as never;

/** Anything that a texture, surface, image or sampler parameter accepts besides the 64-bit handle itself. */
export interface TextureArgument {
  /** The 64-bit word that stands for it in an argument record. */
  [textureSymbol](): bigint;
}
