/** How each file format writes the reason why a configuration has no result. */
import type { FailureKind } from '../failure';

/** The markers of Kernel Tuner's cache files. */
export type CacheMarker = 'InvalidConfig' | 'CompilationFailedConfig' | 'RuntimeFailedConfig';

/** How T4 1.0.0 calls the state of a result. */
export type T4Invalidity = 'correct' | 'compile' | 'runtime' | 'constraints' | 'timeout' | 'correctness';

export function cacheMarkerOf(kind: FailureKind): CacheMarker {
  if (kind === 'invalid') return 'InvalidConfig';
  return kind === 'compile' ? 'CompilationFailedConfig' : 'RuntimeFailedConfig';
}

/** The kind that a marker stands for; undefined for a value that is not a marker. */
export function kindOfCacheMarker(marker: unknown): FailureKind | undefined {
  if (marker === 'InvalidConfig') return 'invalid';
  if (marker === 'CompilationFailedConfig') return 'compile';
  return marker === 'RuntimeFailedConfig' ? 'launch' : undefined;
}

export function invalidityOf(kind: FailureKind | undefined): T4Invalidity {
  if (kind === undefined) return 'correct';
  if (kind === 'invalid') return 'constraints';
  if (kind === 'wrong') return 'correctness';
  return kind === 'compile' || kind === 'timeout' ? kind : 'runtime';
}

/** The kind that an invalidity stands for; undefined for `correct`. */
export function kindOfInvalidity(invalidity: T4Invalidity): FailureKind | undefined {
  if (invalidity === 'correct') return undefined;
  if (invalidity === 'constraints') return 'invalid';
  if (invalidity === 'correctness') return 'wrong';
  return invalidity === 'runtime' ? 'launch' : invalidity;
}
