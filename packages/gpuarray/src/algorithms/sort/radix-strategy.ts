/** How a device sorts: which kernels, in which order, over which tiles. */
import type { Buffer, Device } from '@heddle/core';
import type { Place } from '../../array/device-context';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import { onesweepSource, passesWords } from './onesweep-source';
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

function onesweepStrategy(spec: RadixSpec, tuning: DeviceTuning, length: number, passes: number): RadixStrategy {
  const widest = Math.max(spec.key.bits / 8, spec.payload.bytes);
  // Measured on an H200: three blocks of 384 for each multiprocessor sort 46.4 Gkeys/s, four of 256 sort 44.6.
  const threads = tuning.splitThreads >= 384 ? 384 : 256;
  const blocks = Math.floor(1152 / threads);
  // As many as shared memory holds of wide elements, and registers of narrow ones.
  const items = widest <= 4 ? 20 : widest === 8 ? 14 : 7;
  const tiles = Math.ceil(length / (threads * items));
  const wordBytes = spec.wide ? 8 : 4;
  // What all passes share, then a counter and the tiles' statuses, which each pass needs cleared.
  const histogramBytes = passesWords * wordBytes;
  const statusBytes = 256 + tiles * digits * wordBytes;
  return {
    kind: `onesweep${threads}-${items}-${tuning.warp}`,
    source: () => onesweepSource(spec, { threads, blocks, items, warp: tuning.warp, passes: spec.key.bits / 8 }),
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
