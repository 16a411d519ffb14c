/**
 * Statuses of the driver as errors. CUDA and HIP number them alike; their names come from the driver itself.
 */
import { HeddleError, type ErrorCode } from '@heddle/core';
import type { ErrorDetails } from '@heddle/core/backend';

/** The statuses that the driver itself looks for. */
export const status = {
  success: 0,
  invalidValue: 1,
  outOfMemory: 2,
  noDevice: 100,
  invalidContext: 201,
  alreadyMapped: 208,
  noBinaryForDevice: 209,
  peerAccessEnabled: 704,
  notFound: 500,
  notReady: 600,
} as const;

const codes: Readonly<Record<number, ErrorCode>> = {
  1: 'ARGUMENT',
  2: 'OUT_OF_MEMORY',
  3: 'UNAVAILABLE',
  4: 'DEVICE_LOST',
  34: 'UNAVAILABLE',
  46: 'UNAVAILABLE',
  100: 'UNAVAILABLE',
  101: 'ARGUMENT',
  200: 'CORRUPT',
  201: 'ARGUMENT',
  209: 'ARGUMENT',
  214: 'DEVICE_LOST',
  218: 'CORRUPT',
  220: 'DEVICE_LOST',
  221: 'UNAVAILABLE',
  226: 'DEVICE_LOST',
  300: 'CORRUPT',
  301: 'ARGUMENT',
  302: 'ARGUMENT',
  303: 'UNAVAILABLE',
  304: 'UNAVAILABLE',
  400: 'ARGUMENT',
  401: 'ARGUMENT',
  500: 'ARGUMENT',
  600: 'ARGUMENT',
  700: 'DEVICE_LOST',
  701: 'RESOURCE',
  702: 'DEVICE_LOST',
  709: 'DEVICE_LOST',
  710: 'DEVICE_LOST',
  714: 'DEVICE_LOST',
  715: 'DEVICE_LOST',
  716: 'DEVICE_LOST',
  717: 'DEVICE_LOST',
  718: 'DEVICE_LOST',
  719: 'DEVICE_LOST',
  720: 'RESOURCE',
  721: 'DEVICE_LOST',
  802: 'UNAVAILABLE',
  803: 'UNAVAILABLE',
  804: 'UNAVAILABLE',
  900: 'ARGUMENT',
  901: 'ARGUMENT',
  902: 'ARGUMENT',
  903: 'ARGUMENT',
  904: 'ARGUMENT',
  905: 'ARGUMENT',
  906: 'ARGUMENT',
  907: 'ARGUMENT',
  908: 'ARGUMENT',
  912: 'RESOURCE',
  999: 'DEVICE_LOST',
};

/** True if every later call on the context fails too. */
export function isSticky(value: number): boolean {
  return codes[value] === 'DEVICE_LOST';
}

const hints: Readonly<Record<number, string>> = {
  209: 'The binary was built for another architecture.',
  222: "The binary's PTX is newer than the driver: compile to a cubin, or upgrade the driver.",
  700: 'Run the program under compute-sanitizer to find the access.',
  702: 'A display driver ends kernels that run for seconds.',
  710: 'An assert in the kernel failed; the driver has printed which.',
  803: 'The driver library and the kernel module are of different versions; a restart helps after an upgrade.',
};

/** A status as the driver names it. */
export interface NamedStatus {
  readonly value: number;
  /** `CUDA_ERROR_ILLEGAL_ADDRESS`. */
  readonly name: string;
  /** `an illegal memory access was encountered`. */
  readonly text: string;
  /** What it means, if that is the vendor's own. */
  readonly code?: ErrorCode;
}

/** True for a status after which the device answers no call any more. */
export function isFault(named: NamedStatus): boolean {
  return codeOf(named) === 'DEVICE_LOST';
}

function codeOf(named: NamedStatus): ErrorCode {
  return named.code ?? codes[named.value] ?? 'UNSUPPORTED';
}

/** The error for a failed call. Statuses that no table names are `UNSUPPORTED`: what they mean is the driver's secret. */
export function statusError(named: NamedStatus, call: string, details: ErrorDetails = {}, about = ''): HeddleError {
  const code = codeOf(named);
  const where = about === '' ? call : `${call} (${about})`;
  const hint = details.hint ?? hints[named.value];
  return new HeddleError(code, `${where}: ${named.text} [${named.name}]`, {
    ...details,
    call,
    status: named.name,
    ...(hint === undefined ? {} : { hint }),
  });
}
