/** Modified Bessel functions of orders 0 and 1. */
import * as fits from './coefficients/modified-bessel';
import { deviceCode, fitCode, specialValues, type DeviceCode, type Fit } from './device-code';

/** Both are scaled by `exp(-|x|)`; that of order 1 is odd. */
function scaledFirstKind(order: 0 | 1, near: Fit, middle: Fit, far: Fit): DeviceCode {
  const factor = order === 0 ? '' : 'x * ';
  const sign = order === 0 ? '' : 'x < 0 ? -value : ';
  return deviceCode(
    `
CALLED REAL heddle_i${order}e_REAL(REAL x) {
  const REAL size = fabs(x);
  if (size <= 4) return ${factor}heddle_i${order}_near_REAL(size);
  if (size <= 8) return ${factor}heddle_i${order}_middle_REAL(size);
  const REAL value = heddle_i${order}_far_REAL(1 / size) / sqrt(size);
  return ${sign}value;
}`,
    [fitCode(`i${order}_near`, near), fitCode(`i${order}_middle`, middle), fitCode(`i${order}_far`, far)],
  );
}

export const i0e = scaledFirstKind(0, fits.i0Near, fits.i0Middle, fits.i0Far);
export const i1e = scaledFirstKind(1, fits.i1Near, fits.i1Middle, fits.i1Far);

/** The exponential in two halves where it overflows before the function does. */
function firstKind(order: 0 | 1, scaled: DeviceCode): DeviceCode {
  return deviceCode(
    (type) => `
CALLED REAL heddle_i${order}_REAL(REAL x) {
  const REAL size = fabs(x), scaled = heddle_i${order}e_REAL(x);
  if (size <= ${type === 'float' ? '88.0' : '709.0'}) return exp(size) * scaled;
  const REAL root = exp(0.5 * size);
  return root * scaled * root;
}`,
    [scaled],
  );
}

export const i0 = firstKind(0, i0e);
export const i1 = firstKind(1, i1e);

/** DLMF 10.31 up to 1, then `sqrt(x) exp(x) K(x)`. */
export const k0 = deviceCode(
  `
CALLED REAL heddle_k0_REAL(REAL x) {
  if (!(x > 0)) return x == 0 ? heddle_infinity_REAL() : heddle_nan_REAL();
  if (x <= 1) return heddle_k0_small_REAL(x * x) - log(0.5 * x) * heddle_i0_small_REAL(x * x);
  const REAL z = 1 / x;
  const REAL value = z >= 0.375 ? heddle_k0_near_REAL(z) : z >= 0.125 ? heddle_k0_middle_REAL(z) : heddle_k0_far_REAL(z);
  return value * exp(-x) / sqrt(x);
}`,
  [
    fitCode('k0_small', fits.k0Small),
    fitCode('i0_small', fits.i0Small),
    fitCode('k0_near', fits.k0Near),
    fitCode('k0_middle', fits.k0Middle),
    fitCode('k0_far', fits.k0Far),
    specialValues,
  ],
);

export const k1 = deviceCode(
  `
CALLED REAL heddle_k1_REAL(REAL x) {
  if (!(x > 0)) return x == 0 ? heddle_infinity_REAL() : heddle_nan_REAL();
  const REAL z = 1 / x;
  if (x <= 1) return z + x * (log(0.5 * x) * heddle_i1_small_REAL(x * x) + heddle_k1_small_REAL(x * x));
  const REAL value = z >= 0.375 ? heddle_k1_near_REAL(z) : z >= 0.125 ? heddle_k1_middle_REAL(z) : heddle_k1_far_REAL(z);
  return value * exp(-x) / sqrt(x);
}`,
  [
    fitCode('k1_small', fits.k1Small),
    fitCode('i1_small', fits.i1Small),
    fitCode('k1_near', fits.k1Near),
    fitCode('k1_middle', fits.k1Middle),
    fitCode('k1_far', fits.k1Far),
    specialValues,
  ],
);
