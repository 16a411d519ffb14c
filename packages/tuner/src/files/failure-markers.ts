/** Why a configuration has no result, and how each file format says so. */

/**
 * - `invalid`: the configuration cannot be launched on this device (too many threads in a block)
 * - `compile`: the compiler refused it
 * - `resources`: the device has too few registers, threads or too little shared memory for it
 * - `out-of-memory`: no memory was left for it
 * - `launch`: the launch or the run of the kernel failed
 * - `crash`: its process ended, or the device was lost
 * - `timeout`: it did not end in the time it was given
 * - `wrong`: it computed something else than the answer
 * - `observer`: it ran, but something that was to be observed could not be
 */
export type FailureKind =
  'invalid' | 'compile' | 'resources' | 'out-of-memory' | 'launch' | 'crash' | 'timeout' | 'wrong' | 'observer';

/** All kinds there are. */
export const failureKinds: readonly FailureKind[] = [
  'invalid',
  'compile',
  'resources',
  'out-of-memory',
  'launch',
  'crash',
  'timeout',
  'wrong',
  'observer',
];

/** The markers of Kernel Tuner's cache files. */
export type CacheMarker = 'InvalidConfig' | 'CompilationFailedConfig' | 'RuntimeFailedConfig';

/** How T4 1.0.0 calls the state of a result. */
export type T4Invalidity = 'correct' | 'compile' | 'runtime' | 'constraints' | 'timeout' | 'correctness';

export function isFailureKind(value: unknown): value is FailureKind {
  return (failureKinds as readonly unknown[]).includes(value);
}

export function cacheMarkerOf(kind: FailureKind): CacheMarker {
  if (kind === 'invalid') return 'InvalidConfig';
  return kind === 'compile' ? 'CompilationFailedConfig' : 'RuntimeFailedConfig';
}

/** The kind that a marker stands for; undefined for a value that is no marker. */
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
