/** How far results may be from the exact ones, in units in the last place; docs/special-functions.md states the same. */

/** What an error is compared with, if not with one unit of the value itself. */
type Measure =
  /** One unit of the value, or of 1 if the value is smaller. */
  | 'absolute'
  /** One unit of the value, or of the amplitude of an oscillation. */
  | 'amplitude';

export interface Bound {
  readonly float64: number;
  readonly float32: number;
  readonly measure?: Measure;
}

const bound = (float64: number, float32 = float64, measure?: Measure): Bound => ({
  float64,
  float32,
  ...(measure === undefined ? {} : { measure }),
});

export const bounds: Readonly<Record<string, Bound>> = {
  gamma: bound(8),
  lgamma: bound(4, 4, 'absolute'),
  digamma: bound(4),
  polygamma: bound(8),
  zeta: bound(10, 16),
  hurwitzZeta: bound(16),
  beta: bound(8),
  betaln: bound(4, 4, 'absolute'),
  gammainc: bound(64),
  gammaincc: bound(64),
  betainc: bound(32),
  erf: bound(4),
  erfc: bound(4),
  erfcx: bound(4),
  erfinv: bound(4),
  erfcinv: bound(4),
  ndtr: bound(5),
  ndtri: bound(4),
  logNdtr: bound(4),
  expit: bound(4),
  logit: bound(4),
  entr: bound(4),
  xlogy: bound(4),
  xlog1py: bound(4),
  sinc: bound(4),
  j0: bound(6, 6, 'amplitude'),
  j1: bound(6, 6, 'amplitude'),
  y0: bound(6, 6, 'amplitude'),
  y1: bound(6, 6, 'amplitude'),
  i0: bound(4),
  i1: bound(4),
  i0e: bound(4),
  i1e: bound(4),
  k0: bound(5),
  k1: bound(4),
  expn: bound(10),
  exp1: bound(4),
  expi: bound(4),
  ellipk: bound(4),
  ellipe: bound(4),
};

/** Bits of the significand. */
const digits = { float64: 53, float32: 24 } as const;

/** The error in units in the last place. */
export function error(
  actual: number,
  expected: number,
  dtype: 'float64' | 'float32',
  measure: Measure | undefined,
  argument: number,
): number {
  if (Object.is(actual, expected) || (Number.isNaN(actual) && Number.isNaN(expected))) return 0;
  const scale = Math.max(Math.abs(expected), leastScale(measure, argument));
  const unit = 2 ** (Math.floor(Math.log2(scale)) - digits[dtype] + 1);
  return Math.abs(actual - expected) / unit;
}

function leastScale(measure: Measure | undefined, argument: number): number {
  if (measure === 'absolute') return 1;
  if (measure === 'amplitude')
    return Math.min(1, Math.sqrt(2 / (Math.PI * Math.abs(argument))), Math.abs(argument) / 2);
  return 0;
}
