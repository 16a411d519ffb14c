/**
 * Publishing on the diagnostics channels, free while nobody listens.
 *
 * Launches, copies and cache hits take microseconds or less, so their functions take plain arguments and build the
 * payload only for a subscriber. The rare events take a function that builds it.
 */
import { channel } from 'node:diagnostics_channel';
import type {
  CacheAction,
  CompileTrace,
  CopyDirection,
  CopyTrace,
  CacheTrace,
  LaunchTrace,
  LeakTrace,
  TuneTrace,
} from './payloads';

// Held for the life of the module: Node keeps channels weakly, and one that is collected loses its subscribers.
const compileChannel = channel('heddle:compile');
const launchChannel = channel('heddle:launch');
const copyChannel = channel('heddle:copy');
const tuneChannel = channel('heddle:tune');
const leakChannel = channel('heddle:leak');
const cacheChannel = channel('heddle:cache');

/** Publishes a launch on `heddle:launch`. */
export function traceLaunch(
  backend: string,
  kernel: string,
  grid: LaunchTrace['grid'],
  block: LaunchTrace['block'],
  sharedBytes: number,
  stream: object | undefined,
): void {
  if (!launchChannel.hasSubscribers) return;
  launchChannel.publish({ backend, kernel, grid, block, sharedBytes, stream } satisfies LaunchTrace);
}

/** Publishes a transfer on `heddle:copy`. */
export function traceCopy(
  backend: string,
  direction: CopyDirection,
  byteLength: number,
  stream: object | undefined,
): void {
  if (!copyChannel.hasSubscribers) return;
  copyChannel.publish({ backend, direction, byteLength, stream } satisfies CopyTrace);
}

/** Publishes what the artifact cache did on `heddle:cache`. */
export function traceCache(
  action: CacheAction,
  key?: string,
  byteLength?: number,
  reason?: string,
  error?: unknown,
): void {
  if (!cacheChannel.hasSubscribers) return;
  cacheChannel.publish({ action, key, byteLength, reason, error } satisfies CacheTrace);
}

/** Publishes a compilation on `heddle:compile`; `describe` runs only when somebody listens. */
export function traceCompile(describe: () => CompileTrace): void {
  if (compileChannel.hasSubscribers) compileChannel.publish(describe());
}

/** Publishes a tried configuration on `heddle:tune`; `describe` runs only when somebody listens. */
export function traceTune(describe: () => TuneTrace): void {
  if (tuneChannel.hasSubscribers) tuneChannel.publish(describe());
}

/** Publishes a leak on `heddle:leak`; `describe` runs only when somebody listens. */
export function traceLeak(describe: () => LeakTrace): void {
  if (leakChannel.hasSubscribers) leakChannel.publish(describe());
}
