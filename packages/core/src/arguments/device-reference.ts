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

/**
 * The method by which memory takes part in a launch that waits, because operations before it wait for their kernels to
 * be compiled. Registered, as `bufferSymbol` is.
 */
export const turnSymbol: unique symbol = Symbol.for('heddle.turn') as never;

/** A device argument that is notified of waiting launches. */
export interface TurnArgument {
  [turnSymbol](): ArgumentTurn;
}

/** A call that failed in its turn. A plain mutable record. */
export interface FailedCall {
  readonly error: unknown;
  /** True once the failure has been reported. */
  told: boolean;
}

/** The memory of an argument of a launch that waits. It keeps the memory, though the argument may be disposed. */
export interface ArgumentTurn {
  /**
   * Called when the launch is about to be enqueued.
   *
   * @throws HeddleError the failure of the work that was to fill the memory
   */
  begin(): void;
  /**
   * Notes a failed launch that was to write the memory.
   *
   * @returns true if every read of the memory reports the failure; false if only the first one does
   */
  fail(call: FailedCall): boolean;
}

/** The method that makes an object a texture, surface, image or sampler argument. Registered, as `bufferSymbol` is. */
export const textureSymbol: unique symbol = Symbol.for('heddle.texture') as never;

/** Anything that a texture, surface, image or sampler parameter accepts besides the 64-bit handle itself. */
export interface TextureArgument {
  /** The 64-bit word that stands for it in an argument record. */
  [textureSymbol](): bigint;
}
