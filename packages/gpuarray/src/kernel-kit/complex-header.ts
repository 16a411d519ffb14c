/**
 * Complex numbers as a struct and functions, the same on every dialect; operators too where the dialect is C++.
 *
 * Division is scaled by the larger part of the divisor (R. L. Smith, Algorithm 116, Communications of the ACM, 1962),
 * so that it does not overflow where the quotient does not. Square root and inverse functions follow W. Kahan, "Branch
 * cuts for complex elementary functions", 1987, as far as real functions of the dialects allow.
 */

/**
 * @param name - `complex64` or `complex128`
 * @param part - type of the real and imaginary parts
 * @param suffix - of literals of that type
 */
export function complexHeader(name: string, part: string, suffix: string): string {
  const type = `${name}_t`;
  const f = (value: string) => `${value}${suffix}`;
  const define = (fn: string, parameters: string, body: string, returns = type) =>
    `DEVICE ${returns} ${name}_${fn}(${parameters}) { ${body} }`;
  const make = (re: string, im: string) => `${name}_make(${re}, ${im})`;
  const one = (fn: string, body: string, returns?: string) => define(fn, `${type} z`, body, returns);
  const two = (fn: string, body: string, returns?: string) => define(fn, `${type} a, ${type} b`, body, returns);
  return [
    structOf(type, part),
    define('make', `${part} re, ${part} im`, `${type} z; z.re = re; z.im = im; return z;`),
    one('real', 'return z.re;', part),
    one('imag', 'return z.im;', part),
    one('conj', `return ${make('z.re', '-z.im')};`),
    one('neg', `return ${make('-z.re', '-z.im')};`),
    one('abs', 'return hypot(z.re, z.im);', part),
    one('arg', 'return atan2(z.im, z.re);', part),
    two('add', `return ${make('a.re + b.re', 'a.im + b.im')};`),
    two('sub', `return ${make('a.re - b.re', 'a.im - b.im')};`),
    two('mul', `return ${make('a.re * b.re - a.im * b.im', 'a.re * b.im + a.im * b.re')};`),
    define('scale', `${type} a, ${part} s`, `return ${make('a.re * s', 'a.im * s')};`),
    two(
      'div',
      `${part} r, d;
  if (fabs(b.re) >= fabs(b.im)) {
    if (b.re == 0 && b.im == 0) return ${make('a.re / fabs(b.re)', 'a.im / fabs(b.re)')};
    r = b.im / b.re; d = b.re + b.im * r;
    return ${make('(a.re + a.im * r) / d', '(a.im - a.re * r) / d')};
  }
  r = b.re / b.im; d = b.re * r + b.im;
  return ${make('(a.re * r + a.im) / d', '(a.im * r - a.re) / d')};`,
    ),
    two('eq', 'return a.re == b.re && a.im == b.im;', 'int'),
    // By the real part first, as NumPy orders complex numbers.
    two('lt', 'return a.re < b.re || (a.re == b.re && a.im < b.im);', 'int'),
    one('isnan', 'return z.re != z.re || z.im != z.im;', 'int'),
    one(
      'sqrt',
      `${part} m = hypot(z.re, z.im), t;
  if (m == 0) return ${make('0', 'z.im')};
  if (z.im == z.im && z.im - z.im != 0) return ${make('fabs(z.im)', 'z.im')};
  t = sqrt(${f('0.5')} * (m + fabs(z.re)));
  if (z.re >= 0) return ${make('t', `z.im / (2 * t)`)};
  return ${make('fabs(z.im) / (2 * t)', 'copysign(t, z.im)')};`,
    ),
    one(
      'exp',
      `${part} m = exp(z.re); return z.im == 0 ? ${make('m', 'z.im')} : ${make('m * cos(z.im)', 'm * sin(z.im)')};`,
    ),
    one('log', `return ${make(`log(${name}_abs(z))`, `${name}_arg(z)`)};`),
    one('log2', `return ${name}_scale(${name}_log(z), ${f('1.44269504088896340736')});`),
    one('log10', `return ${name}_scale(${name}_log(z), ${f('0.43429448190325182765')});`),
    two(
      'pow',
      `${type} l;
  if (b.re == 0 && b.im == 0) return ${make('1', '0')};
  if (a.re == 0 && a.im == 0) return b.re > 0 ? ${make('0', '0')} : ${make('a.re / a.re', 'a.re / a.re')};
  if (b.im == 0 && b.re == (int)b.re && fabs(b.re) <= 64) {
    int n = (int)fabs(b.re); ${type} r = ${make('1', '0')}, x = a;
    while (n) { if (n & 1) r = ${name}_mul(r, x); x = ${name}_mul(x, x); n >>= 1; }
    return b.re < 0 ? ${name}_div(${make('1', '0')}, r) : r;
  }
  l = ${name}_mul(b, ${name}_log(a));
  return ${name}_exp(l);`,
    ),
    one('sin', `return ${make('sin(z.re) * cosh(z.im)', 'cos(z.re) * sinh(z.im)')};`),
    one('cos', `return ${make('cos(z.re) * cosh(z.im)', '-sin(z.re) * sinh(z.im)')};`),
    one('sinh', `return ${make('sinh(z.re) * cos(z.im)', 'cosh(z.re) * sin(z.im)')};`),
    one('cosh', `return ${make('cosh(z.re) * cos(z.im)', 'sinh(z.re) * sin(z.im)')};`),
    // For large |re| both sinh and cosh overflow, where the tangent is 1 but for what rounds away.
    one(
      'tanh',
      `${part} s, c, d;
  if (fabs(z.re) > 20) return ${make(`copysign(${f('1.0')}, z.re)`, `4 * sin(z.im) * cos(z.im) * exp(-2 * fabs(z.re))`)};
  s = sinh(z.re); c = cos(z.im); d = s * s + c * c;
  return ${make('s * cosh(z.re) / d', 'sin(z.im) * c / d')};`,
    ),
    one('tan', `${type} t = ${name}_tanh(${make('-z.im', 'z.re')}); return ${make('t.im', '-t.re')};`),
    one(
      'asinh',
      `${type} p = ${name}_sqrt(${make('1 + z.im', '-z.re')}), m = ${name}_sqrt(${make('1 - z.im', 'z.re')});
  return ${make('asinh(p.re * m.im - m.re * p.im)', `atan2(z.im, p.re * m.re - p.im * m.im)`)};`,
    ),
    one('asin', `${type} t = ${name}_asinh(${make('-z.im', 'z.re')}); return ${make('t.im', '-t.re')};`),
    one(
      'acos',
      `${type} m = ${name}_sqrt(${make('1 - z.re', '-z.im')}), p = ${name}_sqrt(${make('1 + z.re', 'z.im')});
  return ${make('2 * atan2(m.re, p.re)', 'asinh(p.re * m.im - p.im * m.re)')};`,
    ),
    one(
      'acosh',
      `${type} m = ${name}_sqrt(${make('z.re - 1', 'z.im')}), p = ${name}_sqrt(${make('z.re + 1', 'z.im')});
  return ${make('asinh(m.re * p.re + m.im * p.im)', '2 * atan2(m.im, p.re)')};`,
    ),
    one(
      'atanh',
      `${part} y2 = z.im * z.im, m = (1 - z.re) * (1 - z.re) + y2;
  return ${make(`${f('0.25')} * log1p(4 * z.re / m)`, `${f('0.5')} * atan2(2 * z.im, (1 - z.re) * (1 + z.re) - y2)`)};`,
    ),
    // Not by way of atanh, as asin goes by way of asinh: NVRTC 13 loses the real part of that.
    one(
      'atan',
      `${part} x2 = z.re * z.re, m = (1 - z.im) * (1 - z.im) + x2;
  return ${make(`${f('0.5')} * atan2(2 * z.re, (1 - z.im) * (1 + z.im) - x2)`, `${f('0.25')} * log1p(4 * z.im / m)`)};`,
    ),
    operatorsOf(name, type, part),
  ].join('\n');
}

