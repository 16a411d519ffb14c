/** What every function asks of an array that it is to write. */
import type { Device } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { assertWritable } from './assert-writable';
import type { DeviceArray } from './device-array';
import { isGpuArray } from './is-gpu-array';
import { notAnArray } from './not-an-array';

/** @throws HeddleError `ARGUMENT` for what cannot be written, and for an array of another device */
export function checkOut(operation: string, out: DeviceArray, device: Device): void {
  if (!isGpuArray(out)) throw notAnArray(`${operation}: out is an array`, out);
  out.assertUsable(operation);
  if (out.device !== device) throw argumentError(`${operation}: the array to write is on another device`);
  if (!out.isContiguous) assertWritable(operation, out);
}
