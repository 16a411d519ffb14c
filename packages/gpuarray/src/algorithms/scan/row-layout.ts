/** Rows along one axis of an array: where they start, and how far apart their elements are. */

export interface RowLayout {
  /** Elements of a row, and the stride between them. */
  readonly length: number;
  readonly step: number;
  /** Row r starts at `floor(r / inner) * outerStride + (r % inner) * innerStride`. */
  readonly inner: number;
  readonly outerStride: number;
  readonly innerStride: number;
  /** The largest distance of an element from the first one. */
  readonly reach: number;
}

/**
 * @returns undefined if the other axes cannot be merged to two
 */
export function rowLayout(shape: readonly number[], strides: readonly number[], axis: number): RowLayout | undefined {
  const others = shape
    .map((extent, n) => ({ extent, stride: strides[n] ?? 0, n }))
    .filter(({ extent, n }) => n !== axis && extent !== 1);
  const merged: { extent: number; stride: number }[] = [];
  for (const { extent, stride } of others) {
    const outer = merged.at(-1);
    if (outer?.stride === stride * extent) merged[merged.length - 1] = { extent: outer.extent * extent, stride };
    else merged.push({ extent, stride });
  }
  if (merged.length > 2) return undefined;
  const outer = merged.length === 2 ? merged[0] : undefined;
  const inner = merged.at(-1);
  const [length = 1, step = 1] = [shape[axis], strides[axis]];
  const reach = shape.reduce((sum, extent, n) => sum + Math.max(0, extent - 1) * Math.abs(strides[n] ?? 0), 0);
  return {
    length,
    step: length === 1 ? 1 : step,
    inner: inner?.extent ?? 1,
    outerStride: outer?.stride ?? 0,
    innerStride: inner?.stride ?? 0,
    reach,
  };
}
