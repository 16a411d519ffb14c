/** Arithmetic: integers exactly as C says, functions within the bounds that the field's standards allow. */
import { casesOf, type CaseDefinition } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;

interface MathFunction {
  readonly id: string;
  /** Of `a` and `b`, in C. */
  readonly expression: string;
  readonly reference: (a: number, b: number) => number;
  /** Ranges of a and b. */
  readonly a: readonly [number, number];
  readonly b?: readonly [number, number];
  /** Units in the last place: what OpenCL's full profile allows, which is more than CUDA does. */
  readonly ulps: number;
}

const functions: readonly MathFunction[] = [
  { id: 'sin', expression: 'sin(a)', reference: Math.sin, a: [-100, 100], ulps: 4 },
  { id: 'cos', expression: 'cos(a)', reference: Math.cos, a: [-100, 100], ulps: 4 },
  { id: 'tan', expression: 'tan(a)', reference: Math.tan, a: [-1.5, 1.5], ulps: 5 },
  { id: 'exp', expression: 'exp(a)', reference: Math.exp, a: [-80, 80], ulps: 3 },
  { id: 'log', expression: 'log(a)', reference: Math.log, a: [1e-6, 1e6], ulps: 3 },
  { id: 'pow', expression: 'pow(a, b)', reference: Math.pow, a: [0.01, 50], b: [-8, 8], ulps: 16 },
  { id: 'sqrt', expression: 'sqrt(a)', reference: Math.sqrt, a: [0, 1e6], ulps: 3 },
  { id: 'tanh', expression: 'tanh(a)', reference: Math.tanh, a: [-9, 9], ulps: 5 },
  { id: 'atan2', expression: 'atan2(a, b)', reference: Math.atan2, a: [-10, 10], b: [-10, 10], ulps: 6 },
  { id: 'divide', expression: 'a / b', reference: (a, b) => a / b, a: [-1000, 1000], b: [0.001, 1000], ulps: 2.5 },
  { id: 'floor', expression: 'floor(a)', reference: Math.floor, a: [-1000, 1000], ulps: 0 },
  { id: 'fabs', expression: 'fabs(a)', reference: Math.abs, a: [-1000, 1000], ulps: 0 },
  { id: 'fmod', expression: 'fmod(a, b)', reference: (a, b) => a % b, a: [-100, 100], b: [0.5, 7], ulps: 0 },
  { id: 'multiply-add', expression: 'a * b + 1.0f', reference: (a, b) => a * b + 1, a: [0, 10], b: [0, 10], ulps: 1 },
];

const functionSource = functions
  .map(
    ({ id, expression }) => `
KERNEL void ${kernelName(id)}(GLOBAL const float* x, GLOBAL const float* y, GLOBAL float* out, int n) {
  int i = (int)GLOBAL_INDEX(0);
  if (i >= n) return;
  float a = x[i];
  float b = y[i];
  out[i] = ${expression};
  (void)b;
}`,
  )
  .join('\n');

function kernelName(id: string): string {
  return `float_${id.replace('-', '_')}`;
}

const functionCases: readonly CaseDefinition[] = functions.map(
  ({ id, expression, reference, a, b = [0, 1], ulps }) => ({
    id: `float32-${id}`,
    title: `${expression} in float32 is within ${ulps} units in the last place`,
    source: { portable: functionSource },
    run: async ({ random, upload, zeros, check }, module) => {
      const n = 2000;
      const [x, y] = [random.floats(n, ...a), random.floats(n, ...b)];
      const out = zeros('float32', n);
      module
        .kernel(kernelName(id))
        .launch({ grid: Math.ceil(n / 64), block: 64 }, await upload(x), await upload(y), out, n);
      const expected = Array.from(x, (value, i) => reference(value, y[i] ?? 0));
      // One more for rounding the reference itself.
      check.close(await out.read(), expected, { ulps: ulps === 0 ? 0 : ulps + 1 }, expression);
    },
  }),
);

