/** The checkers a kernel can run under, and how code is built for each. */
import { HeddleError } from '@heddle/core';

/**
 * - `address`: accesses outside of buffers and shared arrays
 * - `thread`: races between threads, on global and on shared memory
 * - `undefined`: signed overflow, shifts too far, misaligned access and other undefined behaviour
 */
export type Sanitizer = 'address' | 'thread' | 'undefined';

interface SanitizerFlags {
  /** For kernels. */
  readonly kernel: readonly string[];
  /** For the runner's own sources, which are not instrumented. */
  readonly runner: readonly string[];
}

export const sanitizerFlags: Readonly<Record<Sanitizer, SanitizerFlags>> = {
  address: {
    kernel: ['-fsanitize=address,bounds', '-fno-sanitize-recover=bounds', '-fwrapv'],
    runner: ['-DHEDDLE_ADDRESS_SANITIZER=1'],
  },
  thread: { kernel: ['-fsanitize=thread', '-fwrapv'], runner: ['-DHEDDLE_THREAD_SANITIZER=1'] },
  // Without -fwrapv, with which a signed overflow would not be one.
  undefined: { kernel: ['-fsanitize=undefined', '-fno-sanitize-recover=undefined'], runner: [] },
};

/** @throws HeddleError `ARGUMENT` for a name that is none */
export function checkSanitizer(name: unknown): Sanitizer {
  if (typeof name === 'string' && Object.hasOwn(sanitizerFlags, name)) return name as Sanitizer;
  throw new HeddleError('ARGUMENT', `sanitize is one of ${Object.keys(sanitizerFlags).join(', ')}`, {
    backend: 'host',
    parameter: 'sanitize',
  });
}
