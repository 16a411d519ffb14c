/** Which kernels a scan takes on a device. */
import type { Device } from '@heddle/core';
import { internalError } from '@heddle/core/backend';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { ringPlan } from './ring-plan';
import { rowPlan } from './row-plan';
import { itemBytes, type PlannedScan, type ScanPlan } from './scan-plan';
import { scanNeeds } from './scan-spec';
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
  /** Undefined if the plan cannot do the scan. */
  readonly plan: (scan: Scan) => ScanPlan | undefined;
  readonly wins: (scan: Scan) => boolean;
}

/**
 * The first plan that wins is taken. All figures here are GB/s of an H100 (132 multiprocessors), from
 * bench/scan-plans.bench.ts. Shapes are rows x columns, and axis 0 goes down the columns.
 */
const choices: readonly Choice[] = [
  {
    plan: ({ call, tuning, bytes }) => columnLookBackPlan(call, tuning, bytes.item),
    // int32 of 1048576x16 along axis 0: 1,680; by look-back 178.
    wins: (scan) => scan.call.columns === true && scan.call.rows >= 16 && !fillsWithShortColumns(scan),
  },
  {
    plan: ({ device, call, tuning, bytes }) => rowPlan(device, call, tuning, bytes.item),
    wins: (scan) => !(scan.call.columns === true && fillsWithWalks(scan)) && fillsWithRows(scan),
  },
  { plan: ({ call, tuning }) => columnPlan(call, tuning), wins: suitsWalks },
  { plan: ({ call, tuning, bytes }) => sequentialPlan(call, tuning, bytes.run), wins: always },
  { plan: ({ device, call, tuning }) => selectionPlan(device, call, tuning), wins: always },
  { plan: ({ device, call, tuning, bytes }) => ringPlan(device, call, tuning, bytes.item), wins: always },
  {
    plan: ({ device, call, tuning, bytes }) => heldPlan(device, call, tuning, bytes.item),
    // A selection that the plan above does not take has elements of at least 8 bytes. float64 of 2^18 elements: 160, by
    // look-back 109; of 2^23 elements: 1,200 and 1,440.
    wins: (scan) => scan.call.spec.selection === undefined || staysInCache(scan),
  },
  { plan: ({ call, tuning, bytes }) => lookBackPlan(call, tuning, bytes), wins: (scan) => !suitsTwoPasses(scan) },
  { plan: ({ call, tuning, bytes }) => twoPassPlan(call, tuning, bytes), wins: always },
];

function always(): boolean {
  return true;
}

/**
 * Columns so short that a look-back block, which takes 256 elements of each, is mostly idle, and so many that walks are
 * fast. float32 of 16x1048576: walks 2,250, look-back 680; of 64x262144: 2,220 and 1,910; of 100x50000: 998 and 1,340.
 */
function fillsWithShortColumns({ call, multiprocessors }: Scan): boolean {
  return call.length <= 64 && call.rows >= 16 * multiprocessors * call.length;
}

/**
 * So many rows that a thread for each is faster than blocks. A thread takes 0.4 us for an element, so n threads reach
 * what blocks do with strided elements (for float64 500) at about 96 for each multiprocessor. float64 of 1024x16384
 * along axis 0: walks 595, blocks of rows 536; of 4096x4096: 166 and 485. A block takes as long for a row of few
 * elements as for one that fills its tile, so that fewer threads suffice for short rows.
 */
function fillsWithWalks({ call, multiprocessors }: Scan): boolean {
  return call.rows >= multiprocessors * Math.min(96, call.length);
}

/** Rows that a CPU walks side by side, if there are enough of them to keep it busy without splitting one. */
const sequentialColumns = 64;

/**
 * Threads walk rows of their own along columns, or if rows are so short that most of a tile is idle. complex128 along
 * axis 1 of 50000x100: walks 1,030, look-back 694; of 65536x256: 1,020 and 1,600.
 */
function suitsWalks(scan: Scan): boolean {
  const { columns = false, rows, length } = scan.call;
  if (scan.tuning.strategy === 'sequential') return columns && rows >= sequentialColumns;
  return (columns || length <= 128) && fillsWithWalks(scan);
}

/**
 * Three of four multiprocessors have a row. float32 of 100x50000 along axis 1: rows 1,180, look-back 836; of
 * 64x262144: 1,300 and 1,840. Items of 8 bytes that follow each other need a row for each multiprocessor: int64 of
 * 100x50000 has 1,200 by rows, 1,630 by two passes.
 */
function fillsWithRows({ call, bytes, multiprocessors }: Scan): boolean {
  const portion = bytes.item === 8 && call.columns !== true ? 1 : 0.75;
  return call.rows >= portion * multiprocessors;
}

/**
 * Items of 8 bytes: int64 from 2^27 int32 have 2,010 by two passes, 1,550 by look-back; float64 1,880 and 1,820. With
 * segments, only while the second pass finds the elements in the cache: float64 of 2^21 elements 1,580 and 1,230, of
 * 2^23 elements 1,070 and 1,340.
 */
function suitsTwoPasses(scan: Scan): boolean {
  return scan.bytes.item === 8 && (!scanNeeds(scan.call.spec).segments || staysInCache(scan));
}

/** The cache has room for elements of 8 bytes that are read and written. */
function staysInCache({ device, call }: Scan): boolean {
  return 2 * 8 * call.rows * call.length <= (device.properties.cacheBytes ?? 0);
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
    if (made !== undefined && wins(scan)) return made;
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
