/** Functions of logarithms and exponentials that need care near their limits. */
import { deviceCode, specialValues } from './device-code';

export const expit = deviceCode(`
CALLED REAL heddle_expit_REAL(REAL x) {
  const REAL e = exp(-fabs(x));
  return (x < 0 ? e : (REAL)1) / (1 + e);
}`);

/** Near 1/2 the quotient would round to 1: `2 atanh(2p - 1)` is the same. */
export const logit = deviceCode(`
CALLED REAL heddle_logit_REAL(REAL p) {
  return p > 0.3 && p < 0.65 ? 2 * atanh(2 * p - 1) : log(p / (1 - p));
}`);

export const entr = deviceCode(
  `
CALLED REAL heddle_entr_REAL(REAL x) {
  if (x > 0) return -x * log(x);
  return x == 0 ? (REAL)0 : x < 0 ? -heddle_infinity_REAL() : x;
}`,
  [specialValues],
);

export const xlogy = deviceCode(`
CALLED REAL heddle_xlogy_REAL(REAL x, REAL y) { return x == 0 && y == y ? (REAL)0 : x * log(y); }`);

export const xlog1py = deviceCode(`
CALLED REAL heddle_xlog1py_REAL(REAL x, REAL y) { return x == 0 && y == y ? (REAL)0 : x * log1p(y); }`);

export const sinc = deviceCode(`
CALLED REAL heddle_sinc_REAL(REAL x) {
  return x == 0 ? (REAL)1 : heddle_sinpi_REAL(x) / (3.14159265358979323846 * x);
}`);
