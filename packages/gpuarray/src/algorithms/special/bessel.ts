/** Bessel functions of orders 0 and 1. */
import * as fits from './coefficients/bessel';
import { deviceCode, fitCode, specialValues, type DeviceCode } from './device-code';

const twoOverPi = '0.63661977236758134308';

/** `cos` and `sin` of `x - (2 order + 1) pi / 4`, times the root of 2, without rounding the difference. */
function hankelPhase(order: 0 | 1): string {
  return order === 0 ? 'const REAL cosine = c + s, sine = s - c;' : 'const REAL cosine = s - c, sine = -(s + c);';
}

/** Hankel's expansion in J. F. Hart's form, "Computer approximations", 1968; DLMF 10.17.3. For `x` from 8. */
function hankel(order: 0 | 1): DeviceCode {
  return deviceCode(
    `
CALLED REAL heddle_hankel${order}_REAL(REAL x, int second) {
  const REAL z = 8 / x, c = cos(x), s = sin(x);
  const REAL p = heddle_hankel_p${order}_REAL(z * z), q = z * heddle_hankel_q${order}_REAL(z * z);
  ${hankelPhase(order)}
  return 0.56418958354775628695 / sqrt(x) * (second ? p * sine + q * cosine : p * cosine - q * sine);
}`,
    [
      fitCode(`hankel_p${order}`, order === 0 ? fits.hankelP0 : fits.hankelP1),
      fitCode(`hankel_q${order}`, order === 0 ? fits.hankelQ0 : fits.hankelQ1),
    ],
  );
}

const hankel0 = hankel(0);
const hankel1 = hankel(1);

export const j0 = deviceCode(
  `
CALLED REAL heddle_j0_REAL(REAL x) {
  const REAL size = fabs(x);
  if (size <= 4) return heddle_j0_near_REAL(x * x);
  return size <= 8 ? heddle_j0_middle_REAL(size) : heddle_hankel0_REAL(size, 0);
}`,
  [fitCode('j0_near', fits.j0Near), fitCode('j0_middle', fits.j0Middle), hankel0],
);

export const j1 = deviceCode(
  `
CALLED REAL heddle_j1_REAL(REAL x) {
  const REAL size = fabs(x);
  if (size <= 4) return x * heddle_j1_near_REAL(x * x);
  const REAL value = size <= 8 ? heddle_j1_middle_REAL(size) : heddle_hankel1_REAL(size, 0);
  return x < 0 ? -value : value;
}`,
  [fitCode('j1_near', fits.j1Near), fitCode('j1_middle', fits.j1Middle), hankel1],
);

export const y0 = deviceCode(
  `
CALLED REAL heddle_y0_REAL(REAL x) {
  if (!(x > 0)) return x == 0 ? -heddle_infinity_REAL() : heddle_nan_REAL();
  if (x <= 4) return ${twoOverPi} * log(x) * heddle_j0_REAL(x) + heddle_y0_near_REAL(x * x);
  return x <= 8 ? heddle_y0_middle_REAL(x) : heddle_hankel0_REAL(x, 1);
}`,
  [j0, fitCode('y0_near', fits.y0Near), fitCode('y0_middle', fits.y0Middle), specialValues],
);

export const y1 = deviceCode(
  `
CALLED REAL heddle_y1_REAL(REAL x) {
  if (!(x > 0)) return x == 0 ? -heddle_infinity_REAL() : heddle_nan_REAL();
  if (x <= 4)
    return ${twoOverPi} * (log(x) * heddle_j1_REAL(x) - 1 / x) + x * heddle_y1_near_REAL(x * x);
  return x <= 8 ? heddle_y1_middle_REAL(x) : heddle_hankel1_REAL(x, 1);
}`,
  [j1, fitCode('y1_near', fits.y1Near), fitCode('y1_middle', fits.y1Middle), specialValues],
);
