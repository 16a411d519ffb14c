/** Lambert's W of complex numbers, all branches: R. M. Corless et al., "On the Lambert W function", 1996. */
import { resultType } from '../../array/dtype';
import { computeType } from '../../kernel-kit/c-types';
import { isComplex, undefinedFor, type ElementFunction } from '../functions/element-function';
import { branchCoefficients } from './coefficients/lambert';
import { deviceCode, literal, sourceTexts } from './device-code';

const branchSum = branchCoefficients.double[0]
  .map((coefficient, k, all) => {
    const value = literal(all[all.length - 1 - k] ?? coefficient);
    return k === 0 ? `  w = complex128_make(${value}, 0.0);` : `  w = complex128_mul(w, p); w.re += ${value};`;
  })
  .join('\n');

/** Near -1/e by the series of equation 4.22; else Halley's iteration, equation 5.9. */
const lambertw = deviceCode(`
CALLED complex128_t heddle_lambert_branch_point(complex128_t z, int minus) {
  complex128_t p, w;
  // e z + 1, with what e lost.
  p.re = 2 * (fma(2.7182818284590451, z.re, 1.0) + 1.4456468917292502e-16 * z.re);
  p.im = 2 * 2.7182818284590451 * z.im;
  p = complex128_sqrt(p);
  if (minus) p = complex128_neg(p);
${branchSum}
  return w;
}
CALLED complex128_t heddle_lambert_start(complex128_t z, double k) {
  complex128_t w, numerator, denominator;
  if (k == 0 && z.re > -1 && z.re < 1.5 && fabs(z.im) < 1 && -2.5 * fabs(z.im) - 0.2 < z.re) {
    // The Padé approximant of the series at 0.
    numerator = complex128_make(1 + 1.3333333333333333 * z.re, 1.3333333333333333 * z.im);
    denominator = complex128_make(2.3333333333333335 + 0.8333333333333334 * z.re, 0.8333333333333334 * z.im);
    denominator = complex128_mul(denominator, z);
    denominator.re += 1;
    return complex128_mul(z, complex128_div(numerator, denominator));
  }
  if (k == -1 && z.im == 0 && z.re < 0 && z.re > -0.36787944117144233) {
    w = complex128_make(log(-z.re), 0.0);
    return complex128_make(w.re - log(-w.re), 0.0);
  }
  w = complex128_log(z);
  w.im += 6.2831853071795862 * k;
  return complex128_sub(w, complex128_log(w));
}
CALLED complex128_t heddle_lambert_step(complex128_t z, complex128_t w) {
  const double sign = w.re >= 0 ? -1.0 : 1.0;
  const complex128_t e = complex128_exp(complex128_scale(w, sign));
  const complex128_t twice = complex128_make(2 * w.re + 2, 2 * w.im), next = complex128_make(w.re + 2, w.im);
  complex128_t f, slope, above = complex128_make(w.re + 1, w.im);
  if (sign < 0) {
    f = complex128_sub(w, complex128_mul(z, e));
  } else {
    f = complex128_sub(complex128_mul(w, e), z);
    above = complex128_mul(above, e);
  }
  slope = complex128_sub(above, complex128_div(complex128_mul(next, f), twice));
  return complex128_div(f, slope);
}
CALLED complex128_t heddle_lambert_w(complex128_t z, double branch) {
  const double k = rint(branch), zero = 0.0;
  complex128_t w, step;
  double dre, dim;
  if (z.re != z.re || z.im != z.im) return complex128_make(zero / zero, z.im);
  if (z.re == 0 && z.im == 0) return k == 0 ? z : complex128_make(-1 / zero, 0.0);
  if (z.re - z.re != 0 || z.im - z.im != 0) {
    w = complex128_make(1 / zero, complex128_arg(z) + 6.2831853071795862 * k);
    return w;
  }
  dre = z.re + 0.36787944117144233;
  dim = z.im;
  if (dre * dre + dim * dim < 0.09 && (k == 0 || (k == -1 && z.im >= 0) || (k == 1 && z.im < 0))) {
    w = heddle_lambert_branch_point(z, k != 0);
    if (dre * dre + dim * dim < 0.0004) return w;
  } else {
    w = heddle_lambert_start(z, k);
  }
  for (int n = 0; n < 40; n++) {
    step = heddle_lambert_step(z, w);
    if (step.re != step.re || step.im != step.im) return w;
    w = complex128_sub(w, step);
    if (fabs(step.re) + fabs(step.im) <= 1e-11 * (fabs(w.re) + fabs(w.im))) return w;
  }
  return w;
}`);

/** Real numbers give complex ones, as SciPy's do. */
export const lambertwFunction: ElementFunction = {
  name: 'lambertw',
  arity: 2,
  resolve: (operands) => {
    const [, branch] = operands;
    if (branch === undefined || isComplex(resultType([branch]))) throw undefinedFor('lambertw', operands);
    return { operands: ['complex128', 'float64'], result: 'complex128' };
  },
  emit: ([z = '', k = '0'], [, branch = 'float64']) => `heddle_lambert_w(${z}, (${computeType(branch)})${k})`,
  preamble: () => sourceTexts([lambertw], 'double'),
};
