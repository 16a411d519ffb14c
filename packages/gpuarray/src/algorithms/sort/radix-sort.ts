/** Radix sort, from the least significant digit up: passes, ping and pong. */
import { dtypeInfo, type Device, type DType } from '@heddle/core';
import { argumentError, internalError } from '@heddle/core/backend';
import type { DeviceArray } from '../../array/device-array';
import { emptyArray } from '../../array/empty';
import { enqueue, type Place } from '../../array/device-context';
import { compiledKernel } from '../../kernel-kit';
import { deviceTuning, type DeviceTuning } from '../../kernel-kit/device-tuning';
import { digitBits, radixKey, type RadixPayload, type RadixSpec } from './radix-plan';
import { radixStrategy, type RadixStrategy } from './radix-strategy';
import { sortKey } from './sort-key';

export interface RadixCall {
  readonly operation: string;
  /** Dense. */
  readonly keys: DeviceArray;
  /** Dense, of as many elements; moves along. */
  readonly values?: DeviceArray;
  /** Dense, of the same size and dtype; may be `keys`. */
  readonly keysOut: DeviceArray;
  readonly valuesOut?: DeviceArray;
  /** Rows that are sorted each on its own. Default 1. */
  readonly rows?: number;
  readonly equalZeros?: boolean;
  /** Low bits that order: of keys of which the rest are known to be 0. Default: all. */
  readonly bits?: number;
  readonly tuning?: DeviceTuning;
}

type Side = { readonly keys: DeviceArray; readonly values: DeviceArray | undefined };

/** Enqueues a stable sort. */
export function radixSort(device: Device, call: RadixCall): void {
  const { keys, values, keysOut, valuesOut, rows = 1 } = call;
  if (keys.size === 0) return;
  const tuning = call.tuning ?? deviceTuning(device);
  const spec: RadixSpec = {
    key: sortKey(keys.dtype),
    payload: { bytes: payloadBytes(call) },
    equalZeros: call.equalZeros === true,
    wide: keys.size > 2 ** 30,
  };
  const passes = Math.ceil((call.bits ?? spec.key.bits) / digitBits);
  const strategy = radixStrategy(device, spec, tuning, keys.size / rows, rows, passes);
  const compiled = compiledKernel(device, `radix:${strategy.kind}:${radixKey(spec)}`, strategy.source, {
    header: false,
  });
  const state = emptyArray(device, 'uint8', [strategy.stateBytes]);
  const like = (array: DeviceArray): DeviceArray => emptyArray<DType>(device, array.dtype, [array.size]);
  // Passes go back and forth between the output and one more place; an odd number ends in the output by starting there.
  const spare: Side | undefined =
    passes > 1 || keys === keysOut ? { keys: like(keys), values: values ? like(values) : undefined } : undefined;
  const source: Side = { keys, values };
  const target: Side = { keys: keysOut, values: valuesOut };
  const inPlace = keys === keysOut && passes % 2 === 1;
  const steps = route(source, target, spare, passes);
  const arrays = [
    keysOut,
    ...(valuesOut ? [valuesOut] : []),
    ...(spare ? [spare.keys] : []),
    ...(spare?.values ? [spare.values] : []),
  ];
  enqueue(device, {
    operation: call.operation,
    kernels: [compiled],
    reads: values ? [keys, values] : [keys],
    writes: [...arrays, state],
    launch: (place) => {
      launchPasses(strategy, compiled, steps, { state, length: keys.size / rows, rows, place });
      if (inPlace && spare) copyBack(source, spare, place);
    },
  });
  state.dispose();
  spare?.keys.dispose();
  spare?.values?.dispose();
}

interface Step {
  readonly from: Side;
  readonly to: Side;
}

/** From where to where each pass goes, so that the last ends in the target. */
function route(source: Side, target: Side, spare: Side | undefined, passes: number): readonly Step[] {
  const steps: Step[] = [];
  let from = source;
  for (let pass = 0; pass < passes; pass++) {
    const left = passes - 1 - pass;
    const wanted = left % 2 === 0 ? target : (spare ?? target);
    // In place and with an odd number of passes, the first would overwrite what it reads: see copyBack.
    const to =
      source.keys === target.keys && passes % 2 === 1 ? (wanted === target ? (spare ?? target) : target) : wanted;
    steps.push({ from, to });
    from = to;
  }
  return steps;
}

function copyBack(target: Side, spare: Side, place: Place): void {
  copyElements(target.keys, spare.keys, place);
  if (target.values && spare.values) copyElements(target.values, spare.values, place);
}

function copyElements(target: DeviceArray, source: DeviceArray, place: Place): void {
  const bytes = target.byteLength;
  const start = target.offset * target.itemsize;
  target.buffer.slice(start, start + bytes).copyFrom(source.buffer.slice(0, bytes), place);
}

function launchPasses(
  strategy: RadixStrategy,
  compiled: ReturnType<typeof compiledKernel>,
  steps: readonly Step[],
  shape: { readonly state: DeviceArray; readonly length: number; readonly rows: number; readonly place: Place },
): void {
  const { state, length, rows, place } = shape;
  strategy.prepare?.(state.buffer, place);
  steps.forEach(({ from, to }, pass) => {
    const places = [from.keys, to.keys].flatMap((array) => [array.buffer, array.offset]);
    const moved =
      from.values && to.values ? [from.values, to.values].flatMap((array) => [array.buffer, array.offset]) : [];
    const flags = [pass * digitBits, Number(pass === 0), Number(pass === steps.length - 1), strategy.tiles];
    strategy.beforePass?.(state.buffer, place);
    for (const { kernel, grid, oncePerSort } of strategy.launches) {
      if (oncePerSort === true && pass > 0) continue;
      compiled
        .kernel(kernel)
        .launch({ ...place, grid, block: strategy.threads }, ...places, ...moved, state.buffer, length, rows, ...flags);
    }
  });
}

const payloads = [1, 2, 4, 8, 16] as const satisfies readonly RadixPayload['bytes'][];

function payloadBytes({ values, keys, operation }: RadixCall): RadixPayload['bytes'] {
  if (!values) return 0;
  if (values.size !== keys.size) {
    throw argumentError(`${operation}: there are ${values.size} values for ${keys.size} keys`);
  }
  const { byteLength } = dtypeInfo(values.dtype);
  const bytes = payloads.find((each) => each === byteLength);
  if (bytes === undefined) throw internalError(`${operation} moves ${values.dtype}`);
  return bytes;
}
