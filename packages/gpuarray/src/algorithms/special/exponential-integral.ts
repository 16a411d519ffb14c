/** Exponential integrals. */
import * as fits from './coefficients/exponential-integral';
import { deviceCode, fitCode, specialValues } from './device-code';
import { digamma } from './gamma';

export const exp1 = deviceCode(
  `
CALLED REAL heddle_exp1_REAL(REAL x) {
  REAL z, value;
  if (!(x > 0)) return x == 0 ? heddle_infinity_REAL() : heddle_nan_REAL();
  if (x <= 0.5) return x * heddle_ein_REAL(x) - log(x) - 0.57721566490153286061;
  z = 1 / x;
  if (z >= 1) value = heddle_e1_nearest_REAL(z);
  else if (z >= 0.5) value = heddle_e1_near_REAL(z);
  else if (z >= 0.1875) value = heddle_e1_middle_REAL(z);
  else if (z >= 0.0625) value = heddle_e1_outer_REAL(z);
  else value = heddle_e1_far_REAL(z);
  return value * exp(-x) / x;
}`,
  [
    fitCode('ein', fits.ein),
    fitCode('e1_nearest', fits.e1Nearest),
    fitCode('e1_near', fits.e1Near),
    fitCode('e1_middle', fits.e1Middle),
    fitCode('e1_outer', fits.e1Outer),
    fitCode('e1_far', fits.e1Far),
    specialValues,
  ],
);

/** The root of Ei in two parts, so that the distance from it is exact. */
const root = {
  double: ['0.3725074107813666', '1.3140183414386028e-17'],
  float: ['0.372507423', '-1.23810937e-8'],
} as const;

/** W. J. Cody and H. C. Thacher, "Chebyshev approximations for the exponential integral Ei(x)", 1969. */
export const expi = deviceCode(
  (type) => `
CALLED REAL heddle_expi_REAL(REAL x) {
  REAL value;
  if (x < 0) return -heddle_exp1_REAL(-x);
  if (x == 0) return -heddle_infinity_REAL();
  if (x - x != 0) return x;
  if (x <= 2) {
    const REAL distance = (x - ${root[type][0]}) - ${root[type][1]};
    const REAL logarithm = fabs(distance) < 0.1 ? log1p(distance / ${root[type][0]}) : log(x / ${root[type][0]});
    return logarithm + distance * heddle_ei_near_REAL(x);
  }
  if (x <= 4) value = heddle_ei_next_REAL(x);
  else if (x <= 9) value = heddle_ei_middle_REAL(x);
  else if (x <= 20) value = heddle_ei_outer_REAL(x);
  else if (x <= 40) value = heddle_ei_far_REAL(x);
  else value = heddle_ei_farthest_REAL(1 / x);
  if (x <= 80) return exp(x) / x * value;
  const REAL power = exp(0.5 * x);
  return power * (value / x) * power;
}`,
  [
    exp1,
    fitCode('ei_near', fits.eiNear),
    fitCode('ei_next', fits.eiNext),
    fitCode('ei_middle', fits.eiMiddle),
    fitCode('ei_outer', fits.eiOuter),
    fitCode('ei_far', fits.eiFar),
    fitCode('ei_farthest', fits.eiFarthest),
  ],
);

/** M. Abramowitz and I. A. Stegun, 5.1.12 and 5.1.22, the fraction as the sum of its steps. */
export const expn = deviceCode(
  (type) => `
CALLED REAL heddle_expn_series_REAL(REAL n, REAL x) {
  REAL sum = 0, term = 1, added = 1;
  for (int m = 0; m < 100 && (m < n || fabs(added) > ${type === 'float' ? '1.0e-8' : '1.0e-17'} * fabs(sum)); m++) {
    if (m > 0) term *= -x / m;
    added = m == n - 1 ? term * (heddle_digamma_REAL(n) - log(x)) : -term / (m - n + 1);
    sum += added;
    if (term == 0) break;
  }
  return sum;
}
CALLED REAL heddle_expn_fraction_REAL(REAL n, REAL x) {
  REAL b = x + n, d = 1 / b, value = d, step = d;
  for (int k = 1; k < 1000 && step > ${type === 'float' ? '3.0e-8' : '5.0e-17'} * value; k++) {
    const REAL numerator = k * (n - 1 + k), before = d;
    b += 2;
    d = 1 / (b - numerator * d);
    step *= numerator * before * d;
    value += step;
  }
  return value * exp(-x);
}
CALLED REAL heddle_expn_REAL(REAL order, REAL x) {
  const REAL n = trunc(order);
  if (!(n >= 0 && x >= 0)) return heddle_nan_REAL();
  if (x == 0) return n < 2 ? heddle_infinity_REAL() : 1 / (n - 1);
  if (x - x != 0) return 0;
  if (n == 0) return exp(-x) / x;
  if (n == 1) return heddle_exp1_REAL(x);
  return x > 0.75 || n > 90 ? heddle_expn_fraction_REAL(n, x) : heddle_expn_series_REAL(n, x);
}`,
  [exp1, digamma],
);
