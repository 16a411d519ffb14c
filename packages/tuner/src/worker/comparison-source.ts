/** The kernels that compare a result with its answer on the device, one pair per element type. */
import { dtypeInfo, type DType } from '@heddle/core';

/** Places in the report that the kernels write: 32-bit integers. */
export const reportLength = 4;
/** Elements that differ by more than they may. */
export const mismatchesAt = 0;
/** Index of the first of them. */
export const firstAt = 1;
/** Bits of the largest difference, as float32; infinity where one side is not a number. */
export const worstBitsAt = 2;
/** Index of an element with that difference; the smallest one. */
export const worstIndexAt = 3;

interface Element {
  /** C type of what is compared: a complex number is two of them. */
  readonly type: string;
  /** Type of the difference. */
  readonly wide: string;
  /** Expression for element `i` of `p`. */
  readonly load: string;
  readonly isFloat: boolean;
}

const elements: Readonly<Record<DType, Element>> = {
  bool: integer('unsigned char', 'INT64'),
  int8: integer('signed char', 'INT64'),
  uint8: integer('unsigned char', 'INT64'),
  int16: integer('short', 'INT64'),
  uint16: integer('unsigned short', 'INT64'),
  int32: integer('int', 'INT64'),
  uint32: integer('unsigned int', 'INT64'),
  int64: integer('INT64', 'INT64'),
  uint64: integer('UINT64', 'UINT64'),
  float16: { type: 'HALF', wide: 'float', load: 'LOAD_HALF(p, i)', isFloat: true },
  bfloat16: {
    type: 'unsigned short',
    wide: 'float',
    load: 'heddle_from_bits((unsigned int)p[i] << 16)',
    isFloat: true,
  },
  float32: { type: 'float', wide: 'float', load: 'p[i]', isFloat: true },
  float64: { type: 'double', wide: 'double', load: 'p[i]', isFloat: true },
  complex64: { type: 'float', wide: 'float', load: 'p[i]', isFloat: true },
  complex128: { type: 'double', wide: 'double', load: 'p[i]', isFloat: true },
};

function integer(type: string, wide: string): Element {
  return { type, wide, load: 'p[i]', isFloat: false };
}

/** Elements as the kernels count them: a complex number is two. */
export function lanesOf(dtype: DType): number {
  return dtypeInfo(dtype).lanes;
}

/** True if a tolerance of zero is the default. */
export function isExact(dtype: DType): boolean {
  return !elements[dtype].isFloat;
}

/**
 * Portable source of `heddle_compare` and `heddle_find_worst`.
 *
 * NaN equals NaN, an infinity equals itself; any other pair with one of them is wrong whatever the tolerance, and counts
 * as a difference of infinity (-1 inside the kernels).
 */
export function comparisonSource(dtype: DType): string {
  const { type, wide, load, isFloat } = elements[dtype];
  const real = wide === 'double' ? 'double' : 'float';
  const difference = isFloat ? floatDifference(wide) : integerDifference(wide);
  const magnitude = isFloat ? '(b < 0 ? -b : b)' : wide === 'UINT64' ? `(${real})b` : `(${real})(b < 0 ? -b : b)`;
  return `
DEVICE float heddle_from_bits(unsigned int bits) {
  union { unsigned int bits; float value; } both;
  both.bits = bits;
  return both.value;
}
DEVICE int heddle_to_bits(float value) {
  union { int bits; float value; } both;
  both.value = value;
  return both.bits;
}
DEVICE ${real} heddle_difference(${wide} a, ${wide} b) {
${difference}
}
DEVICE float heddle_size(${real} difference) {
  return difference < 0 ? heddle_from_bits(0x7f800000u) : (float)difference;
}
DEVICE ${wide} heddle_load(GLOBAL const ${type}* p, UINT64 i) { return (${wide})${load}; }

KERNEL void heddle_compare(GLOBAL const ${type}* result, GLOBAL const ${type}* answer, GLOBAL int* report,
                           int count, ${real} absolute, ${real} relative) {
  int mismatches = 0;
  int first = 2147483647;
  float worst = 0.0f;
  for (UINT64 i = GLOBAL_INDEX(0); i < (UINT64)count; i += GLOBAL_SIZE(0)) {
    ${wide} b = heddle_load(answer, i);
    ${real} difference = heddle_difference(heddle_load(result, i), b);
    if (heddle_size(difference) > worst) worst = heddle_size(difference);
    if (difference < 0 || (difference > 0 && !(difference <= absolute + relative * ${magnitude}))) {
      mismatches++;
      if ((int)i < first) first = (int)i;
    }
  }
  if (mismatches > 0) {
    ATOMIC_ADD_INT(report + ${mismatchesAt}, mismatches);
    ATOMIC_MIN_INT(report + ${firstAt}, first);
  }
  if (worst > 0.0f) ATOMIC_MAX_INT(report + ${worstBitsAt}, heddle_to_bits(worst));
}

KERNEL void heddle_find_worst(GLOBAL const ${type}* result, GLOBAL const ${type}* answer, GLOBAL int* report, int count) {
  for (UINT64 i = GLOBAL_INDEX(0); i < (UINT64)count; i += GLOBAL_SIZE(0)) {
    float difference = heddle_size(heddle_difference(heddle_load(result, i), heddle_load(answer, i)));
    if (heddle_to_bits(difference) == report[${worstBitsAt}]) ATOMIC_MIN_INT(report + ${worstIndexAt}, (int)i);
  }
}
`;
}

// Bits instead of isnan: with fast-math, compilers assume that there is no NaN, and remove the check.
function floatDifference(wide: string): string {
  const finite =
    wide === 'double'
      ? `  union { UINT64 bits; double value; } ua, ub;
  ua.value = a; ub.value = b;
  UINT64 ma = ua.bits & 0x7fffffffffffffff, mb = ub.bits & 0x7fffffffffffffff, top = 0x7ff0000000000000;`
      : `  union { unsigned int bits; float value; } ua, ub;
  ua.value = a; ub.value = b;
  unsigned int ma = ua.bits & 0x7fffffffu, mb = ub.bits & 0x7fffffffu, top = 0x7f800000u;`;
  return `${finite}
  if (ma >= top || mb >= top) {
    if (ma > top && mb > top) return 0;
    return ua.bits == ub.bits ? (${wide})0 : (${wide})-1;
  }
  return a > b ? a - b : b - a;`;
}

function integerDifference(wide: string): string {
  // Unsigned, so that the difference of the extremes does not overflow.
  return wide === 'UINT64'
    ? '  return (float)(a > b ? a - b : b - a);'
    : '  return (float)(a > b ? (UINT64)a - (UINT64)b : (UINT64)b - (UINT64)a);';
}
