/** Launches of the product by blocks of threads. */
import type { Device } from '@heddle/core';
import type { GpuArray } from '../../array/gpu-array';
import { emptyArray } from '../../array/empty';
import { enqueue } from '../../array/device-context';
import { compiledKernel, type CompiledKernel } from '../../kernel-kit/kernel-cache';
import { batchRuns, type BatchRun } from './batches';
import { accumulatedDType, type MatrixArithmetic } from './matrix-arithmetic';
import { isAligned, orderOf, transposed, type MatrixOperand } from './matrix-operand';
import type { MatrixProduct } from './matrix-product';
import {
  narrowColumns,
  tiledKernelName,
  tiledKey,
  tiledSource,
  tiledThreads,
  tileFor,
  type Order,
  type Tile,
  type TiledVariant,
} from './tiled-source';

/** What both operands are to a launch, after the one with few columns has been made the second. */
interface Plan {
  readonly a: Side;
  readonly b: Side;
  readonly rows: number;
  readonly columns: number;
  /** Elements of the result from one of these rows to the next, and from one column to the next. */
  readonly rowStep: number;
  readonly columnStep: number;
  readonly variant: TiledVariant;
  readonly tile: Tile;
  /** Parts that the inner axis is cut into, and their length. */
  readonly splits: number;
  readonly splitDepth: number;
}

interface Side {
  readonly operand: MatrixOperand;
  readonly order: Order;
  readonly step: number;
}

/** @returns false if an operand lies so that it has to be copied first */
export function multiplyTiled(product: MatrixProduct): boolean {
  const plan = planFor(product);
  if (plan === undefined) return false;
  const { device } = product.out;
  const compiled = compiledKernel(device, tiledKey(plan.variant), () => tiledSource(plan.variant));
  const runs = batchRuns(product.batchShape, plan.a.operand.batchSteps, plan.b.operand.batchSteps);
  for (const run of runs) launchRun(product, plan, compiled, run);
  return true;
}

function planFor(product: MatrixProduct): Plan | undefined {
  const { arithmetic, columns, rows, depth } = product;
  // Few rows and many columns: the transposed product is the one that the narrow tile fits.
  const flipped = rows <= narrowColumns && columns > narrowColumns;
  const narrow = flipped || columns <= narrowColumns;
  const [m, n] = flipped ? [columns, rows] : [rows, columns];
  const a = sideOf(flipped ? transposed(product.b) : product.a, m, depth);
  const b = sideOf(flipped ? transposed(product.a) : product.b, depth, n);
  if (a === undefined || b === undefined) return undefined;
  const tile = tileFor(arithmetic, narrow);
  const { splits, splitDepth } = splitsFor(product, tile, m, n);
  const variant: TiledVariant = {
    arithmetic,
    orderA: a.order,
    orderB: b.order,
    alignedA: isAligned(a.operand, a.step, arithmetic.lanes),
    alignedB: isAligned(b.operand, b.step, arithmetic.lanes),
    narrow,
    partial: splits > 1,
  };
  const [rowStep, columnStep] = flipped ? [1, columns] : [columns, 1];
  return { a, b, rows: m, columns: n, rowStep, columnStep, variant, tile, splits, splitDepth };
}

function sideOf(operand: MatrixOperand, rows: number, columns: number): Side | undefined {
  const found = orderOf(operand, rows, columns);
  return found && { operand, ...found };
}

/** Blocks that a product of more than a few columns takes, and the parts of the inner axis among them. */
export function tiledBlocks(product: Omit<MatrixProduct, 'a' | 'b'>): {
  readonly blocks: number;
  readonly splits: number;
} {
  const { arithmetic, out, rows, columns } = product;
  const tile = tileFor(arithmetic, false);
  const { splits } = splitsFor(product, tile, rows, columns);
  const tiles = Math.ceil(rows / tile.rows) * Math.ceil(columns / tile.columns);
  return { blocks: tiles * splits * (out.size / (rows * columns)), splits };
}

