/** CUDA's `cuComplex.h`, as far as kernels use it, without the host's headers that the toolkit's one includes. */

const single = { real: 'float', pair: 'float2', name: 'cuFloatComplex', suffix: 'f' };
const double = { real: 'double', pair: 'double2', name: 'cuDoubleComplex', suffix: '' };

/** For `headers`: name -> text. */
export const cuComplexHeader: Readonly<Record<string, string>> = {
  'cuComplex.h': `#pragma once
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
${functions(single)}${functions(double)}
__device__ inline cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
__device__ inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
__device__ inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return make_cuFloatComplex((float)z.x, (float)z.y); }
`,
};

function functions({ real, pair, name, suffix }: typeof single): string {
  const define = (returns: string, head: string, body: string): string =>
    `__device__ inline ${returns} ${head} { ${body} }\n`;
  const make = `make_${name}`;
  return [
    define(name, `${make}(${real} r, ${real} i)`, `return make_${pair}(r, i);`),
    define(real, `cuCreal${suffix}(${name} z)`, 'return z.x;'),
    define(real, `cuCimag${suffix}(${name} z)`, 'return z.y;'),
    define(name, `cuConj${suffix}(${name} z)`, `return ${make}(z.x, -z.y);`),
    define(name, `cuCadd${suffix}(${name} a, ${name} b)`, `return ${make}(a.x + b.x, a.y + b.y);`),
    define(name, `cuCsub${suffix}(${name} a, ${name} b)`, `return ${make}(a.x - b.x, a.y - b.y);`),
    define(
      name,
      `cuCmul${suffix}(${name} a, ${name} b)`,
      `return ${make}(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);`,
    ),
    // Scaled, so that squares neither overflow nor vanish.
    define(
      name,
      `cuCdiv${suffix}(${name} a, ${name} b)`,
      `${real} s = 1 / (fabs${suffix}(b.x) + fabs${suffix}(b.y)), ax = a.x * s, ay = a.y * s, bx = b.x * s, by = b.y * s, ` +
        `d = 1 / (bx * bx + by * by); return ${make}((ax * bx + ay * by) * d, (ay * bx - ax * by) * d);`,
    ),
    define(real, `cuCabs${suffix}(${name} z)`, `return hypot${suffix}(z.x, z.y);`),
    define(
      name,
      `cuCfma${suffix}(${name} a, ${name} b, ${name} c)`,
      `return cuCadd${suffix}(cuCmul${suffix}(a, b), c);`,
    ),
  ].join('');
}
