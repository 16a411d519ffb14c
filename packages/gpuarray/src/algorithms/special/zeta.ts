/** The zeta functions of Riemann and Hurwitz, and the derivatives of digamma. */
import { zetaNearPole } from './coefficients/zeta';
import { deviceCode, fitCode, specialValues, type RealType } from './device-code';
import { digamma, gamma } from './gamma';

/** `(2j)! / B(2j)`, from j = 1 on: DLMF 24.2.1. */
const euler = [
  '12.0', '-720.0', '30240.0', '-1209600.0', '47900160.0', '-1892437580.3183791606', '74724249600.0',
  '-2950130727918.1642245', '116467828143500.67248', '-4597978722407472.6104',
]; // prettier-ignore

/** Sum and remainder of Euler and Maclaurin, DLMF 25.11.5, for `q` > 0 and `s` > 1. */
const hurwitzOfPositive = deviceCode(
  (type) => `
CALLED REAL heddle_hurwitz_REAL(REAL s, REAL q) {
  REAL sum = pow(q, -s), term = sum, w = q, factor, z;
  if (sum - sum != 0) return sum;
  if (q > 1.0e8) return pow(q, 1 - s) * (1 / (s - 1) + 0.5 / q);
  for (int k = 1; k < 10 || w <= 9; k++) {
    w = q + k;
    if (term < ${relative(type)} * sum && k > 1) return sum;
    term = pow(w, -s);
    sum += term;
  }
  if (term == 0) return sum;
  sum += term * (w / (s - 1) - 0.5);
  z = 1 / w;
  factor = s * z * term;
  z *= z;
${euler.map((divisor, k) => `  sum += factor / ${divisor};\n  factor *= (s + ${2 * k + 1}) * (s + ${2 * k + 2}) * z;`).join('\n')}
  return sum;
}`,
);

function relative(type: RealType): string {
  return type === 'float' ? '1.0e-9' : '1.0e-18';
}

/** For negative `q` the terms on either side of 0 are two sums of positive ones. */
export const hurwitz = deviceCode(
  `
CALLED REAL heddle_zeta2_REAL(REAL s, REAL q) {
  if (s == 1 && q == q) return heddle_infinity_REAL();
  if (!(s > 1) || q != q) return heddle_nan_REAL();
  if (q <= 0) {
    if (floor(q) == q) return heddle_infinity_REAL();
    if (floor(s) != s || s - s != 0) return heddle_nan_REAL();
    const REAL f = q - floor(q), rest = ceil(q) - q;
    const REAL below = heddle_hurwitz_REAL(s, rest) - heddle_hurwitz_REAL(s, 1 - q);
    return heddle_hurwitz_REAL(s, f) + (fmod(s, (REAL)2) == 0 ? below : -below);
  }
  if (q - q != 0) return s - s == 0 ? (REAL)0 : heddle_nan_REAL();
  if (s - s != 0) return q == 1 ? (REAL)1 : q < 1 ? s : heddle_nan_REAL();
  return heddle_hurwitz_REAL(s, q);
}`,
  [specialValues, hurwitzOfPositive],
);

/** What rounding takes from pi, as a part of it. */
const lostOfPi = { float: '-2.78275352e-8', double: '3.8981718325193755e-17' } as const;

/** Below 0 by the functional equation, DLMF 25.4.2, with the gamma function in two halves that do not overflow. */
export const riemann = deviceCode(
  (type) => `
CALLED REAL heddle_zeta_REAL(REAL s) {
  if (s == 1) return heddle_infinity_REAL();
  if (s > 2) return s - s == 0 ? heddle_hurwitz_REAL(s, (REAL)1) : (REAL)1;
  if (s >= 0) return heddle_zeta_near_pole_REAL(s) / (s - 1);
  if (s != s || s - s != 0) return heddle_nan_REAL();
  if (s > -0.01) return heddle_zeta_near_pole_REAL(s) / (s - 1);
  const REAL y = 1 - s, h = 0.5 * y, next = h + 0.5;
  const REAL sine = heddle_sinpi_REAL(0.5 * s);
  if (sine == 0) return 0;
  // What the sums lost, by which the gammas and the power change.
  const REAL lost = (1 - y) - s, lost_next = h - (next - 0.5);
  const REAL change = 1 + lost * (log(y) - 1.83787706640934548) + lost_next * log(next);
  const REAL power = pow((REAL)3.14159265358979323846, -h) * (1 - h * ${lostOfPi[type]});
  const REAL above = y > 2 ? heddle_hurwitz_REAL(y, (REAL)1) : heddle_zeta_near_pole_REAL(y) / -s;
  return heddle_gamma_REAL(h) * power * (heddle_gamma_REAL(next) * power) * sine * above * change * 0.56418958354775629;
}`,
  [gamma, specialValues, hurwitzOfPositive, fitCode('zeta_near_pole', zetaNearPole)],
);

/** DLMF 25.11.12. */
export const polygamma = deviceCode(
  `
CALLED REAL heddle_polygamma_REAL(REAL n, REAL x) {
  if (n == 0) return heddle_digamma_REAL(x);
  if (!(n > 0) || floor(n) != n) return heddle_nan_REAL();
  const REAL value = heddle_gamma_REAL(n + 1) * heddle_zeta2_REAL(n + 1, x);
  return fmod(n, (REAL)2) == 0 ? -value : value;
}`,
  [gamma, digamma, hurwitz],
);
