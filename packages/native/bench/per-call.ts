/** Nanoseconds. */
export type Measured = number;

/** The cost of one call, if `body` makes `count` calls. */
export function perCall(count: number, body: (count: number) => unknown): Measured {
  const started = process.hrtime.bigint();
  body(count);
  return Number(process.hrtime.bigint() - started) / count;
}

export function median(values: readonly Measured[]): Measured {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/** The values between which the middle half lies. */
export function quartiles(values: readonly Measured[]): readonly [Measured, Measured] {
  const sorted = [...values].sort((a, b) => a - b);
  return [sorted[sorted.length >> 2] ?? NaN, sorted[(sorted.length * 3) >> 2] ?? NaN];
}