// Aligned to its whole size, as vendors align theirs, so that one load fetches both parts.
function structOf(type: string, part: string): string {
  const bytes = part === 'float' ? 8 : 16;
  return `#ifdef HEDDLE_DIALECT_OPENCL
typedef struct __attribute__((aligned(${bytes}))) { ${part} re, im; } ${type};
#else
struct __align__(${bytes}) ${type} { ${part} re, im; };
#endif`;
}

function operatorsOf(name: string, type: string, part: string): string {
  const both = (operator: string, fn: string) => `
DEVICE ${type} operator${operator}(${type} a, ${type} b) { return ${name}_${fn}(a, b); }
DEVICE ${type} operator${operator}(${type} a, ${part} b) { return ${name}_${fn}(a, ${name}_make(b, 0)); }
DEVICE ${type} operator${operator}(${part} a, ${type} b) { return ${name}_${fn}(${name}_make(a, 0), b); }
DEVICE ${type}& operator${operator}=(${type}& a, ${type} b) { return a = ${name}_${fn}(a, b); }`;
  return `#ifdef __cplusplus
${both('+', 'add')}${both('-', 'sub')}${both('*', 'mul')}${both('/', 'div')}
DEVICE ${type} operator-(${type} z) { return ${name}_neg(z); }
DEVICE bool operator==(${type} a, ${type} b) { return ${name}_eq(a, b); }
DEVICE bool operator!=(${type} a, ${type} b) { return !${name}_eq(a, b); }
#endif`;
}
