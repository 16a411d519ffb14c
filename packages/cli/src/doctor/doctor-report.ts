/** What the doctor finds, as data: `heddle doctor --json` prints it. Fields may be added, never renamed. */

export interface DoctorReport {
  /** True if at least one backend serves: `openDevice()` will succeed. */
  readonly serves: boolean;
  readonly versions: { readonly heddle: string; readonly node: string; readonly platform: string };
  readonly backends: readonly BackendReport[];
  readonly tools: readonly ToolReport[];
  readonly cache: CacheReport;
  /** What to install or change, one sentence each; empty if all is well. */
  readonly advice: readonly string[];
}

/**
 * - `serves`: at least one of its devices opens
 * - `unavailable`: installed, but it cannot serve on this machine; `reason` and `hint` say why
 * - `not-installed`: the package is not there
 * - `broken`: it failed in a way that its probe did not foresee; `reason` says how
 */
export type BackendState = 'serves' | 'unavailable' | 'not-installed' | 'broken';

export interface BackendReport {
  readonly name: string;
  readonly state: BackendState;
  /** As the backend's probe tells it. */
  readonly version?: string;
  readonly reason?: string;
  readonly hint?: string;
  readonly devices: readonly DeviceReport[];
}

export interface DeviceReport {
  readonly index: number;
  readonly name: string;
  readonly type: string;
  /** Why it does not open; then nothing else is known of it. */
  readonly failure?: string;
  readonly facts?: DeviceFacts;
}

export interface DeviceFacts {
  readonly vendor: string;
  readonly driverVersion: string;
  readonly architecture: string;
  readonly totalBytes: number;
  readonly multiprocessors: number;
  readonly warpSize: number;
  readonly clockMegahertz?: number;
  readonly threadsPerBlock: number;
  /** Bytes of shared memory of one block, at most. */
  readonly sharedBytes: number;
  /** Ids of the compilers, in order of preference. */
  readonly compilers: readonly string[];
  readonly capabilities: readonly string[];
}

/** A program of the machine that backends or the tuner make use of. */
export interface ToolReport {
  readonly name: string;
  readonly purpose: string;
  readonly path?: string;
  readonly version?: string;
}

export type CacheReport =
  | {
      readonly enabled: true;
      readonly folder: string;
      readonly entries: number;
      readonly byteLength: number;
      readonly maxByteLength: number;
      /** Environment variables that were not understood and are ignored. */
      readonly complaint?: string;
    }
  | { readonly enabled: false; readonly folder?: string; readonly reason: string };
