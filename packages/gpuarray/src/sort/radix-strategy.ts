/** How a device sorts: which kernels, in which order, over which tiles. */
import type { Buffer, Device } from '@heddle/core';
import type { Place } from '../device-context';
import type { DeviceTuning } from '../reduction/device-tuning';
import { onesweepSource } from './onesweep-source';
import { digits, type RadixSpec } from './radix-plan';
import { sequentialRadixSource } from './sequential-radix-source';
import { tiledRadixSource } from './tiled-radix-source';

export interface RadixLaunch {
  readonly kernel: string;
  readonly grid: number;
  /** Only before the first pass. */
  readonly oncePerSort?: boolean;
}

export interface RadixStrategy {
  readonly kind: string;
  readonly source: () => string;
  readonly threads: number;
  /** Stretches, tiles or jobs: what the kernels take as `heddle_tiles`. */
  readonly tiles: number;
  readonly stateBytes: number;
  readonly launches: readonly RadixLaunch[];
  /** Clears what the kernels count in, once and before each pass. */
  readonly prepare?: (state: Buffer, place: Place) => void;
  readonly beforePass?: (state: Buffer, place: Place) => void;
}

/** Elements that are worth a stretch of their own on a CPU. */
const sequentialStretch = 1 << 14;

/**
 * The strategy for a device: stretches on a CPU; one sweep for each digit where blocks may wait for those before them;
 * counting and distributing tiles elsewhere.
 *
 * @param length - elements of a row
 * @param rows - more than one only where the strategy is sequential
 */
export function radixStrategy(
  _device: Device,
  spec: RadixSpec,
  tuning: DeviceTuning,
  length: number,
  rows: number,
  passes: number,
): RadixStrategy {
  if (tuning.strategy === 'sequential') return sequentialStrategy(spec, tuning, length, rows);
  return tuning.lookBack ? onesweepStrategy(spec, tuning, length, passes) : tiledStrategy(spec, tuning, length);
}

function sequentialStrategy(spec: RadixSpec, tuning: DeviceTuning, length: number, rows: number): RadixStrategy {
  const base = { kind: 'sequential', source: () => sequentialRadixSource(spec), threads: 1 };
  const countBytes = spec.wide ? 8 : 4;
  if (rows > 1) {
    const jobs = Math.min(tuning.blocks, rows);
    return { ...base, tiles: jobs, stateBytes: countBytes, launches: [{ kernel: 'heddle_radix_rows', grid: jobs }] };
  }
  const tiles = Math.max(1, Math.min(tuning.blocks, Math.ceil(length / sequentialStretch)));
  return {
    ...base,
    tiles,
    stateBytes: digits * tiles * countBytes,
    launches: [
      { kernel: 'heddle_radix_count', grid: tiles },
      { kernel: 'heddle_radix_offsets', grid: 1 },
      { kernel: 'heddle_radix_scatter', grid: tiles },
    ],
  };
}

/** Elements of a thread in a tile: shared memory holds the tile, and counts for each warp. */
function onesweepItems({ key, payload }: RadixSpec): number {
  const widest = Math.max(key.bits / 8, payload.bytes);
  return widest <= 4 ? 16 : widest === 8 ? 8 : 4;
}

function onesweepStrategy(spec: RadixSpec, tuning: DeviceTuning, length: number, passes: number): RadixStrategy {
  const threads = Math.min(512, tuning.threads * 2);
  const items = onesweepItems(spec);
  const tiles = Math.ceil(length / (threads * items));
  const wordBytes = spec.wide ? 8 : 4;
  // Histograms of all passes, then a counter and the tiles' statuses, which each pass needs cleared.
  const histogramBytes = 8 * digits * wordBytes;
  const statusBytes = 256 + tiles * digits * wordBytes;
  return {
    kind: `onesweep${threads}-${items}-${tuning.warp}`,
    source: () => onesweepSource(spec, { threads, items, warp: tuning.warp, passes: spec.key.bits / 8 }),
    threads,
    tiles,
    stateBytes: histogramBytes + statusBytes,
    launches: [
      { kernel: 'heddle_radix_histogram', grid: Math.min(tiles, tuning.blocks), oncePerSort: true },
      { kernel: 'heddle_radix_exclusive', grid: passes, oncePerSort: true },
      { kernel: 'heddle_radix_onesweep', grid: tiles },
    ],
    prepare: (state, place) => {
      state.fill(0, { ...place, length: histogramBytes });
    },
    beforePass: (state, place) => {
      state.fill(0, { ...place, offset: histogramBytes, length: statusBytes });
    },
  };
}

function tiledStrategy(spec: RadixSpec, tuning: DeviceTuning, length: number): RadixStrategy {
  const { threads } = tuning;
  const items = 8;
  const tiles = Math.ceil(length / (threads * items));
  return {
    kind: `tiled${threads}-${items}`,
    source: () => tiledRadixSource(spec, { threads, items }),
    threads,
    tiles,
    stateBytes: digits * tiles * (spec.wide ? 8 : 4) + digits * 8,
    launches: [
      { kernel: 'heddle_radix_count', grid: tiles },
      { kernel: 'heddle_radix_offsets', grid: digits },
      { kernel: 'heddle_radix_bases', grid: 1 },
      { kernel: 'heddle_radix_scatter', grid: tiles },
    ],
  };
}