export const mathCases = casesOf('math', [
  {
    id: 'integers',
    title: 'integer division truncates, remainders keep the sign, unsigned numbers wrap',
    source: {
      portable: `
KERNEL void k(GLOBAL int* out, int a, int b, unsigned int u) {
  out[0] = a / b;
  out[1] = a % b;
  out[2] = a >> 1;
  out[3] = (int)((u + 10u) >> 1);
  out[4] = (int)(u * u);
  out[5] = a & b;
  out[6] = a ^ b;
  out[7] = ~a;
  out[8] = (a << 4) | (b & 15);
  out[9] = a < b ? 1 : 2;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 10);
      module.kernel('k').launch(one, out, -17, 5, 4294967295);
      check.arrayEqual(await out.read(), [-3, -2, -9, 4, 1, -17 & 5, -17 ^ 5, 16, (-17 << 4) | 5, 1]);
    },
  },
  {
    id: 'integers-64',
    title: '64-bit integers multiply, divide and shift whole',
    source: {
      portable: `
KERNEL void k(GLOBAL INT64* out, INT64 a, INT64 b) {
  out[0] = a * b;
  out[1] = a / b;
  out[2] = a % b;
  out[3] = (INT64)1 << 62;
  out[4] = (INT64)((UINT64)a >> 60);
  out[5] = a >> 3;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int64', 6);
      const [a, b] = [-123456789012345n, 98765n];
      module.kernel('k').launch(one, out, a, b);
      const expected = [a * b, a / b, a % b, 1n << 62n, BigInt.asUintN(64, a) >> 60n, a >> 3n];
      check.arrayEqual(
        await out.read(),
        expected.map((value) => BigInt.asIntN(64, value)),
      );
    },
  },
  {
    id: 'conversions',
    title: 'conversions from floats truncate, to floats round to nearest',
    source: {
      portable: `
KERNEL void k(GLOBAL int* out, GLOBAL float* f, float a, float b, int i) {
  out[0] = (int)a;
  out[1] = (int)b;
  out[2] = (int)(unsigned char)(int)(a * 100.0f);
  out[3] = (int)(short)i;
  f[0] = (float)i;
  f[1] = (float)(i / 2) + 0.5f;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const [out, f] = [zeros('int32', 4), zeros('float32', 2)];
      module.kernel('k').launch(one, out, f, 3.99, -3.99, 16777219);
      check.arrayEqual(await out.read(), [3, -3, Math.trunc(Math.fround(Math.fround(3.99) * 100)) & 255, 3]);
      check.arrayEqual(await f.read(), [16777220, 8388609.5].map(Math.fround));
    },
  },
  {
    id: 'fma',
    title: 'a fused multiply-add rounds once',
    source: { portable: 'KERNEL void k(GLOBAL float* out, float a, float b, float c) { out[0] = fma(a, b, c); }' },
    run: async ({ zeros, check }, module) => {
      const out = zeros('float32', 1);
      module.kernel('k').launch(one, out, 1 + 2 ** -12, 1 - 2 ** -12, -1);
      check.arrayEqual(await out.read(), [-(2 ** -24)]);
    },
  },
  {
    id: 'special-values',
    title: 'infinities and NaN follow IEEE 754',
    source: {
      portable: `
KERNEL void k(GLOBAL float* out, float zero, float inf) {
  out[0] = 1.0f / zero;
  out[1] = zero / zero;
  out[2] = inf - inf;
  out[3] = -1.0f / inf;
  out[4] = (zero / zero) == (zero / zero) ? 1.0f : 0.0f;
  out[5] = inf > 3e38f ? 1.0f : 0.0f;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('float32', 6);
      module.kernel('k').launch(one, out, 0, Infinity);
      const [divided, ...rest] = await out.read();
      check.equal(divided, Infinity, '1 / 0');
      check.arrayEqual(rest, [NaN, NaN, -0, 0, 1]);
    },
  },
  ...functionCases,
  {
    id: 'float64-functions',
    title: 'sin, exp, log, pow and sqrt in float64 are exact to about 15 digits',
    requires: ['float64'],
    source: {
      portable: `
KERNEL void k(GLOBAL const double* x, GLOBAL double* out, int n) {
  int i = (int)GLOBAL_INDEX(0);
  if (i >= n) return;
  double a = x[i];
  out[5 * i] = sin(a);
  out[5 * i + 1] = exp(a);
  out[5 * i + 2] = log(a);
  out[5 * i + 3] = pow(a, 2.5);
  out[5 * i + 4] = sqrt(a) / 3.0;
}
`,
    },
    run: async ({ random, upload, zeros, check }, module) => {
      const n = 500;
      const x = Float64Array.from({ length: n }, () => 0.001 + random.next() * 20);
      const out = zeros('float64', 5 * n);
      module.kernel('k').launch({ grid: Math.ceil(n / 32), block: 32 }, await upload(x), out, n);
      const expected = Array.from(x, (a) => [Math.sin(a), Math.exp(a), Math.log(a), a ** 2.5, Math.sqrt(a) / 3]).flat();
      check.close(await out.read(), expected, { relative: 4e-15, absolute: 4e-16 });
    },
  },
  {
    id: 'intrinsics',
    title: 'bit counting, saturation and the fast functions of CUDA C++',
    source: {
      cuda: `
__global__ void k(int* out, float* f, unsigned int u, float x) {
  out[0] = __popc(u);
  out[1] = __clz(u);
  out[2] = __ffs(u);
  out[3] = (int)__brev(u);
  out[4] = __mulhi((int)u, 1 << 20);
  out[5] = min((int)u, 7) + max(3, -2);
  f[0] = __saturatef(x * 2.0f);
  f[1] = rsqrtf(x);
  f[2] = __expf(x);
  f[3] = fmaxf(fminf(x, 0.25f), 0.1f);
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const [out, f] = [zeros('int32', 6), zeros('float32', 4)];
      module.kernel('k').launch(one, out, f, 0x00f0_1000, 0.75);
      const mulhi = Number((BigInt(0x00f0_1000) << 20n) >> 32n);
      check.arrayEqual(await out.read(), [5, 8, 13, 0x00080f00, mulhi, 10]);
      check.close(await f.read(), [1, 1 / Math.sqrt(0.75), Math.exp(0.75), 0.25], { relative: 1e-5 });
    },
  },
]);
