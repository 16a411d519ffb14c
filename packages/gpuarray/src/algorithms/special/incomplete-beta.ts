/** The regularized incomplete beta function. */
import { deviceCode, specialValues } from './device-code';
import { beta, deviance, largestOfProducts, stirling } from './gamma';

/**
 * `x^a y^b / beta(a, b)`, where `y + rest` is `1 - x` and `d` is `b x - a y`. For large parameters by C. Loader's
 * deviances, 2000, whose linear terms cancel.
 */
const betaPrefix = deviceCode(
  (type) => `
CALLED REAL heddle_beta_prefix_REAL(REAL a, REAL b, REAL x, REAL y, REAL rest, REAL d) {
  const REAL s = a + b;
  if (s <= ${largestOfProducts[type]}) {
    const REAL powers = pow(x, a) * pow(y, b);
    if (powers > ${type === 'float' ? '1.0e-37' : '1.0e-300'}) return powers * (1 + b * rest / y) / heddle_beta_REAL(a, b);
  }
  if (a < 1 || b < 1) {
    const REAL log_y = y > 0.5 ? log1p(-x) : log(y) + rest / y;
    return exp(a * log(x) + b * log_y) / heddle_beta_REAL(a, b);
  }
  const REAL exponent = a * heddle_deviance_REAL(d / a, x / a * s) + b * heddle_deviance_REAL(-d / b, y / b * s);
  const REAL correction = heddle_stirling_REAL(s) - heddle_stirling_REAL(a) - heddle_stirling_REAL(b);
  return sqrt(a / 6.28318530717958648 * (b / s)) * exp(correction - exponent);
}`,
  [beta, deviance, stirling],
);

/** A continued fraction of positive terms for `x` up to the mean: A. R. DiDonato and A. H. Morris, 1992, equation 9. */
const betaFraction = deviceCode(
  (type) => `
CALLED REAL heddle_beta_fraction_REAL(REAL a, REAL b, REAL x, REAL y, REAL d) {
  REAL denominator = a * (1 - d) / (a + 1), c = denominator, e = 0, step = 0, value = denominator;
  int m = 1;
  for (; m < 300000 && fabs(step - 1) > ${type === 'float' ? '3.0e-8' : '5.0e-17'}; m++) {
    const REAL n = m, odd = a + 2 * n - 1;
    const REAL numerator = (a + n - 1) / odd * ((a + b + n - 1) / odd) * n * (b - n) * x * x;
    denominator = n + n * (b - n) * x / odd + (a + n) * (1 - d + n * (1 + y)) / (odd + 2);
    e = 1 / (denominator + numerator * e);
    c = denominator + numerator / c;
    step = c * e;
    value *= step;
  }
  return m < 300000 ? value : heddle_nan_REAL();
}`,
  [specialValues],
);

export const betainc = deviceCode(
  `
CALLED REAL heddle_betainc_REAL(REAL a, REAL b, REAL x) {
  if (!(a >= 0 && b >= 0 && x >= 0 && x <= 1)) return heddle_nan_REAL();
  const int wide_a = a - a != 0, wide_b = b - b != 0;
  if ((a == 0 && b == 0) || (wide_a && wide_b)) return heddle_nan_REAL();
  if (x == 0) return 0;
  if (x == 1) return 1;
  if (a == 0 || wide_b) return 1;
  if (b == 0 || wide_a) return 0;
  const REAL y = 1 - x, rest = (1 - y) - x;
  // b x - a y, with what the products lose.
  const REAL bx = b * x, ay = a * y;
  const REAL d = (bx - ay) + ((fma(b, x, -bx) - fma(a, y, -ay)) - a * rest);
  const REAL prefix = heddle_beta_prefix_REAL(a, b, x, y, rest, d);
  if (d <= 0) return prefix == 0 ? prefix : prefix / heddle_beta_fraction_REAL(a, b, x, y, d);
  return prefix == 0 ? (REAL)1 : 1 - prefix / heddle_beta_fraction_REAL(b, a, y, x, -d);
}`,
  [specialValues, betaPrefix, betaFraction],
);
