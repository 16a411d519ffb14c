/** Which kernels a scan takes on a device. */
import type { Device } from '@heddle/core';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { columnScanSource, rowChunk } from './column-scan-source';
import { lookBackScanSource, stateBytes, zeroedBytes } from './look-back-scan-source';
import { ringPlan } from './ring-plan';
import { rowPlan } from './row-plan';
import { itemBytes, type PlannedScan, type ScanPlan } from './scan-plan';
import { scanNeeds } from './scan-spec';
import { sequentialScanSource } from './sequential-scan-source';
import { columnLookBackPlan, heldPlan, selectionPlan } from './single-pass-plan';
import { tileShape, type TileShape } from './tile-source';
import { twoPassScanSource } from './two-pass-scan-source';

/**
 * The plan for a scan.
 *
 * @throws HeddleError `ARGUMENT` if the size of the item type cannot be read
 */
export function planScan(device: Device, call: PlannedScan, tuning: DeviceTuning): ScanPlan {
  const needs = scanNeeds(call.spec);
  if (call.columns === true && !needs.last) return columnLookBackPlan(call, tuning) ?? columnPlan(call, tuning);
  const bytes = itemBytes(call);
  if (tuning.strategy === 'sequential') return sequentialPlan(call, tuning, bytes.run, needs.last);
  const rows = rowPlan(device, call, tuning, bytes.item);
  if (rows !== undefined) return rows;
  const shape = tileShape(bytes.item, tuning);
  if (!tuning.lookBack || needs.last) return twoPassPlan(call, shape, tuning, bytes.run);
  return (
    selectionPlan(device, call, tuning) ??
    ringPlan(device, call, tuning, bytes.item) ??
    heldPlan(device, call, tuning, bytes.item) ??
    lookBackPlan(call, shape, bytes)
  );
}

function columnPlan({ spec, rows }: PlannedScan, tuning: DeviceTuning): ScanPlan {
  const sequential = tuning.strategy === 'sequential';
  const grid = Math.ceil(rows / (sequential ? rowChunk : tuning.threads));
  return {
    kind: `columns-${tuning.strategy}`,
    source: () => columnScanSource(spec, tuning),
    stateBytes: 0,
    zeroedBytes: 0,
    chunks: 1,
    perChunk: 1,
    jobs: 1,
    launches: [{ kernel: 'heddle_scan_columns', grid }],
    threads: tuning.threads,
  };
}

/** Elements that are worth a chunk of their own on a CPU. */
const sequentialChunk = 1 << 13;

function sequentialPlan(
  { spec, rows, length }: PlannedScan,
  tuning: DeviceTuning,
  runBytes: number,
  last: boolean,
): ScanPlan {
  const wanted = Math.max(1, Math.min(Math.ceil(tuning.blocks / rows), Math.ceil(length / sequentialChunk)));
  const perChunk = Math.ceil(length / wanted);
  const chunks = Math.ceil(length / perChunk);
  const jobs = Math.min(tuning.blocks, rows * chunks);
  const apply = { kernel: 'heddle_scan_apply', grid: jobs };
  const totals = { kernel: 'heddle_scan_totals', grid: jobs };
  return {
    kind: 'sequential',
    source: () => sequentialScanSource(spec),
    stateBytes: rows * chunks * runBytes,
    zeroedBytes: 0,
    chunks,
    perChunk,
    jobs,
    launches: chunks === 1 && !last && spec.sparse !== true ? [apply] : [totals, apply],
    threads: 1,
  };
}

function twoPassPlan(
  { spec, rows, length }: PlannedScan,
  shape: TileShape,
  tuning: DeviceTuning,
  runBytes: number,
): ScanPlan {
  const tile = shape.threads * shape.items;
  const wanted = Math.max(1, Math.min(Math.ceil(tuning.blocks / rows), Math.ceil(length / tile)));
  const perChunk = Math.ceil(length / wanted / tile) * tile;
  const chunks = Math.ceil(length / perChunk);
  const grid = rows * chunks;
  return {
    kind: `two-pass${shape.items}-${shape.warp}`,
    source: () => twoPassScanSource(spec, shape),
    stateBytes: grid * runBytes,
    zeroedBytes: 0,
    chunks,
    perChunk,
    jobs: 1,
    launches: [
      { kernel: 'heddle_scan_totals', grid },
      { kernel: 'heddle_scan_apply', grid },
    ],
    threads: shape.threads,
  };
}

function lookBackPlan(call: PlannedScan, shape: TileShape, bytes: { item: number; run: number }): ScanPlan {
  const { spec, rows, length } = call;
  const chunks = Math.ceil(length / (shape.threads * shape.items));
  const tiles = rows * chunks;
  return {
    kind: `look-back${shape.items}-${shape.warp}`,
    source: () => lookBackScanSource(spec, shape, bytes.item),
    stateBytes: stateBytes(tiles, bytes.run, bytes.item),
    zeroedBytes: zeroedBytes(tiles, bytes.item),
    chunks,
    perChunk: 1,
    jobs: 1,
    launches: [{ kernel: 'heddle_scan_tiles', grid: tiles }],
    threads: shape.threads,
  };
}
