/**
 * Where the cache is and how large it may grow, from options and environment.
 */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { assertOptions, optionNames } from '../diagnostics';
import { argumentError } from '../errors';
import type { ArtifactCacheOptions } from './artifact-cache';

export interface CacheSettings {
  /** False: nothing is kept, not even in memory. */
  readonly enabled: boolean;
  /** Undefined if no folder is known. */
  readonly folder: string | undefined;
  readonly maxByteLength: number;
  readonly memoryByteLength: number;
  readonly lockTimeoutMilliseconds: number;
  /** Environment variables that were not understood and are ignored. */
  readonly complaint: string | undefined;
}

const defaultMaxByteLength = 1024 ** 3;
const defaultMemoryByteLength = 64 * 1024 ** 2;
const defaultLockTimeoutMilliseconds = 120_000;

const cacheOptionNames = optionNames<ArtifactCacheOptions>({
  folder: true,
  enabled: true,
  maxByteLength: true,
  memoryByteLength: true,
  lockTimeoutMilliseconds: true,
  environment: true,
});

/** @throws HeddleError `ARGUMENT` for unknown options, and for an option that is not a number of bytes or milliseconds */
export function resolveSettings(options: ArtifactCacheOptions): CacheSettings {
  assertOptions('ArtifactCache', options, cacheOptionNames);
  for (const name of ['maxByteLength', 'memoryByteLength', 'lockTimeoutMilliseconds'] as const) {
    const value = options[name];
    if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) continue;
    throw argumentError(`${name} must be a non-negative integer, not ${value}`, { parameter: name });
  }
  const environment = options.environment ?? process.env;
  const bound = environment['HEDDLE_CACHE_MAX_BYTES']?.trim();
  const boundIsValid = bound === undefined || bound === '' || /^\d{1,15}$/.test(bound);
  const word = environment['HEDDLE_CACHE']?.trim() ?? '';
  const complaints = [
    ...(boundIsValid ? [] : [`HEDDLE_CACHE_MAX_BYTES is not a number of bytes: '${bound}'`]),
    ...(['', 'on', 'off'].includes(word.toLowerCase()) ? [] : [`HEDDLE_CACHE is 'off' or 'on', not '${word}'`]),
  ];
  return {
    enabled: options.enabled ?? word.toLowerCase() !== 'off',
    folder: options.folder === undefined ? folderFrom(environment) : resolve(options.folder),
    maxByteLength: options.maxByteLength ?? (bound && boundIsValid ? Number(bound) : defaultMaxByteLength),
    memoryByteLength: options.memoryByteLength ?? defaultMemoryByteLength,
    lockTimeoutMilliseconds: options.lockTimeoutMilliseconds ?? defaultLockTimeoutMilliseconds,
    complaint: complaints.length === 0 ? undefined : complaints.join('; '),
  };
}

function folderFrom(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const chosen = environment['HEDDLE_CACHE_DIR'];
  if (chosen) return resolve(chosen);
  if (process.platform === 'win32' && environment['LOCALAPPDATA']) return join(environment['LOCALAPPDATA'], 'heddle');
  const home = homeFrom(environment);
  const fallback = process.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache'];
  const xdg = environment['XDG_CACHE_HOME'];
  // The XDG specification: a relative path is to be ignored.
  if (process.platform !== 'darwin' && xdg && isAbsolute(xdg)) return join(xdg, 'heddle');
  return home === undefined ? undefined : join(home, ...fallback, 'heddle');
}

function homeFrom(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  if (environment['HOME'] && isAbsolute(environment['HOME'])) return environment['HOME'];
  try {
    return homedir() || undefined;
  } catch {
    return undefined; // no such user in the system's list, as in some containers
  }
}
