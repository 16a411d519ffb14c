/**
 * The caches of this process that were made from the environment, one for each setting of it.
 *
 * They hang on a versioned global symbol, so that the ESM and the CommonJS copy of this package share them, and with
 * them the entries in memory and the compilations that are under way.
 */
import { formatVersion } from './entry-format';

const symbol = Symbol.for(`heddle.artifact-caches.${formatVersion}`);

const variables = [
  'HEDDLE_CACHE',
  'HEDDLE_CACHE_DIR',
  'HEDDLE_CACHE_MAX_BYTES',
  'XDG_CACHE_HOME',
  'HOME',
  'LOCALAPPDATA',
];

/** The cache for the current environment; `make` is called if there is none yet. */
export function sharedCache<Cache>(
  environment: Readonly<Record<string, string | undefined>>,
  make: () => Cache,
): Cache {
  const holder = globalThis as { [symbol]?: Map<string, unknown> };
  const caches = (holder[symbol] ??= new Map());
  const setting = JSON.stringify(variables.map((name) => environment[name] ?? null));
  const known = caches.get(setting) as Cache | undefined;
  if (known) return known;
  const cache = make();
  caches.set(setting, cache);
  return cache;
}
