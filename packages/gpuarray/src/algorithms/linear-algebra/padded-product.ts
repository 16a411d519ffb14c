/** The product by matrix units of operands that have to be copied first, so that their lines begin where units load. */
import type { GpuArray } from '../../array/gpu-array';
import { emptyArray } from '../../array/empty';
import { assign } from '../elementwise/copy';
import { isAligned, matrixOperand, orderOf } from './matrix-operand';
import type { MatrixProduct } from './matrix-product';
import { pieceElements } from './matrix-unit-slices';
import { copiesPay, multiplyByUnits, suitsUnits } from './matrix-unit-product';

/**
 * For products that are large enough for it.
 *
 * @returns false if the device has no units for the product, or copies do not pay
 */
export function multiplyPadded(a: GpuArray, b: GpuArray, product: Omit<MatrixProduct, 'a' | 'b'>): boolean {
  const { batchShape } = product;
  if (!copiesPay(product) || !suitsUnits(product) || repeats(a) || repeats(b)) return false;
  const [left, right] = [withPaddedLines(a), withPaddedLines(b)];
  const done = multiplyByUnits({
    ...product,
    a: matrixOperand(left.lines, batchShape),
    b: matrixOperand(right.lines, batchShape),
  });
  left.copied?.dispose();
  right.copied?.dispose();
  return done;
}

/** A copy of a stretched array would hold each element many times. */
function repeats({ shape, strides }: GpuArray): boolean {
  return shape.some((extent, axis) => extent > 1 && strides[axis] === 0);
}

interface PaddedLines {
  readonly lines: GpuArray;
  /** The copy, which the caller disposes; undefined if nothing had to be copied. */
  readonly copied: GpuArray | undefined;
}

// Matrices that lie by columns are copied by columns: their elements keep their neighbours.
function withPaddedLines(array: GpuArray): PaddedLines {
  const [rows = 1, columns = 1] = array.shape.slice(-2);
  const operand = matrixOperand(array, array.shape.slice(0, -2));
  const side = orderOf(operand, rows, columns);
  const elements = pieceElements(array.dtype);
  if (side !== undefined && isAligned(operand, side.step, elements)) return { lines: array, copied: undefined };
  const byColumns = side?.order === 'columns';
  const source = byColumns ? array.swapAxes(-2, -1) : array;
  const length = source.shape.at(-1) ?? 1;
  const padded = Math.ceil(length / elements) * elements;
  const copied: GpuArray = emptyArray(array.device, array.dtype, [...source.shape.slice(0, -1), padded]);
  const lines = copied.slice('...', `:${length}`);
  assign(lines, source);
  return { lines: byColumns ? lines.swapAxes(-2, -1) : lines, copied };
}
