/** Arguments of kernels whose parameters are C declarations. */
import type { Device, DType } from '@heddle/core';
import { argumentError, describe, scalarProblem } from '@heddle/core/backend';
import type { GpuArray } from '../array/gpu-array';
import { notAnArray } from '../array/not-an-array';
import { isGpuArray } from '../array/is-gpu-array';
import { requireDType } from './element-type';
import type { KernelExtra } from './kernel-extra';

/** The arrays among the arguments, checked. */
export function checkArguments(
  operation: string,
  extras: readonly KernelExtra[],
  values: readonly unknown[],
): readonly GpuArray[] {
  if (values.length !== extras.length) {
    throw argumentError(`${operation} takes ${extras.length} arguments, not ${values.length}`);
  }
  return extras.flatMap((extra, n) => {
    const value = values[n];
    if (extra.kind === 'scalar') {
      if (typeof value === 'object') {
        throw argumentError(`${operation}: ${extra.name} is a number, not ${describe(value)}`, {
          parameter: extra.name,
        });
      }
      const problem = extra.dtype === undefined ? undefined : scalarProblem(value, extra.dtype);
      if (problem !== undefined) {
        throw argumentError(`${operation}: ${extra.name}: ${problem}`, { parameter: extra.name });
      }
      return [];
    }
    return [checkArray(operation, extra, value)];
  });
}

function checkArray(operation: string, extra: KernelExtra, value: unknown): GpuArray {
  if (!isGpuArray(value)) throw notAnArray(`${operation}: ${extra.name} is an array`, value, { parameter: extra.name });
  const array = value;
  array.assertUsable(operation);
  if (extra.dtype !== undefined && !sameMemory(extra.dtype, array.dtype)) {
    throw argumentError(`${operation}: ${extra.name} points to ${extra.dtype}; got an array of ${array.dtype}`, {
      parameter: extra.name,
    });
  }
  requireDType(array.device, array.dtype, operation);
  return array;
}

// A bool is a byte, and its pointer is that of a byte; bits of half-precision numbers may be asked for as such.
function sameMemory(declared: DType, given: DType): boolean {
  if (declared === given) return true;
  if (declared === 'uint16') return given === 'float16' || given === 'bfloat16';
  return (declared === 'uint8' && given === 'bool') || (declared === 'bool' && given === 'uint8');
}

/** @throws HeddleError `ARGUMENT` if there is no array, or the arrays are on several devices */
export function deviceOf(operation: string, arrays: readonly GpuArray[]): Device {
  const [first] = arrays;
  if (!first) throw argumentError(`${operation} needs an array among its arguments`);
  if (arrays.some(({ device }) => device !== first.device)) {
    throw argumentError(`${operation}: the arrays are on different devices`);
  }
  return first.device;
}

/** @throws HeddleError `ARGUMENT` if an array is on another device than the kernel */
export function assertOnDevice(operation: string, device: Device, args: readonly unknown[]): void {
  const stranger = args.findIndex((arg) => isGpuArray(arg) && arg.device !== device);
  if (stranger !== -1) throw argumentError(`${operation}: argument ${stranger + 1} is on another device`);
}
