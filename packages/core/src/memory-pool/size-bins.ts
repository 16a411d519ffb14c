/**
 * Sizes in granules, and the bins that free segments are kept in by size.
 *
 * Below 128 granules (64 KiB) every size has its bin; above, each power of two is divided into 64. A bin is therefore
 * never wider than 1.6 %, and the smallest non-empty bin is found from a bitmap without looking at segments.
 */
import { argumentError, HeddleError } from '../errors';

/** Blocks are whole multiples of this many bytes, and start at one. */
export const blockGranularity = 512;

const exactBins = 128;
const exactBits = 7;
const binsPerOctave = 64;
const octaveBits = 6;
// Granules are counted in 32 bits: 2 TiB in one block, beyond any device there is.
const maxGranules = 2 ** 32 - 1;

export const binCount = exactBins + (32 - exactBits) * binsPerOctave;

/**
 * The granules that hold `byteLength` bytes; at least one, so that every block has an address of its own.
 *
 * @throws HeddleError `ARGUMENT` for anything but a non-negative integer
 * @throws HeddleError `OUT_OF_MEMORY` beyond 2 TiB
 */
export function granulesFor(byteLength: number): number {
  if (!Number.isSafeInteger(byteLength) || byteLength < 0) {
    throw argumentError(`byteLength must be a non-negative integer, not ${byteLength}`, { parameter: 'byteLength' });
  }
  const granules = byteLength === 0 ? 1 : Math.ceil(byteLength / blockGranularity);
  if (granules > maxGranules) {
    throw new HeddleError('OUT_OF_MEMORY', `${byteLength} bytes are more than one block can have`, {
      resource: 'device memory',
      requested: byteLength,
      max: maxGranules * blockGranularity,
    });
  }
  return granules;
}

/**
 * Rounds up to one of 16 sizes per power of two. Allocations that cannot be split are made in these sizes, so that a
 * request a little larger or smaller than an earlier one finds its memory again, at a cost of 6 % at most.
 */
export function reusableGranules(granules: number): number {
  if (granules < 16) return granules;
  const step = 2 ** (31 - Math.clz32(granules) - 4);
  return Math.min(Math.ceil(granules / step) * step, maxGranules);
}

/** The bin of a size. All sizes of a bin are smaller than all sizes of the next. */
export function binOf(granules: number): number {
  if (granules < exactBins) return granules;
  const octave = 31 - Math.clz32(granules);
  return (
    exactBins + (octave - exactBits) * binsPerOctave + ((granules >>> (octave - octaveBits)) & (binsPerOctave - 1))
  );
}
