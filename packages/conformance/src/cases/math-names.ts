/** The functions of C's math.h by their names for float, which portable source may use on every backend. */
import { casesOf } from '../conformance-case';

/** Expressions of a = 0.5 and b = 2.5, and their values. */
const calls: readonly (readonly [expression: string, value: number])[] = [
  ['acosf(a)', Math.acos(0.5)],
  ['asinf(a)', Math.asin(0.5)],
  ['atanf(a)', Math.atan(0.5)],
  ['atan2f(a, b)', Math.atan2(0.5, 2.5)],
  ['cosf(a)', Math.cos(0.5)],
  ['sinf(a)', Math.sin(0.5)],
  ['tanf(a)', Math.tan(0.5)],
  ['acoshf(b)', Math.acosh(2.5)],
  ['asinhf(a)', Math.asinh(0.5)],
  ['atanhf(a)', Math.atanh(0.5)],
  ['coshf(a)', Math.cosh(0.5)],
  ['sinhf(a)', Math.sinh(0.5)],
  ['tanhf(a)', Math.tanh(0.5)],
  ['expf(a)', Math.exp(0.5)],
  ['exp2f(a)', Math.SQRT2],
  ['expm1f(a)', Math.expm1(0.5)],
  ['(whole = frexpf(b, &exponent), whole + exponent)', 2.625],
  ['(float)ilogbf(b)', 1],
  ['ldexpf(b, 3)', 20],
  ['logf(a)', Math.log(0.5)],
  ['log10f(a)', Math.log10(0.5)],
  ['log1pf(a)', Math.log1p(0.5)],
  ['log2f(b)', Math.log2(2.5)],
  ['logbf(b)', 1],
  ['(part = modff(b, &whole), part + 8 * whole)', 16.5],
  ['scalbnf(b, -1)', 1.25],
  ['scalblnf(b, -1)', 1.25],
  ['cbrtf(b)', Math.cbrt(2.5)],
  ['fabsf(-b)', 2.5],
  ['hypotf(a, b)', Math.hypot(0.5, 2.5)],
  ['powf(b, a)', Math.sqrt(2.5)],
  ['sqrtf(a)', Math.SQRT1_2],
  // Abramowitz and Stegun, Handbook of Mathematical Functions, tables 7.1 and 6.1.
  ['erff(a)', 0.5204998778],
  ['erfcf(a)', 0.4795001222],
  ['lgammaf(b)', Math.log(1.3293403882)],
  ['tgammaf(b)', 1.3293403882],
  ['ceilf(a)', 1],
  ['floorf(b)', 2],
  ['nearbyintf(b)', 2],
  ['rintf(b + 1)', 4],
  ['(float)lrintf(b)', 2],
  ['(float)llrintf(b)', 2],
  ['roundf(b)', 3],
  ['(float)lroundf(b)', 3],
  ['(float)llroundf(b)', 3],
  ['truncf(-b)', -2],
  ['fmodf(b, 2.0f)', 0.5],
  ['remainderf(b + a, 2.0f)', -1],
  ['(part = remquof(7.0f, 4.0f, &exponent), part + 8 * exponent)', 15],
  ['copysignf(a, -b)', -0.5],
  ['nextafterf(a, b)', 0.5 + 2 ** -24],
  ['fdimf(b, a)', 2],
  ['fmaxf(a, b)', 2.5],
  ['fminf(a, b)', 0.5],
  ['fmaf(a, b, 1.0f)', 2.25],
  ['nanf("") != 0.0f ? 1.0f : 0.0f', 1],
  ['(float)lrint(a + 2)', 2],
  ['(float)lround(b)', 3],
  ['nearbyint(b)', 2],
  ['scalbn(b, 2)', 10],
  // Whole numbers are converted, as by the prototypes of math.h.
  ['sqrtf(two)', Math.SQRT2],
  ['powf(two, 3)', 8],
];

const source = `
KERNEL void names(GLOBAL float* out, float a, float b, int two) {
  int exponent = 0;
  float part = 0, whole = 0;
${calls.map(([expression], k) => `  out[${k}] = ${expression};`).join('\n')}
}`;

export const mathNameCases = casesOf('math', [
  {
    id: 'float-names',
    title: "the functions of math.h have C's names for float: sinf, fmaxf, lrintf",
    source: { portable: source },
    run: async ({ zeros, check }, module) => {
      const out = zeros('float32', calls.length);
      module.kernel('names').launch({ grid: 1, block: 1 }, out, 0.5, 2.5, 2);
      const values = await out.read();
      calls.forEach(([expression, value], k) => {
        check.close(values.subarray(k, k + 1), [value], { ulps: 17 }, expression);
      });
    },
  },
]);
