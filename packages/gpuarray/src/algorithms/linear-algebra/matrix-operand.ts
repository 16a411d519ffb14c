/** One side of a matrix product: a stack of matrices in device memory. */
import type { GpuArray } from '../../array/gpu-array';
import type { Order } from './tiled-source';

export interface MatrixOperand {
  readonly array: GpuArray;
  /** Elements from one row to the next, and from one column to the next. */
  readonly rowStep: number;
  readonly columnStep: number;
  /** Elements from one matrix to the next along each batch axis; 0 where the operand repeats. */
  readonly batchSteps: readonly number[];
}

/** The operand seen as matrices, whose last two axes are rows and columns, stretched to the batch axes. */
export function matrixOperand(array: GpuArray, batchShape: readonly number[]): MatrixOperand {
  const { shape, strides } = array;
  const rank = shape.length;
  const added = batchShape.length - (rank - 2);
  const batchSteps = batchShape.map((_, axis) => {
    const own = axis - added;
    return own < 0 || shape[own] === 1 ? 0 : (strides[own] ?? 0);
  });
  return { array, rowStep: strides[rank - 2] ?? 0, columnStep: strides[rank - 1] ?? 0, batchSteps };
}

/** The same matrices with rows and columns exchanged. */
export function transposed(operand: MatrixOperand): MatrixOperand {
  return { ...operand, rowStep: operand.columnStep, columnStep: operand.rowStep };
}

/** How an operand's matrices lie, and the step between their lines; undefined if no axis is dense. */
export function orderOf(
  { rowStep, columnStep }: MatrixOperand,
  rows: number,
  columns: number,
): { readonly order: Order; readonly step: number } | undefined {
  if (columnStep === 1 || columns === 1) return { order: 'rows', step: rowStep };
  if (rowStep === 1 || rows === 1) return { order: 'columns', step: columnStep };
  return undefined;
}

/** True if groups of `lanes` elements along the dense axis begin at multiples of `lanes`. */
export function isAligned({ array, batchSteps }: MatrixOperand, step: number, lanes: number): boolean {
  return array.offset % lanes === 0 && step % lanes === 0 && batchSteps.every((batch) => batch % lanes === 0);
}
