/**
 * Inverse trigonometric and hyperbolic functions of complex numbers, in the words of `complex-text.ts`.
 *
 * They follow T. E. Hull, T. F. Fairgrieve, P. T. P. Tang, "Implementing the complex arcsine and arccosine functions
 * using exception handling", ACM Transactions on Mathematical Software, 1997. The branch cuts are those of W. Kahan,
 * "Branch cuts for complex elementary functions", 1987, and of C99, Annex G, which also says what infinite and NaN
 * arguments give.
 */
export const complexInverse: readonly string[] = [
  // (|a + ib| - b) / 2 without cancellation, where h is |a + ib|.
  `DEVICE PART COMPLEX_part_beyond(PART a, PART b, PART h) {
  if (b < 0) return (h - b) / 2;
  if (b == 0) return a / 2;
  return a * a / (h + b) / 2;
}`,
  // The real part of asinh(x + iy) for x and y of at least 0, not large.
  `DEVICE PART COMPLEX_part_asinh(PART x, PART y) {
  const PART r = hypot(x, y + 1), s = hypot(x, y - 1);
  PART a = (r + s) / 2, above;
  if (a < 1) a = 1;
  if (a >= 10) return log(a + sqrt(a * a - 1));
  if (y == 1 && x < EPSILON * EPSILON / 128) return sqrt(x);
  if (x >= EPSILON * fabs(y - 1)) {
    above = COMPLEX_part_beyond(x, 1 + y, r) + COMPLEX_part_beyond(x, 1 - y, s);
    return log1p(above + sqrt(above * (a + 1)));
  }
  if (y < 1) return x / sqrt((1 - y) * (1 + y));
  return log1p((y - 1) + sqrt((y - 1) * (y + 1)));
}`,
  // Two numbers whose quotient im / re is the tangent of the imaginary part of asinh(x + iy), for the same x and y.
  `DEVICE COMPLEX COMPLEX_asinh_angle(PART x, PART y) {
  const PART r = hypot(x, y + 1), s = hypot(x, y - 1);
  PART a = (r + s) / 2;
  if (a < 1) a = 1;
  if (y < 4 * ROOT_OF_SMALLEST) return COMPLEX_make(a * (2 / EPSILON), y * (2 / EPSILON));
  if (y <= L(0.6417) * a) return COMPLEX_make(sqrt((a - y) * (a + y)), y);
  if (y == 1 && x < EPSILON / 128) return COMPLEX_make(sqrt(x) * sqrt((a + y) / 2), y);
  if (x >= EPSILON * fabs(y - 1)) {
    const PART above = COMPLEX_part_beyond(x, y + 1, r) + COMPLEX_part_beyond(x, y - 1, s);
    return COMPLEX_make(sqrt(above * (a + y)), y);
  }
  if (y > 1) {
    const PART far = 4 / (EPSILON * EPSILON);
    return COMPLEX_make(x * far * y / sqrt((y + 1) * (y - 1)), y * far);
  }
  return COMPLEX_make(sqrt((1 - y) * (1 + y)), y);
}`,
  `DEVICE COMPLEX COMPLEX_asinh(COMPLEX z) {
  const PART x = fabs(z.re), y = fabs(z.im);
  COMPLEX w;
  if (x != x || y != y) {
    if (COMPLEX_part_isinf(x)) return COMPLEX_make(z.re, z.im);
    if (COMPLEX_part_isinf(y)) return COMPLEX_make(z.im, z.re);
    if (y == 0) return z;
    return COMPLEX_make(x + y, x + y);
  }
  if (x > 1 / EPSILON || y > 1 / EPSILON) {
    w = COMPLEX_make(COMPLEX_part_logabs(x, y) + L(0.693147180559945309417232121458), atan2(y, x));
  } else if (x < SMALL && y < SMALL) return z;
  else {
    const COMPLEX angle = COMPLEX_asinh_angle(x, y);
    w = COMPLEX_make(COMPLEX_part_asinh(x, y), atan2(angle.im, angle.re));
  }
  return COMPLEX_make(copysign(w.re, z.re), copysign(w.im, z.im));
}`,
  `DEVICE COMPLEX COMPLEX_asin(COMPLEX z) {
  const COMPLEX w = COMPLEX_asinh(COMPLEX_make(z.im, z.re));
  return COMPLEX_make(w.im, w.re);
}`,
  `DEVICE COMPLEX COMPLEX_acos(COMPLEX z) {
  const PART x = fabs(z.re), y = fabs(z.im);
  PART re, im;
  if (x != x || y != y) {
    if (COMPLEX_part_isinf(x)) return COMPLEX_make(y, -x);
    if (COMPLEX_part_isinf(y)) return COMPLEX_make(x, -z.im);
    if (x == 0) return COMPLEX_make(L(1.57079632679489661923132169164), y);
    return COMPLEX_make(x + y, x + y);
  }
  if (x > 1 / EPSILON || y > 1 / EPSILON) {
    re = fabs(atan2(z.im, z.re));
    im = COMPLEX_part_logabs(x, y) + L(0.693147180559945309417232121458);
  } else if (z.re == 1 && y == 0) return COMPLEX_make(0, -z.im);
  else if (x < SMALL && y < SMALL) return COMPLEX_make(L(1.57079632679489661923132169164) - z.re, -z.im);
  else {
    const COMPLEX angle = COMPLEX_asinh_angle(y, x);
    re = atan2(angle.re, copysign(angle.im, z.re));
    im = COMPLEX_part_asinh(y, x);
  }
  return COMPLEX_make(re, copysign(L(1.0), z.im) < 0 ? im : -im);
}`,
  `DEVICE COMPLEX COMPLEX_acosh(COMPLEX z) {
  const COMPLEX w = COMPLEX_acos(z);
  if (w.re != w.re) return COMPLEX_make(fabs(w.im), w.re);
  if (w.im != w.im) return COMPLEX_make(w.im, z.re == 0 ? w.re : w.im);
  return COMPLEX_make(fabs(w.im), copysign(w.re, z.im));
}`,
  // The real part of 1 / (x + iy) where a part is large.
  `DEVICE PART COMPLEX_part_far(PART x, PART y) {
  if (COMPLEX_part_isinf(x) || COMPLEX_part_isinf(y)) return 0;
  if (x > y) return 1 / x / (1 + (y / x) * (y / x));
  return x / y / y / (1 + (x / y) * (x / y));
}`,
  // The parts of atanh(x + iy) for x and y of at least 0.
  `DEVICE COMPLEX COMPLEX_atanh_parts(PART x, PART y) {
  PART re, im;
  if (y == 0 && x <= 1) return COMPLEX_make(atanh(x), y);
  if (x == 0) return COMPLEX_make(x, atan(y));
  if (x != x || y != y) {
    if (COMPLEX_part_isinf(x)) return COMPLEX_make(0, y);
    if (COMPLEX_part_isinf(y)) return COMPLEX_make(0, L(1.57079632679489661923132169164));
    return COMPLEX_make(x + y, x + y);
  }
  if (x > 1 / EPSILON || y > 1 / EPSILON)
    return COMPLEX_make(COMPLEX_part_far(x, y), L(1.57079632679489661923132169164));
  if (x < SMALL && y < SMALL) return COMPLEX_make(x, y);
  if (x == 1 && y < EPSILON) re = (L(0.693147180559945309417232121458) - log(y)) / 2;
  else re = log1p(4 * x / ((x - 1) * (x - 1) + (y < ROOT_OF_SMALLEST ? 0 : y * y))) / 4;
  if (x == 1) im = atan2(L(2.0), -y) / 2;
  else im = atan2(2 * y, (1 - x) * (1 + x) - (y < EPSILON ? 0 : y * y)) / 2;
  return COMPLEX_make(re, im);
}`,
  `DEVICE COMPLEX COMPLEX_atanh(COMPLEX z) {
  const COMPLEX w = COMPLEX_atanh_parts(fabs(z.re), fabs(z.im));
  return COMPLEX_make(copysign(w.re, z.re), copysign(w.im, z.im));
}`,
  `DEVICE COMPLEX COMPLEX_atan(COMPLEX z) {
  const COMPLEX w = COMPLEX_atanh_parts(fabs(z.im), fabs(z.re));
  return COMPLEX_make(copysign(w.im, z.re), copysign(w.re, z.im));
}`,
];
