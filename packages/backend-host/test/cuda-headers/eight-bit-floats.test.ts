/** CUDA's numbers of 8 bits (cuda_fp8.h): every one of them, and what becomes one. */
import type { Device } from '@heddle/core';
import { openCudaDevice } from './open-cuda-device';

let device: Device;
beforeAll(async () => {
  device = await openCudaDevice();
});
afterAll(() => device.dispose());

interface Format {
  readonly name: 'e4m3' | 'e5m2';
  readonly fractionBits: number;
  readonly bias: number;
  /** The largest number's code. */
  readonly most: number;
}

// Micikevicius et al., "FP8 Formats for Deep Learning", 2022, table 1.
const formats: readonly Format[] = [
  { name: 'e4m3', fractionBits: 3, bias: 7, most: 0x7e },
  { name: 'e5m2', fractionBits: 2, bias: 15, most: 0x7b },
];

function valueOf({ name, fractionBits, bias, most }: Format, code: number): number {
  const [sign, magnitude] = [code & 0x80 ? -1 : 1, code & 0x7f];
  if (magnitude > most) return name === 'e5m2' && magnitude === 0x7c ? sign * Infinity : NaN;
  const [exponent, fraction] = [magnitude >> fractionBits, (magnitude % 2 ** fractionBits) / 2 ** fractionBits];
  return sign * (exponent === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (exponent - bias));
}

/** The nearest code, by looking at all of them. */
function codeOf(format: Format, x: number, saturates: boolean): number {
  if (Number.isNaN(x)) return 0x7f;
  const sign = x < 0 || Object.is(x, -0) ? 0x80 : 0;
  const magnitude = Math.abs(x);
  const largest = valueOf(format, format.most);
  // Half a step beyond the largest is nearer to what would come next.
  const step = largest - valueOf(format, format.most - 1);
  const isTooLarge = magnitude > largest + step / 2 || (magnitude === largest + step / 2 && format.most % 2 === 1);
  if (isTooLarge) return sign | (saturates ? format.most : format.most + 1);
  let best = 0;
  for (let code = 1; code <= format.most; code++) {
    const [before, now] = [best, code].map((one) => Math.abs(valueOf(format, one) - magnitude)) as [number, number];
    if (now < before || (now === before && code % 2 === 0)) best = code;
  }
  return sign | best;
}

