/** Arrays of numbers in plain JavaScript, done the slow and obvious way: what Heddle's are compared with. */

export interface Reference {
  readonly shape: readonly number[];
  /** In row-major order. */
  readonly values: readonly number[];
}

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}

/** All multi-indices of a shape, in row-major order. */
export function indicesOf(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>(
    (rows, length) => rows.flatMap((row) => Array.from({ length }, (_, k) => [...row, k])),
    [[]],
  );
}

export function at({ shape, values }: Reference, index: readonly number[]): number {
  return values[index.reduce((place, k, axis) => place * (shape[axis] as number) + k, 0)] as number;
}

export function fromFunction(shape: readonly number[], value: (index: readonly number[]) => number): Reference {
  return { shape, values: indicesOf(shape).map(value) };
}

/** Python's `range(*slice.indices(length))`. */
export function sliceRange(length: number, start: number | null, stop: number | null, step: number): number[] {
  const all: number[] = [];
  const bound = (value: number | null, otherwise: number): number => {
    if (value === null) return otherwise;
    const counted = value < 0 ? value + length : value;
    return step > 0 ? Math.min(Math.max(counted, 0), length) : Math.min(Math.max(counted, -1), length - 1);
  };
  const first = bound(start, step > 0 ? 0 : length - 1);
  const last = bound(stop, step > 0 ? length : -1);
  for (let k = first; step > 0 ? k < last : k > last; k += step) all.push(k);
  return all;
}

/** NumPy's broadcasting of two, with a function of two numbers. */
export function combine(a: Reference, b: Reference, fn: (x: number, y: number) => number): Reference {
  const rank = Math.max(a.shape.length, b.shape.length);
  const lengths = (shape: readonly number[]) => [...new Array<number>(rank - shape.length).fill(1), ...shape];
  const [left, right] = [lengths(a.shape), lengths(b.shape)];
  const shape = left.map((length, axis) => (length === 1 ? (right[axis] as number) : length));
  const pick = (of: Reference, padded: readonly number[], index: readonly number[]) =>
    at({ shape: padded, values: of.values }, index.map((k, axis) => (padded[axis] === 1 ? 0 : k))); // prettier-ignore
  return fromFunction(shape, (index) => fn(pick(a, left, index), pick(b, right, index)));
}
