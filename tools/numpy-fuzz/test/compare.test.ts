/** Each difference that is accepted, and the nearest one that is not. */
import type { ExpectedArray } from '../src/case';
import { differenceOf } from '../src/compare';
import type { Accuracy } from '../src/function-entry';

const typed = {
  float32: Float32Array,
  float64: Float64Array,
  float16: Uint16Array,
  bfloat16: Uint16Array,
  int32: Int32Array,
  complex64: Float32Array,
} as const;

function bytes(dtype: keyof typeof typed, values: readonly number[]): Uint8Array {
  return new Uint8Array(typed[dtype].from(values).buffer);
}

const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64');

/** Whether the values are accepted where NumPy has others; 16-bit floats are given as bits. */
function isAccepted(
  dtype: keyof typeof typed,
  wanted: readonly number[],
  given: readonly number[],
  accuracy: Accuracy = {},
  more: Partial<ExpectedArray> = {},
): boolean {
  const shape = [dtype === 'complex64' ? wanted.length / 2 : wanted.length];
  const expected = { dtype, shape, values: base64(bytes(dtype, wanted)), ...more };
  return differenceOf(expected, { dtype: dtype, shape, bytes: bytes(dtype, given) }, accuracy) === undefined;
}

const float64 = (values: readonly number[]): string => base64(bytes('float64', values));

it('units in the last place, up to the bound', () => {
  expect(isAccepted('float32', [1], [1 + 2 ** -23])).toBe(false);
  expect(isAccepted('float32', [1], [1 + 2 ** -22], { ulp: 2 })).toBe(true);
  expect(isAccepted('float32', [1], [1 + 3 * 2 ** -23], { ulp: 2 })).toBe(false);
  expect(isAccepted('float64', [-1], [-1 - 2 ** -52], { ulp: { float64: 1, other: 0 } })).toBe(true);
  expect(isAccepted('float32', [0], [2 ** -149], { ulp: 1 })).toBe(true);
  expect(isAccepted('float32', [Infinity], [2 ** 127 * (2 - 2 ** -23)], { ulp: 1 })).toBe(true);
  expect(isAccepted('float32', [Infinity], [-Infinity], { ulp: 4 })).toBe(false);
});

it.each([
  ['float16', 0x3c00, 0x3c01, 0x3c02],
  ['float16', 0x7bff, 0x7c00, 0x7bfd],
  ['float16', 0x03ff, 0x0400, 0x0401],
  ['bfloat16', 0x3f80, 0x3f7f, 0x3f82],
] as const)('units in the last place of %s at %s', (dtype, wanted, near, far) => {
  expect(isAccepted(dtype, [wanted], [near], { ulp: 1 })).toBe(true);
  expect(isAccepted(dtype, [wanted], [far], { ulp: 1 })).toBe(false);
});

it('rounding errors in proportion to a magnitude', () => {
  const magnitude = float64([1000]);
  expect(isAccepted('float32', [0], [1000 * 2 ** -23], { ulp: 1 }, { magnitude })).toBe(true);
  expect(isAccepted('float32', [0], [2001 * 2 ** -23], { ulp: 1 }, { magnitude })).toBe(false);
});

it('sums that overflow in one order and not in another', () => {
  expect(isAccepted('float32', [Infinity], [0], { ulp: 1 }, { magnitude: float64([1e39]) })).toBe(true);
  expect(isAccepted('float32', [Infinity], [0], { ulp: 1 }, { magnitude: float64([1e37]) })).toBe(false);
});

it('the bits of NaN', () => {
  expect(isAccepted('float16', [0x7e00], [0xfe01])).toBe(true);
  expect(isAccepted('float32', [NaN], [1], { ulp: 99 })).toBe(false);
  expect(isAccepted('float32', [1], [NaN], { ulp: 99 })).toBe(false);
});

it('the sign of zero where equal values compete', () => {
  expect(isAccepted('float32', [0], [-0], { zeros: 'either' })).toBe(true);
  expect(isAccepted('float32', [0], [-0])).toBe(false);
  expect(isAccepted('float32', [0], [-0], { ulp: 4 })).toBe(false);
});

it('casts of numbers that the dtype does not hold', () => {
  const skipped = base64(new Uint8Array([0, 1]));
  expect(isAccepted('int32', [1, 2], [1, 3], {}, { undefined: skipped })).toBe(true);
  expect(isAccepted('int32', [1, 2], [2, 2], {}, { undefined: skipped })).toBe(false);
});

it('digits that NumPy rounded away before it wrote to a wider output', () => {
  expect(isAccepted('float32', [1], [1 + 2 ** -11], {}, { precision: 'float16' })).toBe(true);
  expect(isAccepted('float32', [1], [1 + 2 ** -9], {}, { precision: 'float16' })).toBe(false);
});

it('complex numbers by their absolute value', () => {
  expect(isAccepted('complex64', [1, 0], [1, 2 ** -23], { ulp: 1 })).toBe(true);
  expect(isAccepted('complex64', [1, 0], [1, 2 ** -21], { ulp: 1 })).toBe(false);
  expect(isAccepted('complex64', [1, 0], [1, 2 ** -23])).toBe(false);
});

it('complex infinities where NumPy has NaN', () => {
  const accuracy = { ulp: 2, complexInfinity: 'either' } as const;
  expect(isAccepted('complex64', [Infinity, NaN], [Infinity, Infinity], accuracy)).toBe(true);
  expect(isAccepted('complex64', [Infinity, NaN], [1, 2], accuracy)).toBe(false);
  expect(isAccepted('complex64', [Infinity, NaN], [Infinity, Infinity], { ulp: 2 })).toBe(false);
  expect(isAccepted('complex64', [Infinity, 1], [-Infinity, 1], accuracy)).toBe(false);
});

it('other dtypes and shapes never', () => {
  const received = { dtype: 'int32', shape: [1], bytes: bytes('int32', [1]) } as const;
  const values = base64(bytes('int32', [1]));
  expect(differenceOf({ dtype: 'int64', shape: [1], values }, received, { ulp: 9 })?.text).toContain('dtype');
  expect(differenceOf({ dtype: 'int32', shape: [1, 1], values }, received, { ulp: 9 })?.text).toContain('shape');
});
