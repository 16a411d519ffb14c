/**
 * The kernel around matrix units that serve one warp each (`mma.sync`), in CUDA C++: 16-bit floats and float64 bring
 * their own loads and products.
 */
import { copyFunctions, lineBytes, sliceDepth, type Side } from './matrix-unit-slices';
import { tilePlace } from './matrix-unit-tiles';
import {
  matrixUnitKernelName,
  parameters,
  sidesOf,
  type LaunchShape,
  type MatrixUnitVariant,
  type UnitTile,
} from './matrix-unit-variant';
import { multiplySlices, multiplySlicesAhead } from './warp-unit-pipelines';

/** How a block goes about a tile. */
export interface WarpTile extends UnitTile {
  /** Rows and columns of a warp's part. */
  readonly partRows: number;
  readonly partColumns: number;
  /** Slices in shared memory. */
  readonly stages: number;
  /** Blocks that share a multiprocessor: one multiplies while another waits. */
  readonly blocks: number;
}

export interface WarpUnits {
  /** Elements of the inner axis that are multiplied at once. */
  readonly step: number;
  /** The type of the registers that hold operands. */
  readonly register: string;
  /** The side of which they take 16 rows (columns); 8 of the other. */
  readonly wide: 'a' | 'b';
  /** A warp loads what it multiplies next while it multiplies: that takes twice the registers. */
  readonly ahead: boolean;
}

export function warpTileShape({ rows, columns, partRows, partColumns, stages }: WarpTile): LaunchShape {
  const threads = (rows / partRows) * (columns / partColumns) * 32;
  return { threads, sharedBytes: stages * (rows + columns) * lineBytes };
}

/** Both sides of a tile. */
export function warpTileSides(variant: MatrixUnitVariant, tile: WarpTile): [Side, Side] {
  return sidesOf(variant, warpTileShape(tile));
}

/**
 * The kernel, and the copies. What stands before it declares the primitives and, for both sides,
 *
 * - `matmul_lane_<side>(first, lane)`: where in a slice a lane loads from, for the part that begins at row (column)
 *   `first`
 * - `matmul_load_<side>(parts, slice, lane, step)`: four registers for each 16 rows (columns) of the part
 * - `matmul_multiply(sum, wide, narrow0, narrow1)`: adds the product of 16 rows (columns) of one side and 8 of the other
 * - `matmul_write(sum, c, row, column, m, n, lane)`: writes 16 rows (columns) of the part
 */
export function warpUnitKernel(variant: MatrixUnitVariant, tile: WarpTile, units: WarpUnits): string {
  const { arithmetic } = variant;
  const { rows, columns, partRows, partColumns } = tile;
  const { threads } = warpTileShape(tile);
  const [a, b] = warpTileSides(variant, tile);
  const [countWide, countNarrow] = productsOf(tile, units);
  const [rowStep, columnStep] = units.wide === 'a' ? [16, 0] : [0, 16];
  return `${copyFunctions(arithmetic.stored, a, b)}
${multiplyFunction(arithmetic.accumulated, tile, units)}
KERNEL void __launch_bounds__(${threads}, ${tile.blocks}) ${matrixUnitKernelName}(
    ${parameters(arithmetic)}) {
  DYNAMIC_SHARED(unsigned char, dynamic);
  const matmul_address shared = matmul_shared_address(dynamic);
  const int thread = (int)THREAD_INDEX(0);
  const int lane = thread % 32;
  const int warpRow = thread / ${(threads * partRows) / rows} * ${partRows};
  const int warpColumn = thread / 32 % ${columns / partColumns} * ${partColumns};
  ${tilePlace(tile)}
  const int slices = (depth - 1) / ${sliceDepth(a)} + 1;
  const unsigned int laneA = matmul_lane_a(warpRow, lane);
  const unsigned int laneB = matmul_lane_b(warpColumn, lane);
  for (int batch = (int)BLOCK_INDEX(2); batch < batches; batch += (int)GRID_SIZE(2)) {
    const matmul_copier copierA = matmul_begin_a(a + offsetA + batch * batchA, stepA, firstRow, m, depth, thread);
    const matmul_copier copierB = matmul_begin_b(b + offsetB + batch * batchB, stepB, firstColumn, n, depth, thread);
    ${arithmetic.accumulated} sum[${countWide}][${countNarrow}][4];
    #pragma unroll
    for (int i = 0; i < ${countWide}; ++i) {
      #pragma unroll
      for (int j = 0; j < ${countNarrow}; ++j) {
        sum[i][j][0] = sum[i][j][1] = sum[i][j][2] = sum[i][j][3] = ${arithmetic.zero};
      }
    }
    ${units.ahead ? multiplySlicesAhead(a, b, tile, units) : multiplySlices(a, b, tile, units)}
    // The next batch's copies overwrite what the slowest warp may still load.
    matmul_wait_0();
    BARRIER();
    ${arithmetic.stored}* matrixC = c + offsetC + (INT64)batch * m * n;
    const int row = firstRow + warpRow, column = firstColumn + warpColumn;
    #pragma unroll
    for (int i = 0; i < ${countWide}; ++i) {
      matmul_write(&sum[i][0][0], matrixC, row + ${rowStep} * i, column + ${columnStep} * i, m, n, lane);
    }
  }
}
`;
}

/** Products that a warp's part of the tile takes along its wide side, and along the other. */
function productsOf({ partRows, partColumns }: WarpTile, { wide }: WarpUnits): readonly [number, number] {
  return wide === 'a' ? [partRows / 16, partColumns / 8] : [partColumns / 16, partRows / 8];
}

// Every second row goes from right to left: the register that was used last is used first.
function multiplyFunction(accumulated: string, tile: WarpTile, units: WarpUnits): string {
  const [countWide, countNarrow] = productsOf(tile, units);
  const parts = `const ${units.register} (*wide)[4], const ${units.register} (*narrow)[4]`;
  return `
DEVICE void matmul_multiply_parts(${accumulated} (*sum)[${countNarrow}][4], ${parts}) {
  #pragma unroll
  for (int i = 0; i < ${countWide}; ++i) {
    #pragma unroll
    for (int place = 0; place < ${countNarrow}; ++place) {
      const int j = i % 2 == 1 ? ${countNarrow - 1} - place : place;
      matmul_multiply(sum[i][j], wide[i], narrow[j / 2][2 * (j % 2)], narrow[j / 2][2 * (j % 2) + 1]);
    }
  }
}`;
}
