/**
 * Matrix product of 16-bit floats by matrix units that serve one warp each (`mma.sync`), in CUDA C++ with PTX.
 *
 * Operands of both orders are read by the same instruction, which can transpose. Layouts of the registers are those of
 * the PTX ISA for `mma.m16n8k16` and `ldmatrix`.
 */
import type { MatrixArithmetic } from './matrix-arithmetic';
import { copyPrimitives, lineBytes, type Side } from './matrix-unit-slices';
import { packPrimitive, writeFunctions } from './matrix-unit-tiles';
import { ptxTypeOf, type LaunchShape, type MatrixUnitVariant, type UnitTile } from './matrix-unit-variant';
import { warpTileShape, warpTileSides, warpUnitKernel, type WarpTile } from './warp-unit-kernel';
import { newestSlices } from './warp-unit-pipelines';

/** Rows and columns of a warp's part of the tile. */
const part = 64;

// Three stages of the wide tile fit in 163 KiB (sm_80), of the narrow one in 99 KiB (sm_86); a fourth was no faster
// (H200).
function warpTile(tile: UnitTile): WarpTile {
  return { ...tile, partRows: part, partColumns: part, stages: 3, blocks: tile.columns === 128 ? 2 : 1 };
}

export function warpUnitShape(tile: UnitTile): LaunchShape {
  return warpTileShape(warpTile(tile));
}

export function warpUnitSource(variant: MatrixUnitVariant): string {
  const { arithmetic } = variant;
  const tile = warpTile(variant.tile);
  const [a, b] = warpTileSides(variant, tile);
  return `${primitives(arithmetic, tile)}
${loadFunction(a)}
${loadFunction(b)}
${writeFunctions(arithmetic, part)}
${warpUnitKernel(variant, tile, { step: 16, register: 'unsigned int', wide: 'a', ahead: true })}`;
}

// 64 rows (columns) of 16 elements of the inner axis, as four times four 8 by 8 parts. Each eight lanes give the
// addresses of the eight lines of one. A's second part is the lower half of its rows, B's the second half of the inner
// axis: so the four registers are in the order that the units want.
function loadFunction({ name, inner }: Side): string {
  const [outerHalf, innerHalf] = name === 'a' ? ['(lane >> 3 & 1)', '(lane >> 4)'] : ['(lane >> 4)', '(lane >> 3 & 1)'];
  const lane = inner
    ? `(first + ${outerHalf} * 8 + (lane & 7)) * ${lineBytes} + ((${innerHalf} ^ (lane & 7)) << 4)`
    : `first / 64 * 8192 + (${innerHalf} * 8 + (lane & 7)) * ${lineBytes} + ((${outerHalf} ^ (lane & 7)) << 4)`;
  const load = inner
    ? 'matmul_load(parts[i], slice + (lane ^ (unsigned int)step << 5) + i * 2048)'
    : 'matmul_load_transposed(parts[i], slice + (lane ^ (unsigned int)i << 5) + step * 2048)';
  return `
// Where a lane's lines begin in a slice, for the part that begins at row (column) \`first\`, a multiple of 64.
DEVICE unsigned int matmul_lane_${name}(int first, int lane) { return (unsigned int)(${lane}); }
DEVICE void matmul_load_${name}(unsigned int (*parts)[4], matmul_address slice, unsigned int lane, int step) {
  #pragma unroll
  for (int i = 0; i < 4; ++i) ${load};
}`;
}

// A test defines MATMUL_UNITS_EMULATED and brings its own, by the definitions of the PTX ISA.
function primitives(arithmetic: MatrixArithmetic, tile: WarpTile): string {
  const type = ptxTypeOf(arithmetic);
  return `
#ifndef MATMUL_UNITS_EMULATED
${copyPrimitives([newestSlices(tile)])}
DEVICE void matmul_load(unsigned int* r, matmul_address shared) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared) : "memory");
}
DEVICE void matmul_load_transposed(unsigned int* r, matmul_address shared) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared) : "memory");
}
DEVICE void matmul_multiply(float* sum, const unsigned int* a, unsigned int b0, unsigned int b1) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.${type}.${type}.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
${packPrimitive(type)}
#endif
`;
}
