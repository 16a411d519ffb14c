/** Host arrays as arguments of a launch: copied to the device before it, from the device after it. */
import { dtypeInfo, type Buffer, type Device, type TypedArray } from '@heddle/core';
import { argumentError, dtypeOfArray, arrayHolds, describe, type Parameter } from '@heddle/core/backend';

/** A host array that a launch copies. Made by {@link In}, {@link Out} and {@link InOut}. */
export class HostArgument {
  /** Use {@link In}, {@link Out} or {@link InOut}. */
  constructor(...internal: never);
  /** @internal */
  constructor(array: TypedArray, copiesIn: boolean, copiesOut: boolean);
  constructor(
    readonly array: TypedArray,
    readonly copiesIn: boolean,
    readonly copiesOut: boolean,
  ) {
    if (!ArrayBuffer.isView(array)) throw argumentError(`In, Out and InOut take a typed array, not ${describe(array)}`);
  }
}

/** An array that the kernel reads. */
export function In(array: TypedArray): HostArgument {
  return new HostArgument(array, true, false);
}

/** An array that the kernel writes. The kernel does not see its earlier contents. */
export function Out(array: TypedArray): HostArgument {
  return new HostArgument(array, false, true);
}

/** An array that the kernel reads and writes. */
export function InOut(array: TypedArray): HostArgument {
  return new HostArgument(array, true, true);
}

/** A host array's place on the device for one launch. */
export interface Lodging {
  readonly argument: HostArgument;
  readonly memory: Buffer;
  /** What the kernel is given. */
  readonly buffer: Buffer;
}

/** Takes memory for a host array. @param parameter - what the kernel declares, if that is known */
export function lodge(device: Device, argument: HostArgument, parameter: Parameter | undefined): Lodging {
  const { array } = argument;
  const memory = device.allocate(array.byteLength);
  const declared = parameter?.kind === 'pointer' ? parameter.dtype : undefined;
  if (declared === undefined) return { argument, memory, buffer: memory };
  // A Uint16Array may hold half precision: where the array can hold what the kernel declares, that is what it holds.
  const fits = arrayHolds(array, declared) && array.byteLength % dtypeInfo(declared).byteLength === 0;
  return { argument, memory, buffer: memory.as(fits ? declared : dtypeOfArray(array)) };
}
