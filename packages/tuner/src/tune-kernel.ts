/** The tuner's front door. */
import { isObject, noOptions } from './options';
import { requiredOptions } from './request/check-options';
import type { TuningRecord } from './results/record';
import type { TuneKernelOptions } from './request/tune-options';
import { Tuning } from './run/tuning';
import type { ConfigurationOf, TuneParameters } from './space';

/**
 * Tries configurations of a kernel and finds the best.
 *
 * You can await the result (`{ results, best, front, environment }`), or iterate over it (a record for each
 * configuration as it is measured). If a configuration cannot be compiled, crashes, never ends or computes a wrong
 * result, its record says why, and the run goes on.
 *
 * @throws HeddleError through the promise: `ARGUMENT` for a request that cannot be right, `UNAVAILABLE` if there is
 * no device, `RESOURCE` if the disk is full. Earlier measurements are in the cache file, and in `records`.
 * @example
 * ```ts
 * const { best } = await tuneKernel({
 *   kernel: 'add',
 *   source: 'add.cu',
 *   problemSize: n,
 *   arguments: [c, a, b, n],
 *   tune: { block_size_x: [32, 64, 128, 256] },
 *   answer: [sum, null, null, null],
 * });
 * ```
 */
export function tuneKernel<const P extends TuneParameters>(
  options: TuneKernelOptions<P>,
): Tuning<TuningRecord<ConfigurationOf<P>>> {
  const given: unknown = options;
  if (!isObject(given)) throw noOptions('tuneKernel', given, requiredOptions);
  return new Tuning(given as unknown as TuneKernelOptions);
}
