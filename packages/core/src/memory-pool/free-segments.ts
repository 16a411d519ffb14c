/**
 * The free segments of one stream, by size.
 */
import { splitSegment } from './segment';
import type { Segment } from './segment';
import { binCount, binOf } from './size-bins';

// How many segments of the request's own bin are looked at before a larger bin is preferred. They differ by at most
// 1.6 %, so a longer search would cost more than it saves.
const searchLength = 16;

export class FreeSegments<Handle> {
  readonly #heads: (Segment<Handle> | undefined)[] = new Array<Segment<Handle> | undefined>(binCount).fill(undefined);
  /** One bit per bin that is not empty. */
  readonly #occupied = new Int32Array(Math.ceil(binCount / 32));

  add(segment: Segment<Handle>): void {
    const bin = binOf(segment.granules);
    const head = this.#heads[bin];
    segment.list = this;
    segment.previousFree = undefined;
    segment.nextFree = head;
    if (head) head.previousFree = segment;
    else this.#occupied[bin >>> 5] = (this.#occupied[bin >>> 5] ?? 0) | (1 << (bin & 31));
    this.#heads[bin] = segment;
  }

  remove(segment: Segment<Handle>): void {
    const { previousFree, nextFree } = segment;
    if (nextFree) nextFree.previousFree = previousFree;
    if (previousFree) previousFree.nextFree = nextFree;
    else {
      const bin = binOf(segment.granules);
      this.#heads[bin] = nextFree;
      if (!nextFree) this.#occupied[bin >>> 5] = (this.#occupied[bin >>> 5] ?? 0) & ~(1 << (bin & 31));
    }
    segment.list = undefined;
    segment.previousFree = undefined;
    segment.nextFree = undefined;
  }

  /** Removes the best fit and cuts it to size; the rest stays in this list. */
  take(granules: number): Segment<Handle> | undefined {
    const bin = binOf(granules);
    const found =
      this.#bestOfBin(bin, granules, searchLength) ??
      this.#bestOfBin(this.#nextOccupied(bin + 1), granules, searchLength) ??
      this.#bestOfBin(bin, granules, Infinity);
    return found && this.#cut(found, granules);
  }

  /** Removes and returns a segment of exactly this size. */
  takeExact(granules: number): Segment<Handle> | undefined {
    for (let segment = this.#heads[binOf(granules)]; segment; segment = segment.nextFree) {
      if (segment.granules !== granules) continue;
      this.remove(segment);
      return segment;
    }
    return undefined;
  }

  /** As {@link take} or {@link takeExact}, among segments whose last use was in `epoch` or before. */
  takeUntil(epoch: number, granules: number, exact: boolean): Segment<Handle> | undefined {
    let best: Segment<Handle> | undefined;
    for (let bin = this.#nextOccupied(binOf(granules)); bin < binCount && !best; bin = this.#nextOccupied(bin + 1)) {
      for (let segment = this.#heads[bin]; segment; segment = segment.nextFree) {
        const fits = exact ? segment.granules === granules : segment.granules >= granules;
        if (fits && segment.epoch <= epoch && (!best || segment.granules < best.granules)) best = segment;
      }
      if (exact) break;
    }
    return best && this.#cut(best, granules);
  }

  *[Symbol.iterator](): Generator<Segment<Handle>> {
    for (let bin = this.#nextOccupied(0); bin < binCount; bin = this.#nextOccupied(bin + 1)) {
      for (let segment = this.#heads[bin]; segment; segment = segment.nextFree) yield segment;
    }
  }

  #cut(segment: Segment<Handle>, granules: number): Segment<Handle> {
    this.remove(segment);
    if (segment.granules > granules) this.add(splitSegment(segment, granules));
    return segment;
  }

  #bestOfBin(bin: number, granules: number, limit: number): Segment<Handle> | undefined {
    let best: Segment<Handle> | undefined;
    for (let segment = this.#heads[bin]; segment && limit > 0; segment = segment.nextFree, limit--) {
      if (segment.granules === granules) return segment;
      if (segment.granules > granules && (!best || segment.granules < best.granules)) best = segment;
    }
    return best;
  }

  /** The first bin from `bin` on that is not empty; {@link binCount} if there is none. */
  #nextOccupied(bin: number): number {
    let word = bin >>> 5;
    let bits = (this.#occupied[word] ?? 0) & (-1 << (bin & 31));
    while (bits === 0) {
      if (++word >= this.#occupied.length) return binCount;
      bits = this.#occupied[word] ?? 0;
    }
    return word * 32 + 31 - Math.clz32(bits & -bits);
  }
}
