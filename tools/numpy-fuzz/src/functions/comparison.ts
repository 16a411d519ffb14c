/** Comparisons, extremes of two, logic, bits. */
import { binary, elementwise, unary, type Line } from '../families';
import type { FunctionEntry } from '../function-entry';
import { realDTypes, wholeDTypes, integers } from '../values';

const either: Line = { zeros: 'either' };

export const comparison: readonly FunctionEntry[] = [
  binary('equal'),
  binary('notEqual'),
  binary('less'),
  binary('lessEqual'),
  binary('greater'),
  binary('greaterEqual'),
  binary('minimum', either),
  binary('maximum', either),
  binary('fmin', either),
  binary('fmax', either),
  elementwise('clip', 3, { ...either, dtypes: realDTypes }),
  elementwise('where', 3, { numpy: 'where' }),
  binary('logicalAnd'),
  binary('logicalOr'),
  binary('logicalXor'),
  unary('logicalNot'),
  binary('bitwiseAnd', { dtypes: wholeDTypes }),
  binary('bitwiseOr', { dtypes: wholeDTypes }),
  binary('bitwiseXor', { dtypes: wholeDTypes }),
  unary('invert', { dtypes: wholeDTypes }),
  binary('leftShift', { dtypes: integers }),
  binary('rightShift', { dtypes: integers }),
  unary('isnan'),
  unary('isinf'),
  unary('isfinite'),
  unary('signbit', { dtypes: realDTypes }),
  binary('isclose', { hasOut: false, dtypes: ['float32', 'float64', 'int32'] }),
  binary('allclose', { hasOut: false, dtypes: ['float32', 'float64', 'int32'] }),
];
