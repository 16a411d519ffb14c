/**
 * Complex hyperbolic and trigonometric functions, in the words of `complex-text.ts`. Infinite and NaN arguments follow
 * C99, Annex G. Those of the circle are those of the hyperbola, turned by a quarter.
 */
export const complexTrigonometric: readonly string[] = [
  `DEVICE COMPLEX COMPLEX_sinh(COMPLEX z) {
  const PART x = z.re, y = z.im;
  if (y == 0) return COMPLEX_make(sinh(x), y);
  if (!COMPLEX_part_isfinite(y)) {
    if (x == 0 || COMPLEX_part_isinf(x)) return COMPLEX_make(x, y - y);
    return COMPLEX_make(y - y, y - y);
  }
  if (!(fabs(x) > EXP_LIMIT)) return COMPLEX_make(sinh(x) * cos(y), cosh(x) * sin(y));
  const PART m = exp(fabs(x) / 2);
  return COMPLEX_make(copysign(m / 2, x) * cos(y) * m, m / 2 * sin(y) * m);
}`,
  `DEVICE COMPLEX COMPLEX_cosh(COMPLEX z) {
  const PART x = z.re, y = z.im;
  if (y == 0) return COMPLEX_make(cosh(x), x == x ? copysign(L(1.0), x) * y : y);
  if (!COMPLEX_part_isfinite(y)) {
    if (COMPLEX_part_isinf(x)) return COMPLEX_make(fabs(x), y - y);
    return COMPLEX_make(y - y, x == 0 ? x : y - y);
  }
  if (!(fabs(x) > EXP_LIMIT)) return COMPLEX_make(cosh(x) * cos(y), sinh(x) * sin(y));
  const PART m = exp(fabs(x) / 2);
  return COMPLEX_make(m / 2 * cos(y) * m, copysign(m / 2, x) * sin(y) * m);
}`,
  // For large |x| both sinh and cosh overflow, where the tangent is 1 but for what rounds away.
  `DEVICE COMPLEX COMPLEX_tanh(COMPLEX z) {
  const PART x = z.re, y = z.im;
  if (y == 0) return COMPLEX_make(tanh(x), y);
  if (!COMPLEX_part_isfinite(y)) {
    if (COMPLEX_part_isinf(x)) return COMPLEX_make(copysign(L(1.0), x), copysign(L(0.0), y));
    return COMPLEX_make(x == 0 ? x : y - y, y - y);
  }
  if (fabs(x) > 22)
    return COMPLEX_make(copysign(L(1.0), x), 4 * sin(y) * cos(y) * exp(-2 * fabs(x)));
  const PART s = sinh(x), c = cos(y);
  const PART d = s * s + c * c;
  return COMPLEX_make(s * cosh(x) / d, sin(y) * c / d);
}`,
  `DEVICE COMPLEX COMPLEX_sin(COMPLEX z) {
  const COMPLEX t = COMPLEX_sinh(COMPLEX_make(-z.im, z.re));
  return COMPLEX_make(t.im, -t.re);
}`,
  `DEVICE COMPLEX COMPLEX_cos(COMPLEX z) { return COMPLEX_cosh(COMPLEX_make(-z.im, z.re)); }`,
  `DEVICE COMPLEX COMPLEX_tan(COMPLEX z) {
  const COMPLEX t = COMPLEX_tanh(COMPLEX_make(-z.im, z.re));
  return COMPLEX_make(t.im, -t.re);
}`,
];
