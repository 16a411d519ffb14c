/** The regularized incomplete gamma functions. */
import { temmeCoefficients } from './coefficients/temme';
import { deviceCode, horner, specialValues, type RealType } from './device-code';
import { erfcx } from './error-function';
import { deviance, gamma, logGamma1p, stirling } from './gamma';

/** From here on `a` is large enough for {@link temme}. */
const leastForTemme = 24;

/** The greatest exponent whose exponential is a normal number, and the greatest `a` whose gamma is a number. */
const limits = { float: { exponent: '85.0', a: '33.0' }, double: { exponent: '700.0', a: '140.0' } } as const;

/** `x^a exp(-x) / gamma(a + 1)`. For large `a` by C. Loader's deviance, 2000, which keeps what the powers would lose. */
const gammaPrefix = deviceCode(
  (type) => `
CALLED REAL heddle_gamma_prefix_REAL(REAL a, REAL x) {
  if (a < 1) return exp(a * log(x) - heddle_log_gamma_1p_REAL(a)) * exp(-x);
  if (a < ${limits[type].a} && x < ${limits[type].exponent} && fabs(a * log(x)) < ${limits[type].exponent})
    return pow(x, a) / (a * heddle_gamma_REAL(a)) * exp(-x);
  return exp(-a * heddle_deviance_REAL((x - a) / a, x / a) - heddle_stirling_REAL(a)) / sqrt(6.28318530717958648 * a);
}`,
  [gamma, logGamma1p, deviance, stirling],
);

/** `sum of x^k / ((a + 1) ... (a + k))`: DLMF 8.7.1. */
const lowerSeries = deviceCode(
  (type) => `
CALLED REAL heddle_lower_gamma_series_REAL(REAL a, REAL x) {
  REAL sum = 1, term = 1;
  for (int k = 1; k < 2000 && term > ${epsilon(type)} * sum; k++) {
    term *= x / (a + k);
    sum += term;
  }
  return sum;
}`,
);

/**
 * `gamma(a, x) exp(x) / x^a` by its continued fraction, DLMF 8.9.2, as the sum of its steps, which are positive (W.
 * Gautschi, "Computational aspects of three-term recurrence relations", 1967).
 */
const upperFraction = deviceCode(
  (type) => `
CALLED REAL heddle_upper_gamma_fraction_REAL(REAL a, REAL x) {
  REAL b = (x - a) + 1, d = 1 / b, value = d, step = d;
  for (int k = 1; k < 2000 && fabs(step) > ${epsilon(type)} * value; k++) {
    const REAL numerator = k * (k - a), before = d;
    b += 2;
    d = 1 / (b - numerator * d);
    step *= numerator * before * d;
    value += step;
  }
  return value;
}`,
);

/** The upper function for small `a` and `x`, without the cancellation of 1 - P: W. Gautschi, 1979. */
const upperSeries = deviceCode(
  (type) => `
CALLED REAL heddle_upper_gamma_series_REAL(REAL a, REAL x) {
  REAL sum = 0, term = 1, added = 1;
  const REAL exponent = a * log(x) - heddle_log_gamma_1p_REAL(a);
  for (int k = 1; k < 200 && fabs(added) > ${epsilon(type)} * fabs(sum); k++) {
    term *= -x / k;
    added = term / (a + k);
    sum += added;
  }
  return -expm1(exponent) - a * exp(exponent) * sum;
}`,
  [logGamma1p],
);

/** N. M. Temme, "The asymptotic expansion of the incomplete gamma functions", 1979; DLMF 8.12. */
const temme = deviceCode(
  (type) => `
CALLED REAL heddle_gamma_temme_REAL(REAL a, REAL x, int upper) {
  const REAL mu = (x - a) / a, half_square = heddle_deviance_REAL(mu, x / a);
  const REAL root = sqrt(2 * half_square), eta = mu < 0 ? -root : root, s = 1 / a;
  const REAL exponent = a * half_square;
  const REAL rest = (${temmeSum(type)}) / sqrt(6.28318530717958648 * a);
  const REAL tail = exp(-exponent) * (0.5 * heddle_erfcx_REAL(sqrt(exponent)) + (mu < 0 ? -rest : rest));
  return (mu >= 0) == (upper != 0) ? tail : 1 - tail;
}`,
  [deviance, erfcx],
);

function temmeSum(type: RealType): string {
  return temmeCoefficients[type]
    .map((row) => `(${horner(row, 'eta')})`)
    .reduceRight((inner, row) => `${row} + s * (${inner})`);
}

function epsilon(type: RealType): string {
  return type === 'float' ? '3.0e-8' : '5.0e-17';
}

/** One of the two tails, the choice of method as in A. R. DiDonato and A. H. Morris, 1986. */
const gammaTail = deviceCode(
  `
CALLED REAL heddle_gamma_limit_REAL(REAL a, REAL x, int upper) {
  if (!(a >= 0 && x >= 0) || (a == 0 && x == 0)) return heddle_nan_REAL();
  if (a - a != 0 && x - x != 0) return heddle_nan_REAL();
  return (a == 0 || x - x != 0) == (upper != 0) ? (REAL)0 : (REAL)1;
}
CALLED REAL heddle_gamma_tail_REAL(REAL a, REAL x, int upper) {
  REAL value;
  if (!(a > 0 && x > 0) || a - a != 0 || x - x != 0) return heddle_gamma_limit_REAL(a, x, upper);
  if (a >= ${leastForTemme} && fabs(x - a) <= 0.3 * a) return heddle_gamma_temme_REAL(a, x, upper);
  if (upper && x <= 1.1 && (x <= 0.5 ? a <= -0.4 / log(x) : a <= 1.1 * x))
    return heddle_upper_gamma_series_REAL(a, x);
  value = heddle_gamma_prefix_REAL(a, x);
  if (x <= 1 || x < a) {
    value = value == 0 ? value : value * heddle_lower_gamma_series_REAL(a, x);
    return upper ? 1 - value : value;
  }
  value = value == 0 ? value : value * a * heddle_upper_gamma_fraction_REAL(a, x);
  return upper ? value : 1 - value;
}`,
  [specialValues, temme, gammaPrefix, lowerSeries, upperFraction, upperSeries],
);

export const gammainc = deviceCode(
  `CALLED REAL heddle_gammainc_REAL(REAL a, REAL x) { return heddle_gamma_tail_REAL(a, x, 0); }`,
  [gammaTail],
);
export const gammaincc = deviceCode(
  `CALLED REAL heddle_gammaincc_REAL(REAL a, REAL x) { return heddle_gamma_tail_REAL(a, x, 1); }`,
  [gammaTail],
);
