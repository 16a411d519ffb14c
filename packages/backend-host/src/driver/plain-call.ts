/** Calls of plain C, C++ and Fortran functions. */
import koffi from 'koffi';
import { HeddleError, type DType } from '@heddle/core';
import type { ArgumentLayout, ArgumentSlot } from '@heddle/core/backend';
import type { RuntimeFunctions } from '../runtime/runtime-abi';
import { checkStatus } from '../runtime/runtime-error';
import type { HostEntry, HostQueue } from './handles';

export interface PlainCall {
  readonly queue: HostQueue;
  readonly entry: HostEntry;
  readonly layout: ArgumentLayout;
  /** The packed arguments. */
  readonly record: ArrayBuffer;
  /** Type of the result; undefined for none. */
  readonly returns: DType | undefined;
}

/** Value types of heddle_value. */
const valueTypes = { none: 0, int32: 1, int64: 2, pointer: 3, float: 4, double: 5 } as const;

/** @returns what the function returned; undefined for nothing */
export async function callPlainFunction(
  runtime: RuntimeFunctions,
  { queue, entry, layout, record, returns }: PlainCall,
  completed: () => Promise<void>,
): Promise<number | undefined> {
  const bytes = new DataView(record);
  const values = new DataView(new ArrayBuffer(Math.max(layout.slots.length, 1) * 16));
  layout.slots.forEach((slot, index) => {
    const { bits, type } = toValue(slot, bytes);
    values.setBigUint64(index * 16, bits, true);
    values.setUint32(index * 16 + 8, type, true);
  });
  const result = new DataView(new ArrayBuffer(8));
  const resultType = resultTypeOf(returns);
  const call = new DataView(new ArrayBuffer(48));
  call.setBigUint64(0, queue.word, true);
  call.setBigUint64(8, BigInt(entry.functionAddress), true);
  call.setBigUint64(16, koffi.address(values), true);
  call.setUint32(24, layout.slots.length, true);
  call.setUint32(28, resultType, true);
  call.setBigUint64(32, koffi.address(result), true);
  checkStatus(runtime, 'heddle_host_call', runtime.call(call));
  await completed();
  return readResult(result, resultType);
}

function toValue({ parameter, offset, byteLength }: ArgumentSlot, bytes: DataView): { bits: bigint; type: number } {
  if (parameter.kind === 'pointer') return { bits: bytes.getBigUint64(offset, true), type: valueTypes.pointer };
  const { dtype } = parameter;
  if (parameter.kind !== 'scalar' || dtype === undefined) {
    throw new HeddleError(
      'UNSUPPORTED',
      `${parameter.name}: a plain function takes numbers and pointers, not ${parameter.type}`,
      {
        backend: 'host',
        parameter: parameter.name,
        hint: 'Pass a pointer to it.',
      },
    );
  }
  if (dtype === 'float32') return { bits: BigInt(bytes.getUint32(offset, true)), type: valueTypes.float };
  if (dtype === 'float64') return { bits: bytes.getBigUint64(offset, true), type: valueTypes.double };
  if (byteLength === 8) return { bits: bytes.getBigUint64(offset, true), type: valueTypes.int64 };
  // The calling convention extends small integers to a register as their type asks.
  const signed = dtype.startsWith('int');
  const value =
    byteLength === 4
      ? signed
        ? bytes.getInt32(offset, true)
        : bytes.getUint32(offset, true)
      : byteLength === 2
        ? signed
          ? bytes.getInt16(offset, true)
          : bytes.getUint16(offset, true)
        : signed
          ? bytes.getInt8(offset)
          : bytes.getUint8(offset);
  return { bits: BigInt.asUintN(64, BigInt(value)), type: valueTypes.int32 };
}

function resultTypeOf(returns: DType | undefined): number {
  if (returns === undefined) return valueTypes.none;
  if (returns === 'float32') return valueTypes.float;
  if (returns === 'float64') return valueTypes.double;
  return returns === 'int64' || returns === 'uint64' ? valueTypes.int64 : valueTypes.int32;
}

function readResult(result: DataView, type: number): number | undefined {
  if (type === valueTypes.none) return undefined;
  if (type === valueTypes.float) return result.getFloat32(0, true);
  if (type === valueTypes.double) return result.getFloat64(0, true);
  return type === valueTypes.int64 ? Number(result.getBigInt64(0, true)) : result.getInt32(0, true);
}
