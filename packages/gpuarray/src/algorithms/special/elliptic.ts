/** Complete elliptic integrals of the parameter `m`. */
import * as fits from './coefficients/elliptic';
import { deviceCode, fitCode, specialValues } from './device-code';

/** W. J. Cody, "Chebyshev approximations for the complete elliptic integrals K and E", 1965; DLMF 19.7.2 below 0. */
export const ellipk = deviceCode(
  `
CALLED REAL heddle_ellipk_within_REAL(REAL m, REAL m1) {
  if (m <= 0.5) return heddle_ellipk_near_REAL(m);
  return heddle_ellipk_far_REAL(m1) - log(m1) * (0.31830988618379067154 * heddle_ellipk_near_REAL(m1));
}
CALLED REAL heddle_ellipk_REAL(REAL m) {
  const REAL m1 = 1 - m;
  if (!(m <= 1)) return heddle_nan_REAL();
  if (m == 1) return heddle_infinity_REAL();
  if (m >= 0) return heddle_ellipk_within_REAL(m, m1);
  if (m - m != 0) return 0;
  return heddle_ellipk_within_REAL(-m / m1, 1 / m1) / sqrt(m1);
}`,
  [fitCode('ellipk_near', fits.ellipkNear), fitCode('ellipk_far', fits.ellipkFar), specialValues],
);

export const ellipe = deviceCode(
  `
CALLED REAL heddle_ellipe_within_REAL(REAL m, REAL m1) {
  if (m <= 0.5) return heddle_ellipe_near_REAL(m);
  if (m1 == 0) return 1;
  return heddle_ellipe_far_REAL(m1)
    - log(m1) * m1 * (0.31830988618379067154 * heddle_elliptic_difference_REAL(m1));
}
CALLED REAL heddle_ellipe_REAL(REAL m) {
  const REAL m1 = 1 - m;
  if (!(m <= 1)) return heddle_nan_REAL();
  if (m >= 0) return heddle_ellipe_within_REAL(m, m1);
  if (m - m != 0) return -m;
  return heddle_ellipe_within_REAL(-m / m1, 1 / m1) * sqrt(m1);
}`,
  [
    fitCode('ellipe_near', fits.ellipeNear),
    fitCode('ellipe_far', fits.ellipeFar),
    fitCode('elliptic_difference', fits.ellipticDifference),
    specialValues,
  ],
);
