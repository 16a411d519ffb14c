/** Calls that took their turn and failed, when their callers had gone on. Who waits for the work, or reads it, is told. */
import type { FailedCall } from '../arguments/device-reference';

/** @throws what the call failed with, unless somebody has been told */
export function tell(call: FailedCall | undefined): void {
  if (call === undefined || call.told) return;
  call.told = true;
  throw call.error;
}

/** @throws the same for work that depends on the call, and that will tell others */
export function passOn(call: FailedCall | undefined): void {
  if (call !== undefined && !call.told) throw call.error;
}
