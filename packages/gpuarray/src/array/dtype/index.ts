export { promoteTypes, type Promoted } from './promotion';
export {
  defaultDType,
  isScalar,
  promoteWithScalar,
  resultType,
  scalarFor,
  scalarKind,
  type OperandType,
  type Scalar,
  type ScalarKind,
} from './weak-scalar';
export { floatTypeOf, requireComputable } from './floating';
export type { FloatOf, QuotientOf, RealOf, SumOf, With, WithScalar } from './result-types';
export { bitsOf } from './bits';
export { holds, integerRange } from './integer-range';
