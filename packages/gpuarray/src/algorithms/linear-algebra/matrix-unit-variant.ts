/** What the kernels for matrix units have in common: their variants, and how they are launched. */
import { dtypeInfo } from '@heddle/core';
import type { MatrixArithmetic } from './matrix-arithmetic';
import type { Side } from './matrix-unit-slices';
import type { Order } from './tiled-source';

/** Who multiplies together, the 32 threads of a warp or four warps; float64 has units of its own. */
export type UnitKind = 'warp' | 'warpgroup' | 'warp-float64';

export interface MatrixUnitVariant {
  readonly kind: UnitKind;
  /** Of a dtype that the kind multiplies. */
  readonly arithmetic: MatrixArithmetic;
  readonly orderA: Order;
  readonly orderB: Order;
  readonly tile: UnitTile;
}

/** What a block computes. A larger tile needs fewer loads for its work, and a larger result to fill the device. */
export interface UnitTile {
  readonly rows: number;
  readonly columns: number;
}

export interface LaunchShape {
  /** Of a block. */
  readonly threads: number;
  /** Dynamic shared memory of a block, in bytes. */
  readonly sharedBytes: number;
}

export const matrixUnitKernelName = 'matmul_units';

/** Both sides of a tile. */
export function sidesOf(variant: MatrixUnitVariant, { threads }: LaunchShape): [Side, Side] {
  const { arithmetic, orderA, orderB, tile } = variant;
  const elementBytes = dtypeInfo(arithmetic.dtype).byteLength;
  return [
    { name: 'a', extent: tile.rows, elementBytes, inner: orderA === 'rows', threads },
    { name: 'b', extent: tile.columns, elementBytes, inner: orderB === 'columns', threads },
  ];
}

/** What PTX calls the dtype. */
export function ptxTypeOf({ dtype }: MatrixArithmetic): string {
  return dtype === 'float16' ? 'f16' : 'bf16';
}

/** The parameters of every kernel, and the address of its shared memory. */
export function parameters({ stored }: MatrixArithmetic): string {
  return `GLOBAL const ${stored}* a, INT64 offsetA, INT64 stepA, INT64 batchA,
    GLOBAL const ${stored}* b, INT64 offsetB, INT64 stepB, INT64 batchB,
    GLOBAL ${stored}* c, INT64 offsetC, int m, int n, int depth, int batches
    DYNAMIC_SHARED_PARAMETER(unsigned char, dynamic)`;
}
