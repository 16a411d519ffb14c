/** A product of stacks of matrices whose shapes have been checked. */
import type { DType } from '@heddle/core';
import type { GpuArray } from '../../array/gpu-array';
import type { MatrixArithmetic } from './matrix-arithmetic';
import type { MatrixOperand } from './matrix-operand';

export interface MatrixProduct<D extends DType = DType> {
  readonly arithmetic: MatrixArithmetic;
  /** Both of the arithmetic's dtype. */
  readonly a: MatrixOperand;
  readonly b: MatrixOperand;
  /** Dense, in C order: batches, rows, columns. */
  readonly out: GpuArray<D>;
  readonly batchShape: readonly number[];
  /** The matrices are rows × depth and depth × columns; all three at least 1 and below 2^31. */
  readonly rows: number;
  readonly depth: number;
  readonly columns: number;
}
