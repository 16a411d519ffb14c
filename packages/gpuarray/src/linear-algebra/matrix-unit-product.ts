/** Launches of the product by matrix units. */
import { enqueue } from '../device-context';
import { batchRuns, type BatchRun } from './batches';
import { isAligned, orderOf } from './matrix-operand';
import type { MatrixProduct } from './matrix-product';
import { matrixUnitKernel, type MatrixUnitKernel } from './matrix-unit-kernel';
import { pieceElements } from './matrix-unit-slices';
import { matrixUnitShape } from './matrix-unit-source';
import { matrixUnitRows } from './matrix-unit-tiles';
import type { MatrixUnitVariant, UnitKind } from './matrix-unit-variant';
import { matrixUnitsOf } from './matrix-units';
import { narrowColumns, type Order } from './tiled-source';

/** How both operands lie. */
interface Sides {
  readonly a: Side;
  readonly b: Side;
}

interface Side {
  readonly order: Order;
  readonly step: number;
}

/** Uses of each element, and multiplications of them all, below which copies cost what units save: an estimate. */
const fewestUses = 128;
const fewestMultiplications = 2 ** 27;

/** True where a product is so large that its operands may be copied first, to suit matrix units. */
export function copiesPay({ out, rows, depth, columns }: Omit<MatrixProduct, 'a' | 'b'>): boolean {
  return Math.min(rows, columns) >= fewestUses && out.size * depth >= fewestMultiplications;
}

/** True where the device has matrix units for such a product, however the operands lie. */
export function suitsUnits({ arithmetic, out, rows, columns }: Omit<MatrixProduct, 'a' | 'b'>): boolean {
  return Math.min(rows, columns) > narrowColumns && matrixUnitsOf(out.device, arithmetic.dtype).length > 0;
}

/** @returns false where the device has none, or the operands do not suit them: too narrow, or not aligned */
export function multiplyByUnits(product: MatrixProduct): boolean {
  const { a, b, out, batchShape } = product;
  if (!suitsUnits(product)) return false;
  const sides = sidesOf(product);
  if (sides === undefined) return false;
  const variants = variantsFor(product, sides);
  if (variants.length === 0) return false;
  const kernel = matrixUnitKernel(out.device, variants);
  for (const run of batchRuns(batchShape, a.batchSteps, b.batchSteps)) launchRun(product, sides, kernel, run);
  return true;
}

function sidesOf({ a, b, rows, depth, columns }: MatrixProduct): Sides | undefined {
  const [sideA, sideB] = [orderOf(a, rows, depth), orderOf(b, depth, columns)];
  if (sideA === undefined || sideB === undefined) return undefined;
  const aligned = isAligned(a, sideA.step, pieceElements) && isAligned(b, sideB.step, pieceElements);
  return aligned ? { a: sideA, b: sideB } : undefined;
}

/** A variant for each kind of units that the device has, the fastest first. */
function variantsFor(product: MatrixProduct, sides: Sides): MatrixUnitVariant[] {
  const { arithmetic, out } = product;
  return matrixUnitsOf(out.device, arithmetic.dtype).flatMap((kind) => {
    const columns = tileColumns(product, kind);
    return columns === undefined ? [] : [{ kind, arithmetic, orderA: sides.a.order, orderB: sides.b.order, columns }];
  });
}

// Where every narrow tile has a multiprocessor of its own, wide ones would leave half of the device idle.
function tileColumns({ out, rows, columns }: MatrixProduct, kind: UnitKind): 128 | 256 | undefined {
  const { limits, multiprocessors } = out.device.properties;
  const fits = (width: 128 | 256): boolean =>
    matrixUnitShape({ kind, columns: width }).sharedBytes <= limits.sharedBytesOptIn;
  const narrowTiles = Math.ceil(rows / matrixUnitRows) * Math.ceil(columns / 128) * (out.size / (rows * columns));
  if (columns > 128 && narrowTiles > multiprocessors && fits(256)) return 256;
  return fits(128) ? 128 : undefined;
}

function launchRun(product: MatrixProduct, sides: Sides, unitKernel: MatrixUnitKernel, run: BatchRun): void {
  const { a, b, out, rows, depth, columns } = product;
  const { device } = out;
  enqueue(device, {
    operation: 'matmul',
    kernels: [unitKernel],
    reads: [a.array, b.array],
    writes: [out],
    launch: (place) => {
      const { variant, kernel } = unitKernel.chosen;
      const { threads, sharedBytes } = matrixUnitShape(variant);
      const tiles = Math.ceil(rows / matrixUnitRows) * Math.ceil(columns / variant.columns);
      const layers = Math.min(run.count, device.properties.limits.grid[2]);
      kernel.launch(
        { ...place, grid: [tiles, 1, layers], block: threads, sharedBytes },
        a.array.buffer,
        a.array.offset + run.offsetA,
        sides.a.step,
        run.stepA,
        b.array.buffer,
        b.array.offset + run.offsetB,
        sides.b.step,
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
