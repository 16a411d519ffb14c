/** Launches of the product by matrix units. */
import { enqueue } from '../device-context';
import { compiledKernel } from '../kernels/kernel-cache';
import { batchRuns } from './batches';
import { isAligned, orderOf } from './matrix-operand';
import type { MatrixProduct } from './matrix-product';
import { hasMatrixUnits } from './matrix-units';
import {
  matrixUnitKernelName,
  matrixUnitKey,
  matrixUnitRows,
  matrixUnitSharedBytes,
  matrixUnitSource,
  matrixUnitThreads,
  pieceElements,
  type MatrixUnitVariant,
} from './matrix-unit-source';
import { narrowColumns } from './tiled-source';

/** @returns false where the device has none, or the operands do not suit them: too narrow, or not aligned */
export function multiplyByUnits(product: MatrixProduct): boolean {
  const { arithmetic, a, b, out, rows, depth, columns, batchShape } = product;
  const { device } = out;
  if (!hasMatrixUnits(device, arithmetic.dtype) || Math.min(rows, columns) <= narrowColumns) return false;
  const [sideA, sideB] = [orderOf(a, rows, depth), orderOf(b, depth, columns)];
  if (sideA === undefined || sideB === undefined) return false;
  if (!isAligned(a, sideA.step, pieceElements) || !isAligned(b, sideB.step, pieceElements)) return false;
  const tileRows = Math.ceil(rows / matrixUnitRows);
  // A wide tile must leave every multiprocessor at least one.
  const wide = tileRows * Math.ceil(columns / 256) * (out.size / (rows * columns)) >= device.properties.multiprocessors;
  const variant: MatrixUnitVariant = {
    arithmetic,
    orderA: sideA.order,
    orderB: sideB.order,
    columns: wide ? 256 : 128,
  };
  const compiled = compiledKernel(device, matrixUnitKey(variant), () => matrixUnitSource(variant));
  const tiles = tileRows * Math.ceil(columns / variant.columns);
  for (const run of batchRuns(batchShape, a.batchSteps, b.batchSteps)) {
    const layers = Math.min(run.count, device.properties.limits.grid[2]);
    enqueue(device, {
      operation: 'matmul',
      kernels: [compiled],
      reads: [a.array, b.array],
      writes: [out],
      launch: (place) => {
        compiled.kernel(matrixUnitKernelName).launch(
          {
            ...place,
            grid: [tiles, 1, layers],
            block: matrixUnitThreads,
            sharedBytes: matrixUnitSharedBytes(variant),
          },
          a.array.buffer,
          a.array.offset + run.offsetA,
          sideA.step,
          run.stepA,
          b.array.buffer,
          b.array.offset + run.offsetB,
          sideB.step,
          run.stepB,
          out.buffer,
          out.offset + run.first * rows * columns,
          rows,
          columns,
          depth,
          run.count,
        );
      },
    });
  }
  return true;
}
