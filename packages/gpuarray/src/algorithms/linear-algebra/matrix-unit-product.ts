/** Launches of the product by matrix units. */
import type { DType } from '@heddle/core';
import { enqueue } from '../../array/device-context';
import { batchRuns, type BatchRun } from './batches';
import { isAligned, orderOf } from './matrix-operand';
import type { MatrixProduct } from './matrix-product';
import { unitTile, type Extents } from './matrix-unit-choice';
import { matrixUnitKernel, type MatrixUnitKernel } from './matrix-unit-kernel';
import { pieceElements } from './matrix-unit-slices';
import { matrixUnitShape } from './matrix-unit-source';
import type { MatrixUnitVariant, UnitKind, UnitTile } from './matrix-unit-variant';
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
const fewestMultiplications = (dtype: DType): number => (dtype === 'float64' ? 2 ** 29 : 2 ** 27);

/** True if a product is so large that its operands may be copied first, to suit matrix units. */
export function copiesPay({ arithmetic, out, rows, depth, columns }: Extents): boolean {
  return Math.min(rows, columns) >= fewestUses && out.size * depth >= fewestMultiplications(arithmetic.dtype);
}

/** True if the device has matrix units for such a product, however the operands lie. */
export function suitsUnits(product: Extents): boolean {
  return tilesFor(product).length > 0;
}

interface KindTile {
  readonly kind: UnitKind;
  readonly tile: UnitTile;
}

/** A tile for each kind of units that the device has, the fastest first. */
function tilesFor(product: Extents): KindTile[] {
  if (Math.min(product.rows, product.columns) <= narrowColumns) return [];
  return matrixUnitsOf(product.out.device, product.arithmetic.dtype).flatMap((kind) => {
    const tile = unitTile(kind, product);
    return tile === undefined ? [] : [{ kind, tile }];
  });
}

/** @returns false if the device has none, or it or the operands do not suit them: too narrow, or not aligned */
export function multiplyByUnits(product: MatrixProduct): boolean {
  const { arithmetic, a, b, out, batchShape } = product;
  const tiles = tilesFor(product);
  const sides = tiles.length === 0 ? undefined : sidesOf(product);
  if (sides === undefined) return false;
  const orders = { orderA: sides.a.order, orderB: sides.b.order };
  const kernel = matrixUnitKernel(
    out.device,
    tiles.map((kindTile): MatrixUnitVariant => ({ ...kindTile, ...orders, arithmetic })),
  );
  for (const run of batchRuns(batchShape, a.batchSteps, b.batchSteps)) launchRun(product, sides, kernel, run);
  return true;
}

function sidesOf({ arithmetic, a, b, rows, depth, columns }: MatrixProduct): Sides | undefined {
  const [sideA, sideB] = [orderOf(a, rows, depth), orderOf(b, depth, columns)];
  if (sideA === undefined || sideB === undefined) return undefined;
  const elements = pieceElements(arithmetic.dtype);
  const aligned = isAligned(a, sideA.step, elements) && isAligned(b, sideB.step, elements);
  return aligned ? { a: sideA, b: sideB } : undefined;
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
      const tiles = Math.ceil(rows / variant.tile.rows) * Math.ceil(columns / variant.tile.columns);
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
