/** Properties of a device, in SI units. */
import type { Dim3 } from './extents';

/** Upper bounds that launches and allocations are checked against before a driver is reached. */
export interface DeviceLimits {
  /** Blocks along each axis of a grid. */
  readonly grid: Dim3;
  /** Threads along each axis of a block. */
  readonly block: Dim3;
  /** Threads of one block. */
  readonly threadsPerBlock: number;
  /** Bytes of shared memory a block gets without asking. */
  readonly sharedBytes: number;
  /** Bytes of shared memory a block gets at most, if the driver must be asked; else the same. */
  readonly sharedBytesOptIn: number;
  /** Bytes of one allocation. */
  readonly allocationBytes: number;
  /** Bytes of the arguments of one launch. */
  readonly argumentBytes: number;
}

export interface DeviceProperties {
  readonly name: string;
  readonly vendor: string;
  /** `gpu`, `cpu` or another accelerator. */
  readonly type: 'gpu' | 'cpu' | 'accelerator';
  /** The driver's version as the vendor writes it. */
  readonly driverVersion: string;
  /** What compilers build for: `sm_90`, `gfx90a`, `x86-64-v4`, an OpenCL C version. */
  readonly architecture: string;
  /** Bytes of device memory in all. */
  readonly totalBytes: number;
  /** Threads that execute in step: 32, 64, or 1 if there is no such thing. */
  readonly warpSize: number;
  readonly multiprocessors: number;
  readonly clockKilohertz?: number;
  /** Bytes of last-level cache. */
  readonly cacheBytes?: number;
  /** Stable identity of the physical device, if the vendor gives one. */
  readonly uuid?: string;
  /** Bytes a view's offset must be a multiple of to be passed to a kernel. 1 where pointers are free. */
  readonly offsetAlignment: number;
  readonly limits: DeviceLimits;
  /** Everything else the vendor tells, by the vendor's names. */
  readonly vendorAttributes: Readonly<Record<string, string | number | boolean>>;
}
