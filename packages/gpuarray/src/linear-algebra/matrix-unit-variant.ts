/** What the kernels for matrix units have in common: their variants, and how they are launched. */
import type { MatrixArithmetic } from './matrix-arithmetic';
import type { Side } from './matrix-unit-slices';
import { matrixUnitRows } from './matrix-unit-tiles';
import type { Order } from './tiled-source';

/** Who multiplies together: the 32 threads of a warp, or four warps. */
export type UnitKind = 'warp' | 'warpgroup';

export interface MatrixUnitVariant {
  readonly kind: UnitKind;
  /** Of float16 or bfloat16. */
  readonly arithmetic: MatrixArithmetic;
  readonly orderA: Order;
  readonly orderB: Order;
  /** Columns of a tile. The wider one needs fewer loads for its work, and a larger result to fill the device. */
  readonly columns: 128 | 256;
}

export interface LaunchShape {
  /** Of a block. */
  readonly threads: number;
  /** Dynamic shared memory of a block, in bytes. */
  readonly sharedBytes: number;
}

export const matrixUnitKernelName = 'matmul_units';

/** Both sides of a tile. */
export function sidesOf({ orderA, orderB, columns }: MatrixUnitVariant, threads: number): [Side, Side] {
  return [
    { name: 'a', extent: matrixUnitRows, inner: orderA === 'rows', threads },
    { name: 'b', extent: columns, inner: orderB === 'columns', threads },
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
