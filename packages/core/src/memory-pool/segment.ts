/**
 * A chunk is one allocation of the driver; segments are the stretches it is divided into, each lent or free.
 */
import type { FreeSegments } from './free-segments';

export class Chunk<Handle> {
  /** Segments of this chunk that are lent; at zero the chunk can go back to the allocator. */
  lentSegments = 0;
  /** The segment at offset 0. Splitting and merging keep the left one, so it is the same for the chunk's life. */
  readonly first: Segment<Handle>;

  constructor(
    readonly handle: Handle,
    readonly granules: number,
    /** Small requests have chunks of their own, so that they do not break up the large ones. */
    readonly small: boolean,
  ) {
    this.first = new Segment(this, 0, granules);
  }
}

/** Linked twice: with its neighbours in the chunk, for merging, and with others of its bin while it is free. */
export class Segment<Handle> {
  /** The list this segment is free in; undefined while it is lent. */
  list: FreeSegments<Handle> | undefined = undefined;
  /** While free: the epoch of the list's stream in which its last use was enqueued. */
  epoch = -1;
  /** Neighbours by address. */
  before: Segment<Handle> | undefined = undefined;
  after: Segment<Handle> | undefined = undefined;
  /** Neighbours in the bin. */
  previousFree: Segment<Handle> | undefined = undefined;
  nextFree: Segment<Handle> | undefined = undefined;

  constructor(
    readonly chunk: Chunk<Handle>,
    public offset: number,
    public granules: number,
  ) {}
}

/** Cuts a segment after `granules`. @returns the rest, in no list yet */
export function splitSegment<Handle>(segment: Segment<Handle>, granules: number): Segment<Handle> {
  const rest = new Segment(segment.chunk, segment.offset + granules, segment.granules - granules);
  rest.before = segment;
  rest.after = segment.after;
  if (segment.after) segment.after.before = rest;
  segment.after = rest;
  segment.granules = granules;
  rest.epoch = segment.epoch;
  return rest;
}

/** Adds the segment after `segment` to it. Both must be out of their lists. */
export function absorbNext<Handle>(segment: Segment<Handle>, next: Segment<Handle>): void {
  segment.granules += next.granules;
  segment.epoch = Math.max(segment.epoch, next.epoch);
  segment.after = next.after;
  if (next.after) next.after.before = segment;
}
