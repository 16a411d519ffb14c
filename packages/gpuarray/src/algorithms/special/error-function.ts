/** The error function's relatives, and the normal distribution. */
import { erfcxScaled } from './coefficients/error-function';
import { deviceCode, fitCode, horner, specialValues } from './device-code';

/**
 * `exp(s x^2)` with a relative error of a few units. The square of the rounded part is exact (W. J. Cody, "Rational
 * Chebyshev approximations for the error function", 1969).
 */
const expOfSquare = deviceCode(`
CALLED REAL heddle_exp_of_square_REAL(REAL x, REAL s) {
  const REAL h = rint(x * 16.0) / 16;
  return exp(s * h * h) * exp(s * (x - h) * (x + h));
}`);

/** M. M. Shepherd and J. G. Laframboise, "Chebyshev approximation of (1 + 2x) exp(x^2) erfc(x)", 1981. */
export const erfcx = deviceCode(
  `
CALLED REAL heddle_erfcx_REAL(REAL x) {
  const REAL size = fabs(x);
  REAL value;
  if (size > 1.0e8) value = 0.56418958354775629 / size;
  else value = heddle_erfcx_scaled_REAL((size - 3.75) / (size + 3.75)) / (1 + 2 * size);
  if (x >= 0 || x != x) return value;
  return size > 27 ? heddle_infinity_REAL() : 2 * heddle_exp_of_square_REAL(size, 1.0) - value;
}`,
  [expOfSquare, fitCode('erfcx_scaled', erfcxScaled), specialValues],
);

/** `erfc` by way of erfcx where it is small, since the dialects' own loses digits there. */
export const erfc = deviceCode(
  `
CALLED REAL heddle_erfc_REAL(REAL x) {
  if (!(x > 1)) return erfc(x);
  return x > 28 ? (REAL)0 : heddle_erfcx_REAL(x) * heddle_exp_of_square_REAL(x, -1.0);
}`,
  [erfcx],
);

export const erf = deviceCode(`CALLED REAL heddle_erf_REAL(REAL x) { return erf(x); }`);

export const ndtr = deviceCode(
  `
CALLED REAL heddle_ndtr_REAL(REAL x) {
  if (!(x < -1)) return 0.5 * erfc(x * -0.70710678118654752);
  if (x < -40) return 0;
  return 0.5 * heddle_erfcx_REAL(x * -0.70710678118654752) * heddle_exp_of_square_REAL(x, -0.5);
}`,
  [erfcx],
);

export const logNdtr = deviceCode(
  `
CALLED REAL heddle_log_ndtr_REAL(REAL x) {
  if (x > 1) return x > 40 ? (REAL)0 : log1p(-heddle_ndtr_REAL(-x));
  if (!(x < -1)) return log1p(-0.5 * erfc(x * 0.70710678118654752));
  return log(0.5 * heddle_erfcx_REAL(x * -0.70710678118654752)) - 0.5 * x * x;
}`,
  [ndtr],
);

// M. J. Wichura, "Algorithm AS 241: The percentage points of the normal distribution", 1988, PPND16.
const central = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087,
  33430.57558358813, 2509.0809287301227,
];
const centralDivisor = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
  5226.495278852854,
];
const near = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
];
const nearDivisor = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
  0.0005475938084995345, 1.0507500716444169e-9,
];
const far = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
  0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
];
const farDivisor = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5,
  1.421511758316446e-7, 2.0442631033899397e-15,
];

/** The quantile from `p - 1/2` and the lesser of `p` and `1 - p`, so that neither is rounded. */
const quantile = deviceCode(`
CALLED REAL heddle_normal_quantile_REAL(REAL q, REAL tail) {
  REAL r, value;
  if (fabs(q) <= 0.425) {
    r = 0.180625 - q * q;
    return q * ((${horner(central, 'r')}) / (${horner(centralDivisor, 'r')}));
  }
  r = sqrt(-log(tail));
  if (r <= 5) {
    r -= 1.6;
    value = (${horner(near, 'r')}) / (${horner(nearDivisor, 'r')});
  } else {
    r -= 5;
    value = (${horner(far, 'r')}) / (${horner(farDivisor, 'r')});
  }
  return q < 0 ? -value : value;
}`);

export const ndtri = deviceCode(
  `
CALLED REAL heddle_ndtri_REAL(REAL p) {
  if (!(p >= 0 && p <= 1)) return heddle_nan_REAL();
  if (p == 0) return -heddle_infinity_REAL();
  if (p == 1) return heddle_infinity_REAL();
  return heddle_normal_quantile_REAL(p - 0.5, p < 0.5 ? p : 1 - p);
}`,
  [quantile, specialValues],
);

export const erfinv = deviceCode(
  `
CALLED REAL heddle_erfinv_REAL(REAL x) {
  if (!(fabs(x) <= 1)) return heddle_nan_REAL();
  if (fabs(x) == 1) return x * heddle_infinity_REAL();
  return 0.70710678118654752 * heddle_normal_quantile_REAL(0.5 * x, 0.5 * (1 - fabs(x)));
}`,
  [quantile, specialValues],
);

export const erfcinv = deviceCode(
  `
CALLED REAL heddle_erfcinv_REAL(REAL x) {
  if (!(x >= 0 && x <= 2)) return heddle_nan_REAL();
  if (x == 0) return heddle_infinity_REAL();
  if (x == 2) return -heddle_infinity_REAL();
  return -0.70710678118654752 * heddle_normal_quantile_REAL(0.5 * (x - 1), 0.5 * (x < 1 ? x : 2 - x));
}`,
  [quantile, specialValues],
);