describe.each(formats)('$name', (format) => {
  const type = `__nv_fp8_${format.name}`;
  const codes = Uint8Array.from({ length: 256 }, (_, code) => code);

  it('every number becomes a float, a half, a double, an integer, and itself again', async () => {
    using module = await device.compile<string>(`
      #include <cuda_fp8.h>
      __global__ void k(const unsigned char* codes, float* floats, double* doubles, int* ints, unsigned char* bytes, unsigned char* again) {
        int i = threadIdx.x;
        ${type} x;
        x.__x = codes[i];
        floats[i] = float(x);
        doubles[i] = double(x) + double(float(__half(x))) + double(float(__nv_bfloat16(x)));
        ints[3 * i] = int(x);
        ints[3 * i + 1] = (unsigned short)(x);
        ints[3 * i + 2] = bool(x);
        bytes[2 * i] = (unsigned char)(x);
        bytes[2 * i + 1] = (signed char)(x);
        again[i] = ${type}(__half(x)).__x;
      }`);
    using given = await device.upload(codes);
    using floats = device.zeros('float32', 256);
    using doubles = device.zeros('float64', 256);
    using ints = device.zeros('int32', 768);
    using bytes = device.zeros('uint8', 512);
    using again = device.zeros('uint8', 256);
    module.kernel('k').launch({ grid: 1, block: 256 }, given, floats, doubles, ints, bytes, again);
    const values = Array.from(codes, (code) => valueOf(format, code));
    expect([...(await floats.read())]).toEqual(values);
    expect([...(await doubles.read())]).toEqual(values.map((x) => 3 * x));
    const within = (x: number, least: number, most: number): number =>
      Number.isNaN(x) ? 0 : Math.trunc(Math.min(Math.max(x, least), most)) + 0;
    const integers = values.flatMap((x) => [within(x, -(2 ** 31), 2 ** 31 - 1), within(x, 0, 65535), Number(x !== 0)]);
    expect([...(await ints.read())]).toEqual(integers);
    const asBytes = values.flatMap((x) => [within(x, 0, 255), within(x, -128, 127) & 255]);
    expect([...(await bytes.read())]).toEqual(asBytes);
    // Infinity becomes the largest number, and NaN the one that has no sign.
    const expected = Array.from(codes, (code) => codeOf(format, valueOf(format, code), true));
    expect([...(await again.read())]).toEqual(expected);
  });

  it('numbers become the nearest, to even where two are, in each of the ways to make one', async () => {
    using module = await device.compile<string>(`
      #include <cuda_fp8.h>
      __global__ void k(const double* x, unsigned char* out, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i >= n) return;
        const auto format = __NV_${format.name.toUpperCase()};
        float f = (float)x[i];
        out[6 * i] = ${type}(x[i]).__x;
        out[6 * i + 1] = __nv_cvt_double_to_fp8(x[i], __NV_NOSAT, format);
        out[6 * i + 2] = ${type}(f).__x;
        out[6 * i + 3] = __nv_cvt_float_to_fp8(f, __NV_NOSAT, format);
        out[6 * i + 4] = ${type}(__float2half_rz(f)).__x;
        out[6 * i + 5] = ${type}(__float2bfloat16_rz(f)).__x;
      }
      __global__ void several(const float* x, float* out) {
        __nv_fp8x4_${format.name} four(make_float4(x[0], x[1], x[2], x[3]));
        float4 back = float4(four);
        out[0] = back.x; out[1] = back.y; out[2] = back.z; out[3] = back.w;
        __nv_fp8x2_${format.name} two(make_float2(x[1], x[3]));
        float2 both = float2(two);
        out[4] = both.x; out[5] = both.y;
        two = __nv_fp8x2_${format.name}(__floats2half2_rn(x[2], x[0]));
        out[6] = __low2float(__half2(two)); out[7] = __high2float(__half2(two));
      }`);
    const exact = Array.from({ length: format.most + 1 }, (_, code) => valueOf(format, code));
    const between = exact.slice(1).map((x, i) => (x + (exact[i] ?? 0)) / 2);
    const largest = exact.at(-1) ?? NaN;
    const beyond = [1.01, 1.0625, 1.125, 1.2, 2, 1e3, 1e30].map((factor) => largest * factor);
    const near = [...exact, ...between].flatMap((x) => [x * (1 - 2 ** -40), x, x * (1 + 2 ** -40), x * (1 + 2 ** -9)]);
    const numbers = [...near, ...beyond, ...near.map((x, i) => x * Math.cos(i)), 1e-30, 5e-324, Infinity, NaN];
    const x = Float64Array.from([...numbers, ...numbers.map((number) => -number)]);
    using given = await device.upload(x);
    using out = device.zeros('uint8', 6 * x.length);
    module.kernel('k').launch({ grid: Math.ceil(x.length / 128), block: 128 }, given, out, x.length);
    const towardsZero = (value: number, fractionBits: number, leastExponent: number): number => {
      if (!Number.isFinite(value) || value === 0) return value;
      const exponent = Math.max(Math.floor(Math.log2(Math.abs(value))), leastExponent);
      const step = 2 ** (exponent - fractionBits);
      return Math.trunc(value / step) * step;
    };
    const made = await out.read();
    for (const [i, value] of x.entries()) {
      const codesMade = [...made.slice(6 * i, 6 * i + 6)];
      if (Number.isNaN(value)) {
        // Which of the format's NaNs, and whether with its sign, differs from way to way.
        expect(codesMade.map((code) => valueOf(format, code))).toEqual(Array.from({ length: 6 }, () => NaN));
        continue;
      }
      const float = Math.fround(value);
      // A half's largest number is what is left of all that is larger, towards zero.
      const half =
        Math.sign(value) * Math.min(Math.abs(towardsZero(float, 10, -14)), Number.isFinite(float) ? 65504 : Infinity);
      const expected = [
        codeOf(format, value, true),
        codeOf(format, value, false),
        codeOf(format, float, true),
        codeOf(format, float, false),
        codeOf(format, Object.is(half, 0) && (value < 0 || Object.is(value, -0)) ? -0 : half, true),
        codeOf(format, towardsZero(float, 7, -126), true),
      ];
      expect({ value, codes: codesMade }).toEqual({ value, codes: expected });
    }
    const some = Float32Array.of(1.3, -2.6, 0.07, 300);
    using four = await device.upload(some);
    using back = device.zeros('float32', 8);
    module.kernel('several').launch({ grid: 1, block: 1 }, four, back);
    const rounded = Array.from([0, 1, 2, 3, 1, 3, 2, 0], (i) => valueOf(format, codeOf(format, some[i] ?? NaN, true)));
    expect([...(await back.read())]).toEqual(rounded);
  });
});
