/** Sums, products, quotients, powers, signs of elements. */
import { binary, unary } from '../families';
import type { FunctionEntry, Refusal } from '../function-entry';
import { allDTypes, complexes, floats, numbers, realDTypes, realNumbers, wholeDTypes } from '../values';

const wholeReciprocal: Refusal = {
  reason: 'The reciprocal of the integer 0 is 0: in NumPy it depends on the machine.',
  message: 'is 0, NumPy has',
  when: ({ arrays }) => wholeDTypes.some((dtype) => dtype === arrays[0]?.dtype),
};

export const arithmetic: readonly FunctionEntry[] = [
  binary('add'),
  binary('subtract'),
  binary('multiply', { ulp: 2, complexInfinity: 'either' }),
  binary('divide', { ulp: { float32: 0, float64: 0, float16: 0, other: 4 }, complexInfinity: 'either' }),
  binary('floorDivide', { dtypes: realDTypes }),
  binary('remainder', { dtypes: realDTypes }),
  binary('fmod', { dtypes: realDTypes }),
  binary('power', {
    values: 'whole',
    ulp: { float16: 1, float32: 4, float64: 4, other: 16 },
    complexInfinity: 'either',
  }),
  unary('negative'),
  unary('positive'),
  unary('absolute', { dtypes: realDTypes }),
  unary('complexAbsolute', { heddle: 'ga.absolute', numpy: 'np.absolute', dtypes: complexes, ulp: 2 }),
  unary('fabs', { dtypes: realDTypes }),
  unary('sign', { dtypes: realDTypes }),
  unary('square', { ulp: { complex64: 2, complex128: 2, other: 0 }, complexInfinity: 'either' }),
  unary('reciprocal', {
    dtypes: numbers,
    ulp: { complex64: 4, complex128: 4, other: 0 },
    complexInfinity: 'either',
    refusals: [wholeReciprocal],
  }),
  unary('conj'),
  unary('real', { hasOut: false }),
  unary('imag', { hasOut: false }),
  unary('array.negative', { numpy: 'np.negative' }),
  unary('array.absolute', { numpy: 'np.absolute', dtypes: realDTypes }),
  unary('get.real', { numpy: 'np.real' }),
  unary('get.imag', { numpy: 'np.imag' }),
  binary('copysign', { dtypes: realDTypes }),
  binary('nextafter', { dtypes: floats }),
  binary('hypot', { dtypes: realDTypes, ulp: { float16: 1, float32: 4, float64: 4, other: 0 } }),
  binary('logaddexp', { dtypes: realDTypes, ulp: { float16: 1, float32: 8, float64: 8, other: 0 } }),
  binary('ldexp', { dtypes: [...floats, 'int8', 'int32'], values: 'whole' }),
  unary('floor', { dtypes: realDTypes }),
  unary('ceil', { dtypes: realDTypes }),
  unary('trunc', { dtypes: realDTypes }),
  unary('rint', { dtypes: allDTypes }),
  unary('frexp', { hasOut: false, dtypes: realNumbers }),
  unary('modf', { hasOut: false, dtypes: realNumbers }),
];
