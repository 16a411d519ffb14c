/** The plugin object a backend package exports: how Heddle finds out what it can serve and opens it. */
import type { Driver } from './driver';

/** Version of this interface. A backend made for another major refuses to load, with the package to upgrade named. */
export const apiVersion = 1;

/** One device as a probe sees it, before it is opened. */
export interface DeviceSummary {
  /** Position in the backend's list, what `openDevice(backend, { device })` takes. */
  readonly index: number;
  readonly name: string;
  readonly type: 'gpu' | 'cpu' | 'accelerator';
  /** Bytes of device memory, if it is known without opening the device. */
  readonly totalBytes?: number;
}

/** Whether a backend can serve here and now. */
export type ProbeResult =
  { readonly available: true; readonly devices: readonly DeviceSummary[]; readonly version: string } | Unavailable;

/** Why a backend cannot serve. */
export interface Unavailable {
  readonly available: false;
  /** What is missing, in one sentence. */
  readonly reason: string;
  /** What to install or change. */
  readonly hint: string;
}

/** Options of {@link Backend.open}; a backend adds its own fields and documents them. */
export interface OpenOptions {
  readonly [option: string]: unknown;
}

export interface Backend {
  /** Short name: `host`, `opencl`, `cuda`, `nvrtc`, `hip`. */
  readonly name: string;
  /** The {@link apiVersion} it was written for. */
  readonly apiVersion: number;
  /** The package to name when the versions do not fit. */
  readonly packageName: string;
  /**
   * Finds out whether it can serve. Never throws, never takes the process down.
   *
   * @param options - those that {@link Backend.open} will get, for backends that choose devices by options of their
   * own: the devices it gives are the ones that fit, the one to prefer first
   */
  probe(options?: OpenOptions): Promise<ProbeResult>;
  /**
   * Opens a device.
   *
   * @throws HeddleError `UNAVAILABLE` if `probe` says no, `ARGUMENT` for an index or option it does not have
   */
  open(deviceIndex: number, options: OpenOptions): Promise<Driver>;
  /**
   * The same for a caller that asks the driver for its compilers, properties and capabilities alone. For backends that
   * can then avoid a device context, which costs a third of a second and hundreds of megabytes on a GPU. Default:
   * {@link Backend.open}.
   */
  openForCompiling?(deviceIndex: number, options: OpenOptions): Promise<Driver>;
}
