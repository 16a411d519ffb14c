/**
 * What differs between CUDA and HIP, as data. The driver reads it; nothing in the driver asks which vendor it serves.
 */
import type { ErrorCode } from '@heddle/core';
import type { Artifact, Capability } from '@heddle/core/backend';
import type { VolumeCopyForm } from '../memory/volume-copy';
import type { FunctionName } from './signatures';

/** The attributes of a device that the driver itself needs. */
export type NeededAttribute =
  | 'threadsPerBlock'
  | 'blockX'
  | 'blockY'
  | 'blockZ'
  | 'gridX'
  | 'gridY'
  | 'gridZ'
  | 'sharedBytes'
  | 'sharedBytesOptIn'
  | 'warpSize'
  | 'clockKilohertz'
  | 'multiprocessors'
  | 'cacheBytes'
  | 'computeMajor'
  | 'computeMinor'
  | 'managedMemory'
  | 'cooperativeLaunch'
  | 'memoryPools';

/** The attributes of a compiled kernel, by the number that the driver's query takes. */
export interface KernelAttributeNumbers {
  readonly maxThreadsPerBlock: number;
  readonly sharedBytes: number;
  readonly constantBytes: number;
  readonly localBytesPerThread: number;
  readonly registersPerThread: number;
  /** Settable: dynamic shared memory that a block may have. */
  readonly maxDynamicSharedBytes: number;
  /** The rest, by the vendor's names. */
  readonly others: Readonly<Record<string, number>>;
}

/** What a vendor's functions take after the parameters that both share: one argument, always the same. */
export type LastArguments = Readonly<
  Partial<Record<FunctionName, { readonly type: 'i' | 'u'; readonly value: number }>>
>;

/** Where the parameters of kernels lie, in order, by the kernels' names in the binary. */
export type KernelParameters = ReadonlyMap<string, readonly { readonly offset: number; readonly byteLength: number }[]>;

/** Facts about an open device that decide what it is called and what it can do. */
export interface DeviceFacts {
  readonly attributes: Readonly<Record<NeededAttribute, number>>;
  /** Every attribute the driver knows, by the vendor's names. */
  readonly all: Readonly<Record<string, number>>;
  /** The driver's version as the vendor counts it. */
  readonly driverVersion: number;
  readonly has: (name: FunctionName) => boolean;
  /** The bytes of the vendor's struct of properties; empty if its library has none. */
  readonly properties: Uint8Array;
}

export interface Vendor {
  /** `NVIDIA`, `AMD`. */
  readonly name: string;
  /** Who made a device, if the library serves devices of others too. */
  readonly makerOf?: (facts: DeviceFacts) => string;
  /** What the driver library is called in messages. */
  readonly library: string;
  /** Environment variable that names the library to load, before all other places. */
  readonly libraryVariable: string;
  /** Names and paths tried in order, by operating system. */
  readonly libraryPaths: Readonly<Partial<Record<string, readonly string[]>>>;
  /** What to do when there is no library, no device, or one too old. */
  readonly hints: { readonly noLibrary: string; readonly noDevice: string; readonly tooOld: string };
  /** Lowest driver version served, and how a version reads. */
  readonly oldestDriver: number;
  readonly describeVersion: (version: number) => string;
  /** Symbols behind each function, the preferred one first. Empty if the vendor has none. */
  readonly functions: Readonly<Record<FunctionName, readonly string[]>>;
  readonly lastArguments?: LastArguments;
  /** Statuses of a library that finds no device; by default 100 alone. */
  readonly noDeviceStatuses?: readonly number[];
  /** What statuses mean that are this vendor's alone. */
  readonly statusCodes?: Readonly<Record<number, ErrorCode>>;
  /** Whether the name of a status is written through a pointer, or returned. */
  readonly errorNameStyle: 'written' | 'returned';
  /**
   * Statuses by which functions that take a stream, an event or a kernel refuse to work in another context than its
   * own, before they do anything. Undefined if they may work in the wrong one.
   */
  readonly contextRefusals: (facts: DeviceFacts) => readonly number[] | undefined;
  /** Whether functions about two devices take the contexts of both, or their numbers. */
  readonly peersBy: 'context' | 'device';
  /** Whether streams of a device wait for words of memory. By default they do if the library has the functions. */
  readonly waitsForWords?: (facts: DeviceFacts) => boolean;
  /** The struct by which a version copies volumes. */
  readonly volumeCopy: (driverVersion: number) => VolumeCopyForm;
  readonly neededAttributes: Readonly<Record<NeededAttribute, number>>;
  readonly deviceAttributes: Readonly<Record<string, number>>;
  readonly kernelAttributes: KernelAttributeNumbers;
  /**
   * Reads from a binary what a library without `functionParameter` does not tell.
   *
   * @throws HeddleError `CORRUPT` for a damaged one
   */
  readonly kernelParameters?: (artifact: Pick<Artifact, 'format' | 'bytes'>) => KernelParameters | undefined;
  /** What compilers build for. */
  readonly architecture: (facts: DeviceFacts) => string;
  readonly capabilities: (facts: DeviceFacts) => readonly Capability[];
  /**
   * Makes a binary of a compiler's intermediate form (LTO-IR), which the driver itself does not load; undefined for
   * artifacts of other formats. Absent where the vendor's compilers store none.
   */
  readonly finishIntermediate?: (
    artifact: Artifact,
    target: { readonly backend: string; readonly architecture: string },
  ) => Promise<Artifact> | undefined;
  /** Bytes of the arguments of one launch. */
  readonly argumentBytes: (facts: DeviceFacts) => number;
}
