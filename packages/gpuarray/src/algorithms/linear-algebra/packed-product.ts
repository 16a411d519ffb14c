/** Launches of the product by panels, for processors that run one thread at a time. */
import { dtypeInfo, type DType } from '@heddle/core';
import type { GpuArray } from '../../array/gpu-array';
import { emptyArray } from '../../array/empty';
import { enqueue, type Place } from '../../array/device-context';
import { compiledKernel, type CompiledKernel } from '../../kernel-kit/kernel-cache';
import { convertInto } from '../elementwise/copy';
import { batchRuns, type BatchRun } from './batches';
import { accumulatedDType, type MatrixArithmetic } from './matrix-arithmetic';
import type { MatrixOperand } from './matrix-operand';
import type { MatrixProduct } from './matrix-product';
import { packedBlock, packedKernelNames, packedSource, planes, rowPadding, stripColumns } from './packed-source';

export function multiplyPacked(product: MatrixProduct): void {
  const { arithmetic, a, b, out, batchShape } = product;
  const { device } = out;
  const compiled = compiledKernel(device, `matmul/packed/${arithmetic.dtype}`, () => packedSource(arithmetic));
  const accumulated = accumulatedDType(arithmetic);
  // Sums go to memory between slices of the inner axis: narrower results have memory for them apart.
  const apart = dtypeInfo(accumulated).byteLength !== dtypeInfo(out.dtype).byteLength;
  const sums: GpuArray = apart ? emptyArray(device, accumulated, out.shape) : out;
  for (const run of batchRuns(batchShape, a.batchSteps, b.batchSteps)) multiplyRun(product, compiled, run, sums);
  if (apart) {
    convertInto('matmul', sums, out);
    sums.dispose();
  }
}

function multiplyRun(product: MatrixProduct, compiled: CompiledKernel, run: BatchRun, sums: GpuArray): void {
  const { arithmetic, a, b, rows, depth, columns } = product;
  const rowStrips = Math.ceil(rows / rowPadding) * rowPadding;
  const stripWidth = stripColumns(arithmetic);
  const columnStrips = Math.ceil(columns / stripWidth) * stripWidth;
  // An operand that repeats is packed once.
  const [countA, countB] = [run.stepA === 0 ? 1 : run.count, run.stepB === 0 ? 1 : run.count];
  const panelsA = panels(product, rowStrips * depth * countA);
  const panelsB = panels(product, columnStrips * depth * countB);
  const tasks = Math.ceil(rows / packedBlock.rows) * Math.ceil(columns / packedBlock.columns) * run.count;
  const pack = (
    name: string,
    side: MatrixOperand,
    offset: number,
    steps: readonly number[],
    into: GpuArray,
    size: readonly number[],
    place: Place,
  ): void => {
    const [extent = 0, count = 0, strips = 0] = size;
    compiled
      .kernel(name)
      .launch(
        { ...place, grid: strips * count, block: 1 },
        side.array.buffer,
        side.array.offset + offset,
        ...steps,
        into.buffer,
        extent,
        depth,
        count,
      );
  };
  enqueue(sums.device, {
    operation: 'matmul',
    kernels: [compiled],
    reads: [a.array, b.array],
    writes: [sums, panelsA, panelsB],
    launch: (place) => {
      const stepsA = [a.rowStep, a.columnStep, run.stepA];
      pack(packedKernelNames.packA, a, run.offsetA, stepsA, panelsA, [rows, countA, rowStrips / 3], place);
      const stepsB = [b.columnStep, b.rowStep, run.stepB];
      const sizeB = [columns, countB, columnStrips / stripWidth];
      pack(packedKernelNames.packB, b, run.offsetB, stepsB, panelsB, sizeB, place);
      compiled
        .kernel(packedKernelNames.multiply)
        .launch(
          { ...place, grid: tasks, block: 1 },
          panelsA.buffer,
          panelsB.buffer,
          sums.buffer,
          sums.offset + run.first * rows * columns,
          columns,
          1,
          rows,
          columns,
          depth,
          run.count,
          countA === 1 ? 1 : 0,
          countB === 1 ? 1 : 0,
        );
    },
  });
  panelsA.dispose();
  panelsB.dispose();
}

function panels({ arithmetic, out }: MatrixProduct, elements: number): GpuArray {
  return emptyArray(out.device, numberDType(arithmetic), elements * planes(arithmetic));
}

/** The dtype of a panel's numbers. */
function numberDType(arithmetic: MatrixArithmetic): DType {
  const accumulated = accumulatedDType(arithmetic);
  if (accumulated === 'complex64') return 'float32';
  return accumulated === 'complex128' ? 'float64' : accumulated;
}
