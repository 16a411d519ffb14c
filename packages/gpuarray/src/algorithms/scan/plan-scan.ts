/** Which kernels a scan takes on a device. */
import type { Device } from '@heddle/core';
import { internalError } from '@heddle/core/backend';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { fewestRingTiles, ringPlan } from './ring-plan';
import { rowPlan, rowsOfMultiprocessor } from './row-plan';
import { itemBytes, type PlannedScan, type ScanPlan } from './scan-plan';
import { columnPlan, sequentialPlan } from './sequential-plan';
import { columnLookBackPlan, heldPlan, selectionPlan } from './single-pass-plan';
import { lookBackPlan, twoPassPlan } from './tile-plans';

/** What a choice depends on. */
interface Scan {
  readonly device: Device;
  readonly call: PlannedScan;
  readonly tuning: DeviceTuning;
  readonly bytes: { readonly item: number; readonly run: number };
  /** Multiprocessors, which the tuning gives eight blocks each. */
  readonly multiprocessors: number;
}

/** A plan, and whether it is the fastest one for a scan if none before it is. */
interface Choice {
  /** Undefined where the plan cannot do the scan. */
  readonly plan: (scan: Scan) => ScanPlan | undefined;
  readonly wins: (scan: Scan, plan: ScanPlan) => boolean;
}

/** In order: the first plan that wins is taken. */
const choices: readonly Choice[] = [
  {
    plan: ({ call, tuning, bytes }) => columnLookBackPlan(call, tuning, bytes.item),
    wins: (scan) => scan.call.columns === true && !suitsWalks(scan),
  },
  { plan: ({ call, tuning }) => columnPlan(call, tuning), wins: ({ call }) => call.columns === true },
  { plan: ({ call, tuning, bytes }) => sequentialPlan(call, tuning, bytes.run), wins: () => true },
  {
    plan: ({ device, call, tuning, bytes }) => rowPlan(device, call, tuning, bytes.item),
    wins: ({ call, bytes, multiprocessors }) =>
      call.rows >= multiprocessors * rowsOfMultiprocessor(call.length, bytes.item),
  },
  {
    plan: ({ device, call, tuning }) => selectionPlan(device, call, tuning),
    wins: occupiesHalf,
  },
  {
    plan: ({ device, call, tuning, bytes }) => ringPlan(device, call, tuning, bytes.item),
    wins: ({ multiprocessors }, { chunks }) => chunks >= fewestRingTiles * Math.ceil(multiprocessors),
  },
  {
    plan: ({ device, call, tuning, bytes }) => heldPlan(device, call, tuning, bytes.item),
    wins: occupiesHalf,
  },
  { plan: ({ call, tuning, bytes }) => lookBackPlan(call, tuning, bytes), wins: () => true },
  { plan: ({ call, tuning, bytes }) => twoPassPlan(call, tuning, bytes), wins: () => true },
];

/** Every other multiprocessor has a large tile. If fewer have one, more and smaller tiles are faster. */
function occupiesHalf({ multiprocessors }: Scan, { chunks }: ScanPlan): boolean {
  return 2 * chunks >= multiprocessors;
}

/**
 * Elements of a column below which threads that walk columns are faster than look-back. Measured on an H100 with
 * 1,048,576 columns of 16 float32: 2,298 GB/s by walks, 686 GB/s by look-back. A look-back block takes 6 ns however few
 * elements its columns have, so the two are estimated to be equal at 54 elements. bench/scan-plans.bench.ts compares
 * all plans.
 */
const shortColumn = 54;

/** Short columns, so many that each multiprocessor has a block that walks. */
function suitsWalks({ call, tuning, multiprocessors }: Scan): boolean {
  return call.length < shortColumn && call.rows >= multiprocessors * tuning.threads;
}

/**
 * The plan for a scan.
 *
 * @throws HeddleError `ARGUMENT` if the size of the item type cannot be read
 */
export function planScan(device: Device, call: PlannedScan, tuning: DeviceTuning): ScanPlan {
  const scan = scanOf(device, call, tuning);
  for (const { plan, wins } of choices) {
    const made = plan(scan);
    if (made !== undefined && wins(scan, made)) return made;
  }
  throw internalError(`${call.operation}: no plan can do this scan`);
}

/** All plans that can do a scan: what a benchmark compares. */
export function possiblePlans(device: Device, call: PlannedScan, tuning: DeviceTuning): readonly ScanPlan[] {
  const scan = scanOf(device, call, tuning);
  return choices.flatMap(({ plan }) => plan(scan) ?? []);
}

function scanOf(device: Device, call: PlannedScan, tuning: DeviceTuning): Scan {
  return { device, call, tuning, bytes: itemBytes(call), multiprocessors: tuning.blocks / 8 };
}
