/** Searches recorded results: what a strategy would have found, in no time and without a device. */
import { ParameterSpelling } from './files/parameter-spelling';
import { readCacheFile } from './files/cache-file';
import { pathOf } from './file-access/read-file';
import { spelledParameters } from './files/spelled-values';
import { checkOptionsOf } from './options';
import { searchRunKinds, type SearchRunOptions } from './request/check-options';
import { Tuning } from './run/tuning';
import type { ConfigurationOf, Restriction, TuneParameters } from './space';

/** The options of `tuneKernel` that mean something without a device. */
export type TuneCacheOptions = Omit<SearchRunOptions, 'restrictions'> & {
  /** Conditions besides being recorded. */
  readonly restrictions?: Restriction | readonly Restriction[];
};

/**
 * Tunes over the configurations of a cache file alone.
 *
 * @param path - a cache file of Kernel Tuner or of Heddle, packed (`.gz`) or not
 * @throws HeddleError `ARGUMENT` for an unknown option
 */
export function tuneCache(path: string | URL, options: TuneCacheOptions = {}): Tuning {
  checkOptionsOf('tuneCache', searchRunKinds, options);
  const cache = pathOf(path);
  const file = readCacheFile(cache);
  const none = Object.fromEntries(file.parameterNames.map((name) => [name, []]));
  const tune: TuneParameters = spelledParameters(none, file.parameters, file.entries.values());
  const spelling = new ParameterSpelling(tune);
  const isRecorded = (configuration: ConfigurationOf<TuneParameters>): boolean =>
    file.entries.has(spelling.key({ ...configuration }));
  const { restrictions = [] } = options;
  return new Tuning({
    ...options,
    kernel: file.kernelName,
    // Never compiled, never launched.
    source: () => '',
    problemSize: 1,
    arguments: [],
    tune,
    restrictions: [
      ...(Array.isArray(restrictions) ? (restrictions as readonly Restriction[]) : [restrictions as Restriction]),
      isRecorded,
    ],
    cache,
    simulationMode: true,
  });
}
