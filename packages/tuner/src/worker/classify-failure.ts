/** Tells whether an error belongs to a configuration or to the whole request. */
import { isHeddleError } from '@heddle/core';
import type { Failure } from '../failure';
import type { PlainError } from './protocol';
import { toPlainError } from './plain-error';

/** Exactly one of the two. */
export interface Classified {
  /** The configuration failed; the run goes on. */
  readonly failure?: Failure;
  /** Nothing of this request can work: the kernel does not match its arguments, a compiler is missing. */
  readonly requestError?: PlainError;
  readonly deviceLost?: boolean;
}

export function classifyFailure(error: unknown): Classified {
  if (!isHeddleError(error)) return { requestError: toPlainError(error) };
  const { message } = error;
  switch (error.code) {
    case 'COMPILE':
      return { failure: { kind: 'compile', message } };
    case 'RESOURCE':
      return { failure: { kind: isGeometry(error.resource) ? 'invalid' : 'resources', message } };
    case 'OUT_OF_MEMORY':
      return { failure: { kind: 'out-of-memory', message } };
    case 'TIMEOUT':
      return { failure: { kind: 'timeout', message } };
    case 'DEVICE_LOST':
      return { failure: { kind: 'crash', message }, deviceLost: true };
    case 'SANITIZER':
    case 'CORRUPT':
      return { failure: { kind: 'launch', message } };
    default:
      return { requestError: toPlainError(error) };
  }
}

// Core's names for the extents of a launch; everything else that runs out is the compiled kernel's or the device's.
function isGeometry(resource: string | undefined): boolean {
  return resource !== undefined && /^(grid|block|threads per block)/.test(resource);
}
