/**
 * Poisson numbers.
 *
 * Small means by inversion, larger ones by W. Hörmann's PTRS ("The transformed rejection method for generating Poisson
 * random variables", 1993), whose acceptance takes the probability from C. Loader's saddle-point form ("Fast and
 * accurate computation of binomial probabilities", 2000): k log m - m - log k! would lose all its digits for large
 * means.
 */
import type { GpuArray } from '../../array/gpu-array';
import { drawArray } from './draw-kernel';
import type { DrawKernel } from './draw-source';
import { exactMathFloat32, exactMathFloat64 } from './exact-math';
import type { RandomStream } from './random-stream';

export type PoissonDType = 'int32' | 'int64' | 'uint32' | 'uint64';

/** From here on rejection is the faster, and valid. */
const largeMean = 10;

/** @param mean - 0 to 2^52; needs double precision on the device */
export function poisson<D extends PoissonDType>(
  stream: RandomStream,
  shape: readonly number[],
  dtype: D,
  mean: number,
): GpuArray<D> {
  if (mean < largeMean) return drawArray(stream, { ...inversion, dtype }, shape, [mean, Math.exp(-mean)]);
  const b = 0.931 + 2.53 * Math.sqrt(mean);
  const a = -0.059 + 0.02483 * b;
  const inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
  const quick = 0.9277 - 3.6224 / (b - 2);
  return drawArray(stream, { ...rejection, dtype }, shape, [mean, a, b, Math.log(inverseAlpha), quick]);
}

const math = exactMathFloat32 + exactMathFloat64;

// The terms are subtracted from the uniform number until it is used up. The 53 bits end before a mean of 10 brings
// more than a hundred of them.
const inversion: Omit<DrawKernel, 'dtype'> = {
  name: 'poisson_inversion',
  elements: 2,
  functions: `${math}
DEVICE INT64 random_poisson_inversion(UINT64 word, double mean, double none) {
  double left = (double)(word >> 11) * 1.1102230246251565e-16;
  double term = none;
  int k = 0;
  while (left >= term && k < 1000) {
    left -= term;
    ++k;
    // A fused multiply-add in name: else a compiler may fuse the product with the subtraction, and another may not.
    term = RANDOM_FMA64(term, mean / (double)k, 0.0);
  }
  return k;
}
`,
  parameters: ['double mean', 'double none'],
  body: `value0 = random_poisson_inversion(words.x | (UINT64)words.y << 32, mean, none);
    value1 = random_poisson_inversion(words.z | (UINT64)words.w << 32, mean, none);`,
};

const rejection: Omit<DrawKernel, 'dtype'> = {
  name: 'poisson_rejection',
  elements: 1,
  functions: `${math}
// x log(x / m) + m - x, by its series where the terms would cancel.
DEVICE double random_deviance(double x, double mean) {
  const double distance = x - mean;
  if (fabs(distance) >= 0.1 * (x + mean)) return RANDOM_FMA64(x, random_log64(x / mean), -distance);
  const double v = distance / (x + mean);
  const double square = v * v;
  double p = 1.0 / 19.0;
  p = RANDOM_FMA64(p, square, 1.0 / 17.0);
  p = RANDOM_FMA64(p, square, 1.0 / 15.0);
  p = RANDOM_FMA64(p, square, 1.0 / 13.0);
  p = RANDOM_FMA64(p, square, 1.0 / 11.0);
  p = RANDOM_FMA64(p, square, 1.0 / 9.0);
  p = RANDOM_FMA64(p, square, 1.0 / 7.0);
  p = RANDOM_FMA64(p, square, 1.0 / 5.0);
  p = RANDOM_FMA64(p, square, 1.0 / 3.0);
  return RANDOM_FMA64(2.0 * x * v * square, p, distance * v);
}
// log of the probability of k.
DEVICE double random_poisson_log(double k, double mean) {
  if (k < 16.0) {
    double factorial = 1.0;
    for (int i = 2; i < 16; ++i) factorial = i <= (int)k ? factorial * (double)i : factorial;
    return RANDOM_FMA64(k, random_log64(mean), -mean) - random_log64(factorial);
  }
  const double inverse = 1.0 / k;
  const double square = inverse * inverse;
  double stirling = -1.0 / 1680.0;
  stirling = RANDOM_FMA64(stirling, square, 1.0 / 1260.0);
  stirling = RANDOM_FMA64(stirling, square, -1.0 / 360.0);
  stirling = RANDOM_FMA64(stirling, square, 1.0 / 12.0);
  return RANDOM_FMA64(-0.5, random_log64(6.28318530717958648 * k),
      RANDOM_FMA64(-inverse, stirling, -random_deviance(k, mean)));
}
`,
  parameters: ['double mean', 'double a', 'double b', 'double logInverseAlpha', 'double quick'],
  body: `random_block w = words;
    for (unsigned int attempt = 1u;; ++attempt) {
      const double u = (double)((w.x | (UINT64)w.y << 32) >> 11) * 1.1102230246251565e-16 - 0.5;
      const UINT64 second = w.z | (UINT64)w.w << 32;
      const double v = (double)(second >> 11) * 1.1102230246251565e-16;
      const double us = 0.5 - fabs(u);
      // us is 0 once in 2^53; there is no value for it.
      const double k = us > 0.0 ? floor(RANDOM_FMA64(2.0 * a / us + b, u, mean + 0.43)) : -1.0;
      if (us >= 0.07 && v <= quick) { value0 = (INT64)k; break; }
      if (k >= 0.0 && !(us < 0.013 && v > us)) {
        const double scaled = random_log_word64(second) + logInverseAlpha - random_log64(a / (us * us) + b);
        if (scaled <= random_poisson_log(k, mean)) { value0 = (INT64)k; break; }
      }
      w = random_words((unsigned int)block, (unsigned int)((UINT64)block >> 32), attempt, draw, key0, key1);
    }`,
};
