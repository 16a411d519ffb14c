/**
 * Complex roots, exponentials, logarithms and powers, in the words of `complex-text.ts`.
 *
 * Infinite and NaN arguments follow C99, Annex G. The square root is Algorithm 312 (P. Friedland, Communications of the
 * ACM, 1967). Where a modulus is near 1, its logarithm is found from sums whose rounding errors are kept (T. J. Dekker,
 * "A floating-point technique for extending the available precision", 1971).
 */
export const complexElementary: readonly string[] = [
  `DEVICE COMPLEX COMPLEX_sqrt(COMPLEX z) {
  PART scale = 1, t;
  if (z.re == 0 && z.im == 0) return COMPLEX_make(0, z.im);
  if (COMPLEX_part_isinf(z.im)) return COMPLEX_make(fabs(z.im), z.im);
  if (z.re != z.re || COMPLEX_part_isinf(z.re)) {
    const PART rest = fabs(z.im - z.im);
    if (z.re < 0) return COMPLEX_make(rest, copysign(z.re, z.im));
    return COMPLEX_make(z.re, z.re != z.re ? z.re : copysign(rest, z.im));
  }
  if (fabs(z.re) > LARGEST / 4 || fabs(z.im) > LARGEST / 4) { z.re /= 16; z.im /= 16; scale = 4; }
  else if (fabs(z.re) < 4 * SMALLEST_NORMAL / EPSILON && fabs(z.im) < 4 * SMALLEST_NORMAL / EPSILON) {
    z.re *= 4 / (EPSILON * EPSILON); z.im *= 4 / (EPSILON * EPSILON); scale = EPSILON / 2;
  }
  t = sqrt((fabs(z.re) + hypot(z.re, z.im)) / 2);
  if (z.re >= 0) return COMPLEX_make(scale * t, scale * (z.im / (2 * t)));
  return COMPLEX_make(scale * (fabs(z.im) / (2 * t)), copysign(scale * t, z.im));
}`,
  `DEVICE COMPLEX COMPLEX_exp(COMPLEX z) {
  PART m;
  if (z.im == 0) return COMPLEX_make(exp(z.re), z.im);
  if (COMPLEX_part_isinf(z.re) && !COMPLEX_part_isfinite(z.im)) {
    if (z.re < 0) return COMPLEX_make(0, copysign(L(0.0), z.im));
    return COMPLEX_make(z.re, z.im - z.im);
  }
  if (!(z.re > EXP_LIMIT)) {
    m = exp(z.re);
    return COMPLEX_make(m * cos(z.im), m * sin(z.im));
  }
  // Its parts may be finite where the exponential of the real part is not.
  m = exp(z.re / 2);
  return COMPLEX_make(m * cos(z.im) * m, m * sin(z.im) * m);
}`,
  `DEVICE COMPLEX COMPLEX_exp2(COMPLEX z) {
  // The rounding error of the angle is made good, so that large angles lose nothing.
  const PART ln2 = L(0.693147180559945309417232121458), angle = z.im * ln2;
  PART rest = fma(z.im, ln2, -angle) + z.im * LN2_REST, c, s, m;
  if (z.im == 0) return COMPLEX_make(exp2(z.re), z.im);
  if (COMPLEX_part_isinf(z.re) && !COMPLEX_part_isfinite(z.im)) {
    if (z.re < 0) return COMPLEX_make(0, copysign(L(0.0), z.im));
    return COMPLEX_make(z.re, z.im - z.im);
  }
  if (!COMPLEX_part_isfinite(angle)) rest = 0;
  c = cos(angle) * cos(rest) - sin(angle) * sin(rest);
  s = sin(angle) * cos(rest) + cos(angle) * sin(rest);
  m = z.re > EXP_LIMIT ? exp2(z.re / 2) : exp2(z.re);
  return z.re > EXP_LIMIT ? COMPLEX_make(m * c * m, m * s * m) : COMPLEX_make(m * c, m * s);
}`,
  `DEVICE COMPLEX COMPLEX_expm1(COMPLEX z) {
  PART h;
  if (z.im == 0) return COMPLEX_make(expm1(z.re), z.im);
  if (!(fabs(z.re) < 40) || !COMPLEX_part_isfinite(z.im)) {
    COMPLEX e = COMPLEX_exp(z);
    return COMPLEX_make(e.re - 1, e.im);
  }
  h = sin(z.im / 2);
  return COMPLEX_make(expm1(z.re) * cos(z.im) - 2 * h * h, exp(z.re) * sin(z.im));
}`,
  // The logarithm of |1 + u + iv|, from 2u + u^2 + v^2 without its rounding errors.
  `DEVICE PART COMPLEX_part_log1p(PART u, PART v) {
  const PART u2 = u * u, v2 = v * v;
  const PART first = 2 * u + u2, sum = first + v2;
  const PART a = first - 2 * u, b = sum - first;
  const PART lost = ((2 * u - (first - a)) + (u2 - a)) + ((first - (sum - b)) + (v2 - b));
  return L(0.5) * log1p(sum + (lost + (fma(u, u, -u2) + fma(v, v, -v2))));
}`,
  `DEVICE PART COMPLEX_part_logabs(PART x, PART y) {
  const PART ax = fabs(x) > fabs(y) ? fabs(x) : fabs(y), ay = fabs(x) > fabs(y) ? fabs(y) : fabs(x);
  if (ax >= L(0.5) && ax <= L(1.5) && ay <= L(1.5)) return COMPLEX_part_log1p(ax - 1, ay);
  if (ax > LARGEST / 4 && ax <= LARGEST) return log(hypot(ax / 4, ay / 4)) + L(1.386294361119890618834464242916);
  if (ax < SMALLEST_NORMAL / EPSILON && ax > 0)
    return log(hypot(ax / EPSILON, ay / EPSILON)) + log(EPSILON);
  return log(hypot(x, y));
}`,
  `DEVICE COMPLEX COMPLEX_log(COMPLEX z) { return COMPLEX_make(COMPLEX_part_logabs(z.re, z.im), COMPLEX_arg(z)); }`,
  `DEVICE COMPLEX COMPLEX_log1p(COMPLEX z) {
  const PART re = 1 + z.re;
  if (fabs(z.re) < L(0.5) && fabs(z.im) < 1)
    return COMPLEX_make(COMPLEX_part_log1p(z.re, z.im), atan2(z.im, re));
  return COMPLEX_make(COMPLEX_part_logabs(re, z.im), atan2(z.im, re));
}`,
  `DEVICE COMPLEX COMPLEX_log2(COMPLEX z) {
  return COMPLEX_scale(COMPLEX_log(z), L(1.44269504088896340735992468100));
}`,
  `DEVICE COMPLEX COMPLEX_log10(COMPLEX z) {
  return COMPLEX_scale(COMPLEX_log(z), L(0.434294481903251827651128918917));
}`,
  `DEVICE COMPLEX COMPLEX_pow(COMPLEX a, COMPLEX b) {
  if (b.re == 0 && b.im == 0) return COMPLEX_make(1, 0);
  if (a.re == 0 && a.im == 0) {
    if (b.re > 0) return COMPLEX_make(0, 0);
    return COMPLEX_make(a.re / a.re, a.re / a.re);
  }
  if (b.im == 0 && fabs(b.re) < 100 && b.re == floor(b.re)) {
    int n = (int)fabs(b.re);
    COMPLEX r = a, x = a;
    // From the lowest bit up; the result begins with the first one that is set, so that nothing is multiplied by 1.
    int begun = 0;
    for (; n != 0; n >>= 1) {
      if (n & 1) { r = begun ? COMPLEX_mul(r, x) : x; begun = 1; }
      if (n > 1) x = COMPLEX_mul(x, x);
    }
    return b.re < 0 ? COMPLEX_div(COMPLEX_make(1, 0), r) : r;
  }
  return COMPLEX_exp(COMPLEX_mul(b, COMPLEX_log(a)));
}`,
];
