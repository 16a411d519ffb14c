/** Exponentials, logarithms, roots, angles: functions whose last bits differ between libraries. */
import { binary, unary, type Line } from '../families';
import type { FunctionEntry } from '../function-entry';
import { floating, integers, realDTypes } from '../values';

const real: Line = { dtypes: realDTypes, ulp: { float16: 1, float32: 4, float64: 4, other: 0 } };
/** NumPy's complex functions and ours are both sums and products of real ones, in another order. */
const complex: Line = { dtypes: [...floating, ...integers], ulp: { float16: 1, float32: 4, float64: 4, other: 16 } };
/** The GPU's have the errors that the vendors' guides name. */
const special: Line = { dtypes: realDTypes, ulp: { float16: 1, float32: 16, float64: 16, other: 0 } };

export const mathematics: readonly FunctionEntry[] = [
  unary('exp', complex),
  unary('exp2', real),
  unary('exp10', { ...real, numpy: 'special.exp10', dtypes: ['float32', 'float64'] }),
  unary('expm1', real),
  unary('log', complex),
  unary('log2', complex),
  unary('log10', complex),
  unary('log1p', real),
  unary('sqrt', { ...complex, ulp: { complex64: 16, complex128: 16, other: 0 } }),
  unary('rsqrt', { ...real, numpy: 'lambda x, **o: np.divide(1, np.sqrt(x), **o)', dtypes: ['float32', 'float64'] }),
  unary('cbrt', real),
  unary('sin', complex),
  unary('cos', complex),
  unary('tan', complex),
  unary('asin', { ...complex, numpy: 'np.arcsin' }),
  unary('acos', { ...complex, numpy: 'np.arccos' }),
  unary('atan', { ...complex, numpy: 'np.arctan' }),
  unary('sinh', complex),
  unary('cosh', complex),
  unary('tanh', complex),
  unary('asinh', { ...complex, numpy: 'np.arcsinh' }),
  unary('acosh', { ...complex, numpy: 'np.arccosh' }),
  unary('atanh', { ...complex, numpy: 'np.arctanh' }),
  binary('atan2', { ...real, numpy: 'np.arctan2' }),
  unary('angle', { hasOut: false, ...complex, numpy: 'np.angle' }),
  unary('degrees', real),
  unary('radians', real),
  unary('erf', { ...special, numpy: 'special.erf', dtypes: ['float32', 'float64'] }),
  // SciPy loses digits where the result is small: it multiplies by exp(-x * x).
  unary('erfc', { ...special, ulp: 256, numpy: 'special.erfc', dtypes: ['float32', 'float64'] }),
  unary('array.sqrt', { dtypes: realDTypes, numpy: 'np.sqrt' }),
  unary('array.exp', { ...real, numpy: 'np.exp' }),
  unary('array.log', { ...real, numpy: 'np.log' }),
];
