/** Gamma, its logarithm and its logarithmic derivative, and the beta function. */
import {
  atanhRest,
  digammaNearRoot,
  logGamma1p as logGamma1pFit,
  stirlingFar,
  stirlingMiddle,
  stirlingNear,
} from './coefficients/gamma';
import { deviceCode, fitCode, specialValues } from './device-code';

export const gamma = deviceCode(`CALLED REAL heddle_gamma_REAL(REAL x) { return tgamma(x); }`);

/** SciPy gives -infinity at -infinity, C infinity. */
export const logGamma = deviceCode(`
CALLED REAL heddle_lgamma_REAL(REAL x) { return x < 0 && x - x != 0 ? x : lgamma(x); }`);

/** The root of digamma in two parts, so that the distance from it is exact. */
const root = {
  double: ['1.4616321449683622', '9.549995429965697e-17'],
  float: ['1.46163213', '1.24381499e-8'],
} as const;

/** Recurrence to the interval around the root, asymptotic series far from it: DLMF 5.5.2, 5.5.4, 5.11.2. */
export const digamma = deviceCode(
  (type) => `
CALLED REAL heddle_digamma_positive_REAL(REAL x) {
  REAL sum = 0, z;
  if (x >= 10) {
    z = 1 / x;
    z = z * z;
    return log(x) - 0.5 / x - z * (1.0 / 12.0 - z * (1.0 / 120.0 - z * (1.0 / 252.0 - z * (1.0 / 240.0
      - z * (1.0 / 132.0 - z * (691.0 / 32760.0 - z / 12.0))))));
  }
  if (x < 1) {
    sum = -1 / x;
    x += 1;
  }
  while (x > 2) {
    x -= 1;
    sum += 1 / x;
  }
  return sum + ((x - ${root[type][0]}) - ${root[type][1]}) * heddle_digamma_near_root_REAL(x);
}
CALLED REAL heddle_digamma_REAL(REAL x) {
  if (x > 0 || x != x) return x - x == 0 || x != x ? heddle_digamma_positive_REAL(x) : x;
  if (x == 0) return -1 / x;
  if (floor(x) == x) return heddle_nan_REAL();
  return heddle_digamma_positive_REAL(1 - x)
    - 3.14159265358979323846 * heddle_cospi_REAL(x) / heddle_sinpi_REAL(x);
}`,
  [fitCode('digamma_near_root', digammaNearRoot), specialValues],
);

/** `lgamma(1 + a)` for `a` from 0, with a small relative error near 0 and 1. */
export const logGamma1p = deviceCode(
  `
CALLED REAL heddle_log_gamma_1p_REAL(REAL a) {
  return a <= 1 ? a * (a - 1) * heddle_log_gamma_1p_fit_REAL(a) : lgamma(1 + a);
}`,
  [fitCode('log_gamma_1p_fit', logGamma1pFit)],
);

/** What Stirling's formula lacks: `lgamma(a) - (a - 1/2) log(a) + a - log(2 pi) / 2` for `a` from 1. */
export const stirling = deviceCode(
  `
CALLED REAL heddle_stirling_REAL(REAL a) {
  const REAL s = 1 / a;
  const REAL value = s <= 0.125 ? heddle_stirling_far_REAL(s)
    : s <= 0.375 ? heddle_stirling_middle_REAL(s) : heddle_stirling_near_REAL(s);
  return value * s / 12;
}`,
  [
    fitCode('stirling_far', stirlingFar),
    fitCode('stirling_middle', stirlingMiddle),
    fitCode('stirling_near', stirlingNear),
  ],
);

/**
 * `mu - log(1 + mu)`, given `1 + mu` too, which may be more exact than the sum: the deviance of C. Loader, "Fast and
 * accurate computation of binomial probabilities", 2000.
 */
export const deviance = deviceCode(
  `
CALLED REAL heddle_deviance_REAL(REAL mu, REAL ratio) {
  const REAL v = mu / (2 + mu);
  if (fabs(v) <= 0.5) return 2 * v * v * (1 / (1 - v) - v * heddle_atanh_rest_REAL(v * v));
  return mu - log(ratio);
}`,
  [fitCode('atanh_rest', atanhRest)],
);

/** Gammas of sums up to here are numbers. */
export const largestOfProducts = { float: '30.0', double: '100.0' } as const;

