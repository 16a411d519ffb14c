/**
 * Watching Heddle work, through Node's own `node:diagnostics_channel`.
 *
 * @example Print every compilation and how long it took
 * ```ts
 * import { onTrace } from '@heddle/core';
 *
 * const stop = onTrace('heddle:compile', ({ names, origin, durationMilliseconds }) => {
 *   console.log(`${names.join(', ')}: ${origin} in ${durationMilliseconds.toFixed(1)} ms`);
 * });
 * // ... compile and run ...
 * stop();
 * ```
 *
 * @example The same without importing Heddle, as a monitoring agent does
 * ```ts
 * import { subscribe } from 'node:diagnostics_channel';
 *
 * subscribe('heddle:leak', (leak) => console.warn('never disposed:', leak));
 * ```
 *
 * `NODE_DEBUG=heddle` prints every event to stderr.
 */
export type {
  CacheAction,
  CacheTrace,
  CompileTrace,
  CopyDirection,
  CopyTrace,
  LaunchTrace,
  LeakTrace,
  TracePayloads,
  TuneTrace,
} from './payloads';
export { debug, onTrace, traceChannels } from './subscribe';
export { traceCache, traceCompile, traceCopy, traceLaunch, traceLeak, traceTune } from './trace';
