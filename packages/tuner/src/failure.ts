/** Why a configuration has no result. */

/**
 * - `invalid`: the configuration cannot be launched on this device (for example, a block has too many threads)
 * - `compile`: it does not compile
 * - `resources`: it needs more registers, threads or shared memory than the device has
 * - `out-of-memory`: the device ran out of memory
 * - `launch`: the launch failed, or the kernel failed as it ran
 * - `crash`: its process ended unexpectedly, or the device was lost
 * - `timeout`: it exceeded its time limit
 * - `wrong`: its results differ from the answer
 * - `observer`: it ran, but an observer failed
 */
export type FailureKind =
  'invalid' | 'compile' | 'resources' | 'out-of-memory' | 'launch' | 'crash' | 'timeout' | 'wrong' | 'observer';

const failureKinds: readonly FailureKind[] = [
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

export function isFailureKind(value: unknown): value is FailureKind {
  return (failureKinds as readonly unknown[]).includes(value);
}

/** Why a configuration has no result. */
export interface Failure {
  readonly kind: FailureKind;
  /** What happened, in the words of the compiler, the driver or the verification. */
  readonly message: string;
}