/** Parts of the inner axis are worth their sum where the result has too few tiles to fill the device. */
function splitsFor({ out, depth }: Omit<MatrixProduct, 'a' | 'b'>, tile: Tile, rows: number, columns: number) {
  const tiles = Math.ceil(rows / tile.rows) * Math.ceil(columns / tile.columns);
  const batches = out.size / (rows * columns);
  const wanted = Math.floor((2 * Math.max(1, out.device.properties.multiprocessors)) / (tiles * batches));
  const splits = Math.max(1, Math.min(wanted, Math.floor(depth / 256), 256));
  const splitDepth = Math.ceil(depth / splits / tile.depth) * tile.depth;
  return { splits: Math.ceil(depth / splitDepth), splitDepth };
}

function launchRun(product: MatrixProduct, plan: Plan, compiled: CompiledKernel, run: BatchRun): void {
  const { out, arithmetic, depth } = product;
  const { a, b, rows, columns, tile, splits, splitDepth, variant } = plan;
  const { device } = out;
  const resultOffset = out.offset + run.first * rows * columns;
  const workspace = variant.partial
    ? emptyArray(device, accumulatedDType(arithmetic), [run.count * splits * rows * columns])
    : undefined;
  const target: GpuArray = workspace ?? out;
  const tiles = Math.ceil(rows / tile.rows) * Math.ceil(columns / tile.columns);
  const layers = Math.min(run.count * splits, device.properties.limits.grid[2]);
  enqueue(device, {
    operation: 'matmul',
    kernels: [compiled],
    reads: [a.operand.array, b.operand.array],
    writes: [target],
    launch: (place) => {
      compiled
        .kernel(tiledKernelName)
        .launch(
          { ...place, grid: [tiles, 1, layers], block: tiledThreads },
          a.operand.array.buffer,
          a.operand.array.offset + run.offsetA,
          a.step,
          run.stepA,
          b.operand.array.buffer,
          b.operand.array.offset + run.offsetB,
          b.step,
          run.stepB,
          target.buffer,
          workspace ? workspace.offset : resultOffset,
          plan.rowStep,
          plan.columnStep,
          rows,
          columns,
          depth,
          run.count,
          splits,
          splitDepth,
        );
    },
  });
  if (workspace) {
    sumParts(device, arithmetic, {
      parts: workspace,
      out,
      resultOffset,
      splits,
      size: rows * columns,
      count: run.count,
    });
    workspace.dispose();
  }
}

interface Parts {
  readonly parts: GpuArray;
  readonly out: GpuArray;
  readonly resultOffset: number;
  readonly splits: number;
  /** Elements of one matrix of the result. */
  readonly size: number;
  readonly count: number;
}

// The parts are added in their order, so that a result does not change from run to run.
function sumParts(device: Device, arithmetic: MatrixArithmetic, sum: Parts): void {
  const key = `matmul/sum-parts/${arithmetic.dtype}`;
  const compiled = compiledKernel(device, key, () => sumPartsSource(arithmetic));
  const total = sum.size * sum.count;
  enqueue(device, {
    operation: 'matmul',
    kernels: [compiled],
    reads: [sum.parts],
    writes: [sum.out],
    launch: (place) => {
      compiled
        .kernel('matmul_sum_parts')
        .launch(
          { ...place, grid: Math.ceil(total / tiledThreads), block: tiledThreads },
          sum.parts.buffer,
          sum.parts.offset,
          sum.out.buffer,
          sum.resultOffset,
          total,
          sum.size,
          sum.splits,
        );
    },
  });
}

function sumPartsSource(arithmetic: MatrixArithmetic): string {
  const { accumulated, stored, zero } = arithmetic;
  return `
KERNEL void matmul_sum_parts(GLOBAL const ${accumulated}* parts, INT64 offset, GLOBAL ${stored}* out, INT64 offsetOut,
    INT64 total, INT64 size, int splits) {
  for (INT64 i = (INT64)GLOBAL_INDEX(0); i < total; i += (INT64)GLOBAL_SIZE(0)) {
    GLOBAL const ${accumulated}* part = parts + offset + i / size * splits * size + i % size;
    ${accumulated} sum = ${zero};
    for (int split = 0; split < splits; ++split) { ${arithmetic.add('sum', 'part[split * size]')} }
    ${arithmetic.store('out', 'offsetOut + i', 'sum')}
  }
}
`;
}
