/** Plans that divide rows into tiles, for any items, segments and outputs. */
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { lookBackScanSource, stateBytes, zeroedBytes } from './look-back-scan-source';
import type { PlannedScan, ScanPlan } from './scan-plan';
import { scanNeeds } from './scan-spec';
import { tileShape } from './tile-source';
import { twoPassScanSource } from './two-pass-scan-source';

/** Bytes of an item, and of a run of items. */
interface ItemBytes {
  readonly item: number;
  readonly run: number;
}

/**
 * Bytes of a tile for each thread: every device has room for those of two passes. By look-back, twice as many are 1.5
 * times as fast with items of 8 bytes (H200).
 */
const threadBytes = { twoPass: 60, lookBack: 120 };

/** Blocks leave the totals of chunks, and a second launch starts from them; undefined on a CPU. */
export function twoPassPlan(call: PlannedScan, tuning: DeviceTuning, bytes: ItemBytes): ScanPlan | undefined {
  if (tuning.strategy === 'sequential') return undefined;
  const { spec, rows, length } = call;
  const shape = tileShape(bytes.item, threadBytes.twoPass, tuning);
  const tile = shape.threads * shape.items;
  const wanted = Math.max(1, Math.min(Math.ceil(tuning.blocks / rows), Math.ceil(length / tile)));
  const perChunk = Math.ceil(length / wanted / tile) * tile;
  const chunks = Math.ceil(length / perChunk);
  const grid = rows * chunks;
  return {
    kind: `two-pass${shape.items}-${shape.warp}`,
    source: () => twoPassScanSource(spec, shape),
    stateBytes: grid * bytes.run,
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

/** One pass; undefined if blocks must not wait for each other, or the output needs the last item. */
export function lookBackPlan(call: PlannedScan, tuning: DeviceTuning, bytes: ItemBytes): ScanPlan | undefined {
  const { spec, rows, length } = call;
  if (!tuning.lookBack || scanNeeds(spec).last) return undefined;
  const shape = tileShape(bytes.item, threadBytes.lookBack, tuning);
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
