/** Statuses and faults of the runtime as HeddleErrors. */
import { HeddleError, type ErrorCode } from '@heddle/core';
import { statusNames, type RuntimeFunctions, type StatusName } from './runtime-abi';

const codes: Readonly<Record<StatusName, ErrorCode>> = {
  OK: 'ARGUMENT',
  ARGUMENT: 'ARGUMENT',
  OUT_OF_MEMORY: 'OUT_OF_MEMORY',
  RESOURCE: 'RESOURCE',
  NOT_FOUND: 'ARGUMENT',
  CORRUPT: 'CORRUPT',
  UNSUPPORTED: 'UNSUPPORTED',
  DEVICE_LOST: 'DEVICE_LOST',
  TIMEOUT: 'TIMEOUT',
  NOT_READY: 'ARGUMENT',
};

const resetHint = 'device.reset() makes the device usable again.';

/** @throws HeddleError for every status but OK, with the runtime's own explanation */
export function checkStatus(runtime: RuntimeFunctions, call: string, status: number): void {
  if (status === 0) return;
  const name = statusNames[status] ?? 'ARGUMENT';
  const lost = name === 'DEVICE_LOST' ? { hint: resetHint } : {};
  throw new HeddleError(codes[name], `${call}: ${runtime.lastError()}`, {
    backend: 'host',
    call,
    status: name,
    ...lost,
  });
}

/** Size of the C struct heddle_fault. */
export const faultBytes = 1024;

const faultKinds = [
  { name: 'NONE', code: 'ARGUMENT' },
  { name: 'ASSERT', code: 'DEVICE_LOST' },
  { name: 'TRAP', code: 'DEVICE_LOST' },
  { name: 'DEADLOCK', code: 'TIMEOUT' },
  { name: 'ILLEGAL_ADDRESS', code: 'DEVICE_LOST' },
  { name: 'ARITHMETIC', code: 'DEVICE_LOST' },
  { name: 'RESOURCE', code: 'RESOURCE' },
] as const satisfies readonly { name: string; code: ErrorCode }[];

/** A failed launch, out of the bytes of a heddle_fault. */
export function faultError(bytes: Uint8Array): HeddleError {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = faultKinds[view.getUint32(0, true)] ?? faultKinds[0];
  const triple = (offset: number): string => [0, 4, 8].map((step) => view.getUint32(offset + step, true)).join(', ');
  const kernel = textAt(bytes, 56, 200);
  const file = textAt(bytes, 256, 256);
  const where = [
    file === '' ? '' : `${file}:${view.getUint32(4, true)}`,
    `block (${triple(24)})`,
    view.getUint32(48, true) === 0 ? '' : `thread (${triple(36)})`,
  ].filter((part) => part !== '');
  const message = textAt(bytes, 512, 512);
  const what = kind.name === 'ASSERT' ? `assertion failed: ${message}` : message;
  return new HeddleError(kind.code, `${kernel}: ${what}, in ${where.join(', ')}`, {
    backend: 'host',
    kernel,
    status: kind.name,
    ...(kind.code === 'DEVICE_LOST' ? { hint: resetHint } : {}),
  });
}

function textAt(bytes: Uint8Array, offset: number, length: number): string {
  const field = bytes.subarray(offset, offset + length);
  const end = field.indexOf(0);
  return Buffer.from(field.subarray(0, end < 0 ? length : end)).toString('utf8');
}