/**
 * Products of gammas for small arguments, Stirling's formula for large ones (A. R. DiDonato and A. H. Morris,
 * "Algorithm 708", 1992). `a` is the greater. The logarithm where `logarithm` is not 0.
 */
const betaOfPositive = deviceCode(
  (type) => `
CALLED REAL heddle_beta_positive_REAL(REAL a, REAL b, int logarithm) {
  const REAL s = a + b;
  REAL value;
  if (a - a != 0) return b - b != 0 ? heddle_nan_REAL() : logarithm ? -a : (REAL)0;
  if (s <= ${largestOfProducts[type]}) {
    // What the sum lost is at most half a unit: one term of the series of gamma(a + b) makes up for it.
    value = heddle_gamma_REAL(a) * (heddle_gamma_REAL(b) / heddle_gamma_REAL(s)) * (1 - ((a - s) + b) * (s > 1 ? log(s) - 0.5 / s : 0.0));
    if (value - value == 0) return logarithm ? log(value) : value;
    return logarithm ? heddle_lgamma_REAL(a) + heddle_lgamma_REAL(b) - heddle_lgamma_REAL(s) : value;
  }
  if (b < 1) {
    value = (0.5 - a) * log1p(b / a) - b * (log(s) - 1) + (heddle_stirling_REAL(a) - heddle_stirling_REAL(s));
    if (!logarithm) return exp(value) * heddle_gamma_REAL(b);
    return value + heddle_lgamma_REAL(b);
  }
  value = heddle_stirling_REAL(a) + heddle_stirling_REAL(b) - heddle_stirling_REAL(s)
    - a * log1p(b / a) - b * (b > a * 0.5 ? log1p(a / b) : log(s / b));
  if (!logarithm) return sqrt(6.28318530717958648 / a * (s / b)) * exp(value);
  return value + 0.91893853320467274 + 0.5 * log(s / a / b);
}`,
  [gamma, logGamma, stirling, specialValues],
);

/** Where an argument is a whole number up to 0, there is a limit only if the gammas' poles cancel. */
const betaOfWhole = deviceCode(
  `
CALLED REAL heddle_beta_whole_REAL(REAL a, REAL b, int logarithm) {
  const REAL rest = 1 - a - b;
  if (floor(b) != b || !(rest > 0)) return heddle_infinity_REAL();
  const REAL value = heddle_beta_positive_REAL(rest > b ? rest : b, rest > b ? b : rest, logarithm);
  return !logarithm && fmod(b, (REAL)2) != 0 ? -value : value;
}`,
  [betaOfPositive],
);

const betaOfAll = deviceCode(
  `
CALLED REAL heddle_gamma_sign_REAL(REAL x) {
  return x < 0 && fmod(floor(x), (REAL)2) != 0 ? (REAL)-1 : (REAL)1;
}
CALLED REAL heddle_beta_all_REAL(REAL a, REAL b, int logarithm) {
  const REAL s = a + b;
  REAL value;
  if (a != a || b != b) return s;
  if (a <= 0 && floor(a) == a) return heddle_beta_whole_REAL(a, b, logarithm);
  if (b <= 0 && floor(b) == b) return heddle_beta_whole_REAL(b, a, logarithm);
  if (a > 0 && b > 0) return heddle_beta_positive_REAL(a > b ? a : b, a > b ? b : a, logarithm);
  if (s <= 0 && floor(s) == s) return logarithm ? -heddle_infinity_REAL() : (REAL)0;
  if (fabs(a) < 20 && fabs(b) < 20) {
    value = heddle_gamma_REAL(a) * (heddle_gamma_REAL(b) / heddle_gamma_REAL(s));
    return logarithm ? log(fabs(value)) : value;
  }
  value = heddle_lgamma_REAL(a) + heddle_lgamma_REAL(b) - heddle_lgamma_REAL(s);
  if (logarithm) return value;
  return heddle_gamma_sign_REAL(a) * heddle_gamma_sign_REAL(b) * heddle_gamma_sign_REAL(s) * exp(value);
}`,
  [betaOfWhole],
);

export const beta = deviceCode(
  `CALLED REAL heddle_beta_REAL(REAL a, REAL b) { return heddle_beta_all_REAL(a, b, 0); }`,
  [betaOfAll],
);
export const betaln = deviceCode(
  `CALLED REAL heddle_betaln_REAL(REAL a, REAL b) { return heddle_beta_all_REAL(a, b, 1); }`,
  [betaOfAll],
);
