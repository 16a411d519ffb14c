/**
 * Complex arithmetic and comparisons, in the words of `complex-text.ts`.
 *
 * Division is scaled by the larger part of the divisor (R. L. Smith, "Algorithm 116", Communications of the ACM, 1962).
 * Before that, numbers near the ends of the range are moved away from them, so that nothing overflows or underflows
 * unless the quotient does (M. Baudin and R. L. Smith, "A robust complex division in Scilab", 2012). Infinite operands
 * follow C99, Annex G.
 */
export const complexArithmetic: readonly string[] = [
  `DEVICE COMPLEX COMPLEX_make(PART re, PART im) { COMPLEX z; z.re = re; z.im = im; return z; }`,
  `DEVICE PART COMPLEX_real(COMPLEX z) { return z.re; }`,
  `DEVICE PART COMPLEX_imag(COMPLEX z) { return z.im; }`,
  `DEVICE COMPLEX COMPLEX_conj(COMPLEX z) { return COMPLEX_make(z.re, -z.im); }`,
  `DEVICE COMPLEX COMPLEX_neg(COMPLEX z) { return COMPLEX_make(-z.re, -z.im); }`,
  `DEVICE PART COMPLEX_abs(COMPLEX z) { return hypot(z.re, z.im); }`,
  `DEVICE PART COMPLEX_arg(COMPLEX z) { return atan2(z.im, z.re); }`,
  `DEVICE COMPLEX COMPLEX_add(COMPLEX a, COMPLEX b) { return COMPLEX_make(a.re + b.re, a.im + b.im); }`,
  `DEVICE COMPLEX COMPLEX_sub(COMPLEX a, COMPLEX b) { return COMPLEX_make(a.re - b.re, a.im - b.im); }`,
  `DEVICE COMPLEX COMPLEX_mul(COMPLEX a, COMPLEX b) {
  return COMPLEX_make(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}`,
  `DEVICE COMPLEX COMPLEX_scale(COMPLEX a, PART s) { return COMPLEX_make(a.re * s, a.im * s); }`,
  `DEVICE int COMPLEX_eq(COMPLEX a, COMPLEX b) { return a.re == b.re && a.im == b.im; }`,
  // As NumPy orders complex numbers: by the real part first; nothing is less or greater than a number with NaN in it.
  `DEVICE int COMPLEX_lt(COMPLEX a, COMPLEX b) {
  return (a.re < b.re && a.im == a.im && b.im == b.im) || (a.re == b.re && a.im < b.im);
}`,
  `DEVICE int COMPLEX_isnan(COMPLEX z) { return z.re != z.re || z.im != z.im; }`,
  `DEVICE int COMPLEX_part_isinf(PART x) { return x == x && x - x != 0; }`,
  `DEVICE int COMPLEX_part_isfinite(PART x) { return x - x == 0; }`,
  // 1 with the sign of x where x is infinite, else 0 with it.
  `DEVICE PART COMPLEX_part_box(PART x) { return copysign(COMPLEX_part_isinf(x) ? L(1.0) : L(0.0), x); }`,
  `DEVICE COMPLEX COMPLEX_smith(COMPLEX a, COMPLEX b) {
  PART r, d;
  if (fabs(b.re) >= fabs(b.im)) {
    r = b.im / b.re; d = b.re + b.im * r;
    // A ratio that underflows still counts once a part of a is multiplied.
    if (r == 0) return COMPLEX_make((a.re + b.im * (a.im / b.re)) / d, (a.im - b.im * (a.re / b.re)) / d);
    return COMPLEX_make((a.re + a.im * r) / d, (a.im - a.re * r) / d);
  }
  r = b.re / b.im; d = b.re * r + b.im;
  if (r == 0) return COMPLEX_make((b.re * (a.re / b.im) + a.im) / d, (b.re * (a.im / b.im) - a.re) / d);
  return COMPLEX_make((a.re * r + a.im) / d, (a.im * r - a.re) / d);
}`,
  `DEVICE COMPLEX COMPLEX_div_infinite(COMPLEX a, COMPLEX b, COMPLEX q) {
  const PART size = fabs(a.re) > fabs(a.im) || a.im != a.im ? fabs(a.re) : fabs(a.im);
  if (COMPLEX_part_isinf(size) && COMPLEX_part_isfinite(b.re) && COMPLEX_part_isfinite(b.im)) {
    const PART re = COMPLEX_part_box(a.re), im = COMPLEX_part_box(a.im);
    return COMPLEX_make(size * (re * b.re + im * b.im), size * (im * b.re - re * b.im));
  }
  if ((COMPLEX_part_isinf(b.re) || COMPLEX_part_isinf(b.im)) &&
      COMPLEX_part_isfinite(a.re) && COMPLEX_part_isfinite(a.im)) {
    const PART re = COMPLEX_part_box(b.re), im = COMPLEX_part_box(b.im);
    return COMPLEX_make(0 * (a.re * re + a.im * im), 0 * (a.im * re - a.re * im));
  }
  return q;
}`,
  `DEVICE COMPLEX COMPLEX_div(COMPLEX a, COMPLEX b) {
  const PART whole = fabs(b.re) > fabs(b.im) ? fabs(b.re) : fabs(b.im);
  const PART part = fabs(a.re) > fabs(a.im) ? fabs(a.re) : fabs(a.im);
  const PART low = SMALLEST_NORMAL * (4 / (EPSILON * EPSILON));
  PART scale = 1;
  COMPLEX q;
  if (b.re == 0 && b.im == 0) return COMPLEX_make(a.re / fabs(b.re), a.im / fabs(b.re));
  if (part > LARGEST / 4) { a.re /= 4; a.im /= 4; scale *= 4; }
  if (whole > LARGEST / 4) { b.re /= 4; b.im /= 4; scale /= 4; }
  if (part < low) { a.re *= 4 / (EPSILON * EPSILON); a.im *= 4 / (EPSILON * EPSILON); scale *= EPSILON * EPSILON / 4; }
  if (whole < low) { b.re *= 4 / (EPSILON * EPSILON); b.im *= 4 / (EPSILON * EPSILON); scale *= 4 / (EPSILON * EPSILON); }
  q = COMPLEX_smith(a, b);
  if (q.re != q.re && q.im != q.im) q = COMPLEX_div_infinite(a, b, q);
  return COMPLEX_make(q.re * scale, q.im * scale);
}`,
  // Towards where a number points; NumPy gives 0 for 0, and NaN if no direction is known.
  `DEVICE COMPLEX COMPLEX_sign(COMPLEX z) {
  const PART m = hypot(z.re, z.im);
  if (m == 0) return COMPLEX_make(0, 0);
  if (COMPLEX_part_isinf(z.re) || COMPLEX_part_isinf(z.im)) {
    if (COMPLEX_part_isinf(z.re) && COMPLEX_part_isinf(z.im)) return COMPLEX_make(z.re - z.re, z.re - z.re);
    return COMPLEX_part_isinf(z.re) ? COMPLEX_make(copysign(L(1.0), z.re), 0) : COMPLEX_make(0, copysign(L(1.0), z.im));
  }
  if (m != m) return COMPLEX_make(m, m);
  if (m > LARGEST || m < SMALLEST_NORMAL) {
    const PART s = m < 1 ? 1 / EPSILON : L(0.25);
    z.re *= s; z.im *= s;
    return COMPLEX_make(z.re / hypot(z.re, z.im), z.im / hypot(z.re, z.im));
  }
  return COMPLEX_make(z.re / m, z.im / m);
}`,
];
