/** Numbers by value: every type, at its ends. */
import type { DType } from '@heddle/core';
import { casesOf, type CaseDefinition } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;

interface ScalarType {
  readonly dtype: DType;
  readonly spelling: string;
  readonly values: readonly [number | bigint, number | bigint, number | bigint];
}

const integers: readonly ScalarType[] = [
  { dtype: 'int8', spelling: 'signed char', values: [-128, 127, -1] },
  { dtype: 'uint8', spelling: 'unsigned char', values: [0, 255, 128] },
  { dtype: 'int16', spelling: 'short', values: [-32768, 32767, -1] },
  { dtype: 'uint16', spelling: 'unsigned short', values: [0, 65535, 32768] },
  { dtype: 'int32', spelling: 'int', values: [-(2 ** 31), 2 ** 31 - 1, -1] },
  { dtype: 'uint32', spelling: 'unsigned int', values: [0, 2 ** 32 - 1, 2 ** 31] },
  { dtype: 'int64', spelling: 'INT64', values: [-(2n ** 63n), 2n ** 63n - 1n, -1n] },
  { dtype: 'uint64', spelling: 'UINT64', values: [0n, 2n ** 64n - 1n, 2n ** 63n] },
];

function kernelText({ dtype, spelling }: ScalarType): string {
  const t = spelling;
  return `KERNEL void store_${dtype}(GLOBAL ${t}* out, ${t} a, ${t} b, ${t} c) { out[0] = a; out[1] = b; out[2] = c; }\n`;
}

// One source for all, so that it is compiled once.
const integerSource = integers.map(kernelText).join('');

const integerCases: readonly CaseDefinition[] = integers.map(({ dtype, values }) => ({
  id: `scalar-${dtype}`,
  title: `${dtype} by value arrives whole, at both ends of its range`,
  source: { portable: integerSource },
  run: async ({ zeros, check }, module) => {
    const out = zeros(dtype, 3);
    module.kernel(`store_${dtype}`).launch(one, out, ...values);
    check.arrayEqual(await out.read(), values as readonly number[]);
  },
}));

const floatSource = `
KERNEL void store_float(GLOBAL float* out, float a, float b, float c, float d, float e) {
  out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e;
}
`;

