/** Plans whose items of a few bytes go with a flag in one word, for devices whose blocks may wait for earlier ones. */
import type { Device } from '@heddle/core';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { typeBytes } from '../../kernel-kit/type-bytes';
import {
  columnChunk,
  columnLookBackSource,
  columnsOfBlock,
  columnStateBytes,
  columnThreads,
} from './column-look-back-source';
import { heldBlock, heldScanSource, heldTile, type HeldThreads } from './held-scan-source';
import { lookBackWords } from './packed-look-back';
import type { PlannedScan, ScanPlan } from './scan-plan';
import { scanNeeds, type ScanSpec } from './scan-spec';
import { selectionSource, selectionThreads, selectionTile } from './selection-source';

/** Blocks may wait for earlier ones, a warp looks back for them, and a word has all that is known of a tile. */
export function suitsWarpLookBack(spec: ScanSpec, { lookBack, warp }: DeviceTuning): boolean {
  const { segments, last } = scanNeeds(spec);
  return lookBack && warp === 32 && !segments && !last;
}

/** Shared memory that each block takes besides its tile, the system's share of it included. */
const besidesTile = 2048;

/**
 * One row in large tiles.
 *
 * @returns undefined if a scan does not suit
 */
export function heldPlan(device: Device, call: PlannedScan, tuning: DeviceTuning, bytes: number): ScanPlan | undefined {
  const { spec, length, rows } = call;
  if (rows !== 1 || ![1, 2, 4].includes(bytes) || !suitsWarpLookBack(spec, tuning)) return undefined;
  const threads = heldThreads(device, bytes);
  if (threads === undefined) return undefined;
  const tiles = Math.ceil(length / heldTile(threads));
  return {
    kind: `held${bytes}-`,
    source: () => heldScanSource(spec, threads, bytes),
    stateBytes: 0,
    zeroedBytes: 0,
    statusWords: lookBackWords(tiles),
    chunks: tiles,
    perChunk: heldTile(threads),
    jobs: 1,
    launches: [{ kernel: 'heddle_scan_held', grid: tiles }],
    threads: heldBlock(threads),
    sharedBytes: heldTile(threads) * bytes,
  };
}

/** The largest block of which a multiprocessor holds two. */
function heldThreads(device: Device, bytes: number): HeldThreads | undefined {
  const { sharedBytesOptIn, threadsPerBlock } = device.properties.limits;
  return ([768, 512, 256] as const).find(
    (threads) =>
      2 * heldTile(threads) * bytes + besidesTile <= sharedBytesOptIn && heldBlock(threads) <= threadsPerBlock,
  );
}

/**
 * A selection, which moves elements itself.
 *
 * @returns undefined if the scan has no selection, or one that does not suit
 */
export function selectionPlan(device: Device, call: PlannedScan, tuning: DeviceTuning): ScanPlan | undefined {
  const { spec, length } = call;
  const { selection } = spec;
  if (selection === undefined || spec.itemType !== 'int' || !suitsWarpLookBack(spec, tuning)) return undefined;
  const bytes = typeBytes(spec, `typedef ${selection.type} heddle_probe_type;`);
  const { sharedBytesOptIn, threadsPerBlock } = device.properties.limits;
  if (bytes === undefined || ![1, 2, 4].includes(bytes) || threadsPerBlock < selectionThreads) return undefined;
  if (2 * selectionTile * bytes + besidesTile > sharedBytesOptIn) return undefined;
  const tiles = Math.ceil(length / selectionTile);
  return {
    kind: 'selection',
    source: () => selectionSource(spec, selection, bytes),
    stateBytes: 0,
    zeroedBytes: 0,
    statusWords: lookBackWords(tiles),
    chunks: tiles,
    perChunk: selectionTile,
    jobs: 1,
    launches: [{ kernel: 'heddle_select', grid: tiles }],
    threads: selectionThreads,
    sharedBytes: selectionTile * bytes,
  };
}

/** @returns undefined if the device or the items do not suit */
export function columnLookBackPlan(call: PlannedScan, tuning: DeviceTuning, bytes: number): ScanPlan | undefined {
  const { spec, length, rows } = call;
  if (rows < 2 || bytes > 4 || !suitsWarpLookBack(spec, tuning)) return undefined;
  const groups = Math.ceil(rows / columnsOfBlock);
  const chunks = Math.ceil(length / columnChunk);
  const state = columnStateBytes(chunks * groups);
  return {
    kind: 'columns-look-back',
    source: () => columnLookBackSource(spec),
    stateBytes: state,
    zeroedBytes: state,
    chunks,
    perChunk: columnChunk,
    jobs: 1,
    launches: [{ kernel: 'heddle_scan_columns', grid: groups * chunks }],
    threads: columnThreads,
  };
}
