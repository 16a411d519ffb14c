/** What a scan computes, apart from shapes, devices and strategy. */
import type { KernelExtra } from '../../kernel-kit/kernel-extra';

/** An element of an array that expressions see by a name of its own. */
export interface InputFetch {
  /** C type of the element. */
  readonly type: string;
  readonly name: string;
  /** The memory extra. */
  readonly array: string;
  /** 0: the element at `i`; -1: the one before it, at `i` 0 the first one. */
  readonly offset: 0 | -1;
}

/** A selection of an array's elements, in the names of its scan's extras; an element is taken where its item counts on. */
export interface SelectionSpec {
  /** Memory extra whose elements are selected. */
  readonly array: string;
  /** C type of its elements. */
  readonly type: string;
  /** C expression in `i`, `N`, the extras and `heddle_here`, the element at `i` as it lies. */
  readonly condition: string;
  /** Memory extras that get the taken elements, those that are left if that is wanted, and the number of taken ones. */
  readonly taken: string;
  readonly left: string | undefined;
  readonly count: string;
}

/**
 * A prefix scan: item i is `scan` of item i-1 and `input` at i; then `output` runs for every i.
 *
 * `scan` must be associative.
 */
export interface ScanSpec {
  readonly name: string;
  readonly extras: readonly KernelExtra[];
  readonly preamble: string;
  /** C type of an item. */
  readonly itemType: string;
  /** C expression in `i`, `N`, the extras and the fetched elements; `heddle_row` numbers the rows of a batch. */
  readonly input: string;
  /** C expression in `a` (left), `b` (right) and `acrossSegmentBoundary`: a segment starts in what `b` covers. */
  readonly scan: string;
  /** C expression, for the first `prevItem` of each segment. */
  readonly neutral: string | undefined;
  /** C expression that is true if a segment starts at `i`. */
  readonly segmentStart: string | undefined;
  /** C statements in `i`, `N`, `item`, `prevItem`, `lastItem`, the extras. */
  readonly output: string;
  readonly fetches: readonly InputFetch[];
  readonly header: boolean;
  readonly options?: readonly string[];
  /** Items count the inputs that are 1, and the output writes for those indices alone, and what the last one tells. */
  readonly sparse?: boolean;
  /** What input, scan and output come to, where that is a selection: a device may have a kernel of its own for it. */
  readonly selection?: SelectionSpec;
}

/** What a spec's output asks for. */
export interface ScanNeeds {
  readonly previous: boolean;
  /** The item of the last index, which costs a pass over the input. */
  readonly last: boolean;
  readonly segments: boolean;
}

export function scanNeeds(spec: ScanSpec): ScanNeeds {
  return {
    previous: /\bprevItem\b/.test(spec.output),
    last: /\blastItem\b/.test(spec.output),
    segments: spec.segmentStart !== undefined,
  };
}