export const scalarArgumentCases = casesOf('arguments', [
  ...integerCases,
  {
    id: 'scalar-int64-number',
    title: 'int64 takes safe integers as well as bigints',
    source: { portable: integerSource },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int64', 3);
      module.kernel('store_int64').launch(one, out, Number.MIN_SAFE_INTEGER, -5, 2 ** 40);
      check.arrayEqual(await out.read(), [BigInt(Number.MIN_SAFE_INTEGER), -5n, 2n ** 40n]);
    },
  },
  {
    id: 'scalar-float32',
    title: 'float32 by value is the nearest float32, at the ends of its range too',
    source: { portable: floatSource },
    run: async ({ zeros, check }, module) => {
      const out = zeros('float32', 5);
      const values = [0.1, 3.4028234663852886e38, -3.4028234663852886e38, 1.1754943508222875e-38, 16777217];
      module.kernel('store_float').launch(one, out, ...values);
      check.arrayEqual(await out.read(), Float32Array.from(values));
    },
  },
  {
    id: 'scalar-float32-special',
    title: 'NaN, the infinities, -0 and the smallest denormal arrive as they are',
    source: { portable: floatSource },
    run: async ({ zeros, check }, module) => {
      const out = zeros('float32', 5);
      module.kernel('store_float').launch(one, out, NaN, Infinity, -Infinity, -0, 2 ** -149);
      const bits = await out.as('uint32').read();
      check.ok(((bits[0] ?? 0) & 0x7fffffff) > 0x7f800000, `NaN arrived as ${(bits[0] ?? 0).toString(16)}`);
      check.arrayEqual(bits.subarray(1), [0x7f800000, 0xff800000, 0x80000000, 1]);
    },
  },
  {
    id: 'scalar-float64',
    title: 'float64 by value arrives bit for bit',
    requires: ['float64'],
    source: {
      portable: `
KERNEL void store_double(GLOBAL double* out, double a, double b, double c, double d) {
  out[0] = a; out[1] = b; out[2] = c; out[3] = d;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('float64', 4);
      const values = [0.1, -Number.MAX_VALUE, Number.MIN_VALUE, -0];
      module.kernel('store_double').launch(one, out, ...values);
      check.arrayEqual(await out.read(), values);
    },
  },
  {
    id: 'scalar-bool',
    title: 'bool by value is true or false',
    source: { cuda: '__global__ void k(int* out, bool a, bool b) { out[0] = a ? 1 : 2; out[1] = b ? 1 : 2; }' },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 2);
      module.kernel('k').launch(one, out, true, false);
      check.arrayEqual(await out.read(), [1, 2]);
      module.kernel('k').launch(one, out, 0, 1);
      check.arrayEqual(await out.read(), [2, 1]);
    },
  },
  {
    id: 'scalar-float16',
    title: 'half precision by value is the nearest half',
    requires: ['float16'],
    source: {
      cuda: '#include <cuda_fp16.h>\n__global__ void k(__half* out, __half a, __half b) { out[0] = a; out[1] = b; }',
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('float16', 2);
      module.kernel('k').launch(one, out, 0.1, -65504);
      check.arrayEqual(await out.read(), [0x2e66, 0xfbff]);
    },
  },
  {
    id: 'order',
    title: 'arguments arrive in the order in which they are passed',
    source: { portable: 'KERNEL void k(GLOBAL int* out, int a, int b) { out[0] = a - b; }' },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 1);
      module.kernel('k').launch(one, out, 10, 3);
      check.arrayEqual(await out.read(), [7]);
    },
  },
  {
    id: 'alignment',
    title: 'arguments of mixed sizes lie where the compiler expects them',
    source: {
      portable: `
KERNEL void k(signed char a, GLOBAL INT64* out, short b, INT64 c, unsigned char d, float e, signed char f, UINT64 g,
              short h, int i, signed char j) {
  out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = (INT64)(e * 2.0f);
  out[5] = f; out[6] = (INT64)g; out[7] = h; out[8] = i; out[9] = j;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int64', 10);
      module.kernel('k').launch(one, -1, out, -2, -3n, 4, 2.5, -6, 7n, -8, 9, -10);
      check.arrayEqual(await out.read(), [-1n, -2n, -3n, 4n, 5n, -6n, 7n, -8n, 9n, -10n]);
    },
  },
  {
    id: 'forty',
    title: 'forty arguments of mixed types arrive',
    source: { portable: manyArguments() },
    run: async ({ zeros, check }, module) => {
      const out = zeros('float32', 39);
      const values = Array.from({ length: 39 }, (_, i) => (i % 3 === 0 ? i : i % 3 === 1 ? -i : i + 0.5));
      module.kernel('k').launch(one, out, ...values);
      check.arrayEqual(await out.read(), values);
    },
  },
  {
    id: 'read-at-the-call',
    title: 'a launch takes its arguments when it is called: later calls do not change them',
    source: { portable: 'KERNEL void k(GLOBAL int* out, int i, int value) { out[i] = value; }' },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 200);
      const kernel = module.kernel('k');
      for (let i = 0; i < 200; i++) kernel.launch(one, out, i, 3 * i + 1);
      check.arrayEqual(
        await out.read(),
        Array.from({ length: 200 }, (_, i) => 3 * i + 1),
      );
    },
  },
  {
    id: 'bound',
    title: 'bound calls take new arguments each time and do not disturb each other',
    source: { portable: 'KERNEL void k(GLOBAL int* out, int i, int value) { out[i + (int)GLOBAL_INDEX(0)] = value; }' },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 6);
      const kernel = module.kernel('k');
      const single = kernel.bind(one);
      const pair = kernel.bind({ grid: 1, block: 2 });
      single(out, 0, 5);
      pair(out, 1, 6);
      kernel.launch(one, out, 3, 7);
      pair(out, 4, 8);
      single(out, 1, 9);
      check.arrayEqual(await out.read(), [5, 9, 6, 7, 8, 8]);
    },
  },
]);

function manyArguments(): string {
  const types = ['int', 'short', 'float'];
  const parameters = Array.from({ length: 39 }, (_, i) => `${types[i % 3] ?? ''} a${i}`);
  const stores = Array.from({ length: 39 }, (_, i) => `  out[${i}] = (float)a${i};`);
  return `KERNEL void k(GLOBAL float* out, ${parameters.join(', ')}) {\n${stores.join('\n')}\n}\n`;
}
