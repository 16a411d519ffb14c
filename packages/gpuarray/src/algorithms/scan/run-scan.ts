/** One scan from memory to memory: strategy, kernels, launches. */
import type { Device } from '@heddle/core';
import type { GpuArray } from '../../array/gpu-array';
import { isArray } from '../../array/strided-array';
import { emptyArray } from '../../array/empty';
import { enqueue, type Place } from '../../array/device-context';
import { compiledKernel, type CompiledKernel } from '../../kernel-kit';
import { deviceTuning, type DeviceTuning } from '../../kernel-kit/device-tuning';
import { explainExpressions } from '../../kernel-kit/explain-expressions';
import { extraArguments } from '../../kernel-kit/extra-arguments';
import { lookBackState, type LookBackState } from './look-back-state';
import { planScan } from './plan-scan';
import { scanFunctions } from './scan-functions';
import type { PlannedScan, ScanPlan } from './scan-plan';

export interface ScanCall extends PlannedScan {
  /** Tells the spec from all others on the device. */
  readonly key: string;
  /** A value for each extra: a number, or an array for memory. */
  readonly extras: readonly unknown[];
  /** Element indices need 64 bits. */
  readonly wide: boolean;
  /** Default: what suits the device. */
  readonly tuning?: DeviceTuning;
  /** Default: the fastest, as far as is known. */
  readonly plan?: ScanPlan;
}

/**
 * Enqueues a scan. Shapes and dtypes have been checked.
 *
 * @throws HeddleError `ARGUMENT` if the size of the item type cannot be read
 */
export function runScan(device: Device, call: ScanCall): void {
  const { spec, operation, length, rows } = call;
  if (length === 0 || rows === 0) return;
  const plan = call.plan ?? planScan(device, call, call.tuning ?? deviceTuning(device));
  const compiled = compileScan(device, call, plan);
  const state = stateFor(device, plan);
  const extras = extraArguments(operation, spec.extras, call.extras);
  const shape = [state?.array.buffer ?? null, length, rows, plan.chunks, plan.perChunk, plan.jobs] as const;
  const memory = spec.extras.flatMap(({ writable = false }, n) => {
    const array = call.extras[n];
    return isArray(array) ? [{ array, writable }] : [];
  });
  const written = memory.filter(({ writable }) => writable).map(({ array }) => array);
  const geometry = {
    block: plan.threads,
    ...(plan.sharedBytes === undefined ? {} : { sharedBytes: plan.sharedBytes }),
  };
  enqueue(device, {
    operation,
    kernels: [compiled],
    reads: memory.map(({ array }) => array),
    writes: state ? [...written, state.array] : written,
    launch: (place) => {
      state?.prepare(place);
      for (const { kernel, grid } of plan.launches) {
        compiled.kernel(kernel).launch({ ...place, ...geometry, grid }, ...extras, ...shape);
      }
    },
  });
  if (state !== undefined && plan.statusWords === undefined) state.array.dispose();
}

/** Memory between launches or blocks: words that stay, or an array for this scan alone. */
function stateFor(device: Device, plan: ScanPlan): LookBackState | undefined {
  const { statusWords, stateBytes, zeroedBytes } = plan;
  if (statusWords !== undefined) return lookBackState(device, statusWords);
  if (stateBytes === 0) return undefined;
  const array: GpuArray = emptyArray(device, 'uint8', [stateBytes]);
  const prepare = (place: Place): void => {
    if (zeroedBytes > 0) array.buffer.fill(0, { ...place, length: zeroedBytes });
  };
  return { array, prepare };
}

function compileScan(device: Device, call: ScanCall, plan: ScanPlan): CompiledKernel {
  const { spec, operation, wide } = call;
  const { preamble, input, scan, output, segmentStart: isSegmentStart = '', neutral = '' } = spec;
  return compiledKernel(
    device,
    `scan:${call.key}:${plan.kind}${plan.threads}${wide ? 'w' : ''}`,
    () => `${scanFunctions(spec, wide ? 'INT64' : 'int')}\n${plan.source()}`,
    {
      header: spec.header,
      ...(spec.options ? { options: spec.options } : {}),
      explain: explainExpressions(operation, { preamble, input, scan, output, isSegmentStart, neutral }),
    },
  );
}
