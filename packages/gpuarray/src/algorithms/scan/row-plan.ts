/** The plan of scans of many rows, each within a block. */
import type { Device } from '@heddle/core';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { rowPackItems, rowScanSource, rowsOfBlock, rowTile, type RowShape } from './row-scan-source';
import type { PlannedScan, ScanPlan } from './scan-plan';
import { scanNeeds } from './scan-spec';

/** Warps of a block whose rows need fewer. */
const fewestWarps = 4;
const mostWarps = 32;

/** Warps of a row that is read in passes: of 4,096 items of 4 bytes, so that little of the last pass is idle. */
const passWarps = 16;

/** Threads that a multiprocessor holds: of 32 registers each, they are the whole of its registers on most devices. */
const residentThreads = 2048;

/**
 * Rows that blocks scan alone.
 *
 * @returns undefined if a scan does not suit
 */
export function rowPlan(
  device: Device,
  call: PlannedScan,
  tuning: DeviceTuning,
  itemBytes: number,
): ScanPlan | undefined {
  const { spec, rows, length } = call;
  const needs = scanNeeds(spec);
  if (rows < 2 || needs.segments || needs.last || tuning.warp !== 32 || ![1, 2, 4, 8].includes(itemBytes)) {
    return undefined;
  }
  const { threadsPerBlock, grid } = device.properties.limits;
  const shape = rowShape(length, itemBytes);
  if (shape.blockWarps * 32 > threadsPerBlock) return undefined;
  const { lanes, warps, packs, passes } = shape;
  return {
    kind: `rows${lanes}-${warps}-${packs}${passes ? '-passes' : ''}-`,
    source: () => rowScanSource(spec, shape, itemBytes),
    stateBytes: 0,
    zeroedBytes: 0,
    chunks: 1,
    perChunk: rowTile(shape, itemBytes),
    jobs: 1,
    launches: [{ kernel: 'heddle_scan_rows', grid: Math.min(Math.ceil(rows / rowsOfBlock(shape)), grid[0]) }],
    threads: shape.blockWarps * 32,
  };
}

/** The fewest threads that hold a row in at most two packs each; as measured on an H200, more packs are slower. */
function rowShape(length: number, itemBytes: number): RowShape {
  const packsOfRow = Math.ceil(length / rowPackItems(itemBytes));
  const lanes = Math.min(32, powerOfTwo(packsOfRow));
  const packs = packsOfRow > 32 ? 2 : 1;
  const passes = packsOfRow > lanes * mostWarps * packs;
  const warps = passes ? passWarps : Math.min(mostWarps, powerOfTwo(packsOfRow / (32 * packs)));
  const blockWarps = Math.max(fewestWarps, warps);
  return { lanes, warps, blockWarps, packs, blocks: residentThreads / (blockWarps * 32), passes };
}

/** The smallest power of two that is at least `n`. */
function powerOfTwo(n: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(n)));
}
