/**
 * The one error type of Heddle. Callers match `code`, never message text: messages are free to become clearer. Two
 * copies of this package may be loaded in one process, one for `import` and one for `require` among them; `instanceof`
 * and {@link isHeddleError} know the errors of both.
 */

/** Why an operation failed. Stable: a code is never renamed and never given a second meaning. */
export type ErrorCode =
  /** A compiler refused the source; `log` and `excerpt` show the place. */
  | 'COMPILE'
  /** The caller passed something that cannot be right; nothing reached the driver. */
  | 'ARGUMENT'
  /** More was asked than this device has (threads, shared memory, registers); `requested` and `max` say how much. */
  | 'RESOURCE'
  /** No memory is left on the device, or in the process for the host. */
  | 'OUT_OF_MEMORY'
  /** This device, driver or version cannot do it, however it is asked. */
  | 'UNSUPPORTED'
  /** A backend, library, compiler or device that is needed is not here; `hint` says what to install. */
  | 'UNAVAILABLE'
  /** The device can no longer be used: a fault in a kernel, or the device went away. `reset()` starts afresh
   * if the device has it, a new process elsewhere. */
  | 'DEVICE_LOST'
  /** Something did not end in the time it was given, or provably never will (a deadlock between threads). */
  | 'TIMEOUT'
  /** A sanitizer found an error in a kernel; `log` is its report, `excerpt` the user's line. */
  | 'SANITIZER'
  /** Stored data is damaged. */
  | 'CORRUPT'
  /** The caller's AbortSignal ended the operation. */
  | 'ABORTED'
  /** A defect of Heddle or of a backend. Report it: nothing the caller changes is sure to help. */
  | 'INTERNAL';

/** Details of an error besides its message. A field is present only if it applies. */
export interface ErrorDetails {
  /** Name of the backend that failed. */
  readonly backend?: string;
  /** The vendor's function and status, by name: `cuLaunchKernel`, `CUDA_ERROR_INVALID_VALUE`. */
  readonly call?: string;
  readonly status?: string;
  /** The limited resource, what was asked of it and what there is. */
  readonly resource?: string;
  readonly requested?: number;
  readonly max?: number;
  /** The parameter of the kernel or function that was wrong. */
  readonly parameter?: string;
  /** The kernel concerned. */
  readonly kernel?: string;
  /** The compiler's whole output. */
  readonly log?: string;
  /** The user's source around the failing line, numbered. */
  readonly excerpt?: string;
  /** What to do about it, in one sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
}

const brand = Symbol.for('heddle.error');

/** Every failure that Heddle reports. Match {@link HeddleError.code}. */
export class HeddleError extends Error {
  override readonly name = 'HeddleError';
  readonly code: ErrorCode;
  // Declared, not defined: only what applies becomes a property.
  declare readonly backend?: string;
  declare readonly call?: string;
  declare readonly status?: string;
  declare readonly resource?: string;
  declare readonly requested?: number;
  declare readonly max?: number;
  declare readonly parameter?: string;
  declare readonly kernel?: string;
  declare readonly log?: string;
  declare readonly excerpt?: string;
  declare readonly hint?: string;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isHeddleError(value);
  }

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    const { cause, ...facts } = details;
    super(withHint(message, details), cause === undefined ? undefined : { cause });
    this.code = code;
    for (const [key, value] of Object.entries(facts)) {
      if (value !== undefined) Object.defineProperty(this, key, { value, enumerable: true });
    }
    Object.defineProperty(this, brand, { value: true });
  }
}

/**
 * True for an error of any copy of Heddle in this process, optionally with the given code; and for one that ended a
 * worker thread, which its `error` event gives as a copy.
 */
export function isHeddleError(error: unknown, code?: ErrorCode): error is HeddleError {
  if (typeof error !== 'object' || error === null || !(brand in error || isCopy(error))) return false;
  return code === undefined || (error as unknown as HeddleError).code === code;
}

// Properties with a symbol as their key are not copied to other threads.
function isCopy(error: object): boolean {
  const { name, code } = error as Partial<HeddleError>;
  return name === 'HeddleError' && typeof code === 'string';
}

/** The details of a Heddle error besides its code, message and cause, to rebuild it elsewhere. */
export function errorDetails(error: HeddleError): ErrorDetails {
  const { name: _name, code: _code, ...details } = Object.fromEntries(Object.entries(error));
  return details;
}

/** An argument error; the most frequent one, so it has a short form. */
export function argumentError(message: string, details?: ErrorDetails): HeddleError {
  return new HeddleError('ARGUMENT', message, details);
}

/** A defect of Heddle or of a backend: never the caller's mistake, and never a reason to try something else. */
export function internalError(message: string, details?: ErrorDetails): HeddleError {
  return new HeddleError('INTERNAL', message, {
    hint: 'This is a defect of Heddle or of the backend, not of your program. Please report it with this message.',
    ...details,
  });
}

function withHint(message: string, details: ErrorDetails): string {
  const parts = [message];
  if (details.excerpt) parts.push(details.excerpt);
  if (details.hint) parts.push(details.hint);
  return parts.join('\n');
}
