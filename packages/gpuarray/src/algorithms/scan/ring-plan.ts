/** The plan of scans whose tiles come and go by bulk copies. */
import { isArray } from '../../array/strided-array';
import type { Device } from '@heddle/core';
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import type { KernelExtra } from '../../kernel-kit/kernel-extra';
import { hasBulkCopies } from './bulk-copies';
import { packItems } from './item-packs';
import { extraRead, extraWritten } from './plain-arrays';
import { ringBlock, ringBytes, ringScanSource, ringTile } from './ring-scan-source';
import type { PlannedScan, ScanPlan } from './scan-plan';
import { suitsWarpLookBack } from './single-pass-plan';

/** Shared memory that a block takes besides its ring. */
const besidesRing = 1024;

/**
 * One row of plain items of four bytes, with a tile for each multiprocessor.
 *
 * @returns undefined if a scan or the device does not suit
 */
export function ringPlan(device: Device, call: PlannedScan, tuning: DeviceTuning, bytes: number): ScanPlan | undefined {
  const { spec, length, rows } = call;
  if (rows !== 1 || bytes !== 4 || !suitsWarpLookBack(spec, tuning)) return undefined;
  if (!(call.bulkCopies ?? hasBulkCopies(device))) return undefined;
  const { sharedBytesOptIn, threadsPerBlock } = device.properties.limits;
  if (ringBytes + besidesRing > sharedBytesOptIn || ringBlock > threadsPerBlock) return undefined;
  // Elsewhere each element would be read on its own, which the other plans are better at.
  if (!beginsPack(call, extraRead(spec)) || !beginsPack(call, extraWritten(spec))) return undefined;
  const tiles = Math.ceil(length / ringTile);
  // Eight blocks of the tuning are a multiprocessor.
  const multiprocessors = Math.ceil(tuning.blocks / 8);
  if (tiles < multiprocessors) return undefined;
  return {
    kind: 'ring',
    source: () => ringScanSource(spec),
    stateBytes: 0,
    zeroedBytes: 0,
    statusWords: tiles,
    chunks: tiles,
    perChunk: ringTile,
    jobs: 1,
    launches: [{ kernel: 'heddle_scan_ring', grid: multiprocessors }],
    threads: ringBlock,
    sharedBytes: ringBytes,
  };
}

/** An array that begins with a whole pack, as far as its offset says: what has been allocated does. */
function beginsPack({ spec, extras }: PlannedScan, extra: KernelExtra | undefined): boolean {
  if (extra === undefined) return false;
  const value = extras?.[spec.extras.indexOf(extra)];
  return !isArray(value) || value.offset % packItems === 0;
}
