/**
 * Matrix product of 16-bit floats by matrix units that serve one warp each (`mma.sync`), in CUDA C++ with PTX.
 *
 * Slices of both operands travel to shared memory behind the threads' backs, two ahead of the one that is multiplied.
 * From there each warp loads what it multiplies in the next step of 16 while it multiplies this one; operands of both
 * orders are read by the same instruction, which can transpose. Layouts of the registers are those of the PTX ISA for
 * `mma.m16n8k16` and `ldmatrix`.
 */
import type { MatrixArithmetic } from './matrix-arithmetic';
import {
  copyFunctions,
  copyPrimitives,
  lineBytes,
  piecesPerThread,
  sliceBytes,
  sliceDepth,
  type Side,
} from './matrix-unit-slices';
import { matrixUnitRows, packPrimitive, tilePlace, writeFunctions } from './matrix-unit-tiles';
import {
  matrixUnitKernelName,
  parameters,
  ptxTypeOf,
  sidesOf,
  type LaunchShape,
  type MatrixUnitVariant,
} from './matrix-unit-variant';

// Three of the wide tile fit in 163 KiB (sm_80), of the narrow one in 99 KiB (sm_86); a fourth was no faster (H200).
const stages = 3;
/** Rows and columns of a warp's part of the tile. */
const part = 64;

export function warpUnitShape(columns: number): LaunchShape {
  const threads = (matrixUnitRows / part) * (columns / part) * 32;
  return { threads, sharedBytes: stages * (matrixUnitRows + columns) * lineBytes };
}

export function warpUnitSource(variant: MatrixUnitVariant): string {
  const { arithmetic, columns } = variant;
  const { threads } = warpUnitShape(columns);
  const [a, b] = sidesOf(variant, threads);
  return `${primitives(arithmetic)}
${copyFunctions(arithmetic.stored, a, b)}
${loadFunction(a)}
${loadFunction(b)}
${multiplyFunction}
${writeFunctions(arithmetic, part)}
KERNEL void __launch_bounds__(${threads}, ${columns === 128 ? 2 : 1}) ${matrixUnitKernelName}(
    ${parameters(arithmetic)}) {
  DYNAMIC_SHARED(unsigned char, dynamic);
  const matmul_address shared = matmul_shared_address(dynamic);
  const int thread = (int)THREAD_INDEX(0);
  const int lane = thread % 32;
  const int warpRow = thread / ${threads / 2} * ${part};
  const int warpColumn = thread / 32 % ${columns / part} * ${part};
  ${tilePlace(columns)}
  const int slices = (depth - 1) / ${sliceDepth} + 1;
  const unsigned int laneA = matmul_lane_a(warpRow, lane);
  const unsigned int laneB = matmul_lane_b(warpColumn, lane);
  for (int batch = (int)BLOCK_INDEX(2); batch < batches; batch += (int)GRID_SIZE(2)) {
    const matmul_copier copierA = matmul_begin_a(a + offsetA + batch * batchA, stepA, firstRow, m, depth, thread);
    const matmul_copier copierB = matmul_begin_b(b + offsetB + batch * batchB, stepB, firstColumn, n, depth, thread);
    float sum[4][8][4];
    #pragma unroll
    for (int i = 0; i < 4; ++i) {
      #pragma unroll
      for (int j = 0; j < 8; ++j) sum[i][j][0] = sum[i][j][1] = sum[i][j][2] = sum[i][j][3] = 0.0f;
    }
    ${multiplySlices(a, b)}
    // The next batch's copies overwrite what the slowest warp may still load.
    matmul_wait_0();
    BARRIER();
    ${arithmetic.stored}* matrixC = c + offsetC + (INT64)batch * m * n;
    #pragma unroll
    for (int i = 0; i < 4; ++i) {
      matmul_write(&sum[i][0][0], matrixC, firstRow + warpRow + 16 * i, firstColumn + warpColumn, m, n, lane);
    }
  }
}
`;
}

// The copies are spread over the steps of a slice. In the last step the next slice has to be there, since its first
// part is loaded then; and behind that barrier nobody reads this slice any more, whose place is the next to be written.
function multiplySlices(a: Side, b: Side): string {
  const bytes = sliceBytes(a, b);
  const [piecesA, piecesB] = [piecesPerThread(a), piecesPerThread(b)];
  return `#pragma unroll 1
    for (int slice = 0; slice < ${stages - 1}; ++slice) {
      if (slice < slices) {
        matmul_copy_a(copierA, shared + slice * ${bytes}, slice, 0, ${piecesA});
        matmul_copy_b(copierB, shared + slice * ${bytes} + ${sliceBytes(a)}, slice, 0, ${piecesB});
      }
      matmul_commit();
    }
    unsigned int partsA[2][4][4], partsB[2][4][4];
    matmul_wait_${stages - 2}();
    BARRIER();
    matmul_address read = shared, written = shared + ${(stages - 1) * bytes};
    matmul_load_a(partsA[0], read, laneA, 0);
    matmul_load_b(partsB[0], read + ${sliceBytes(a)}, laneB, 0);
    #pragma unroll 1
    for (int current = 0; current < slices; ++current) {
      const int slice = current + ${stages - 1};
      const matmul_address after = read == shared + ${(stages - 1) * bytes} ? shared : read + ${bytes};
      #pragma unroll
      for (int step = 0; step < 4; ++step) {
        if (slice < slices) {
          if (step == 0) matmul_copy_a(copierA, written, slice, 0, ${piecesA});
          if (step == 1) matmul_copy_b(copierB, written + ${sliceBytes(a)}, slice, 0, ${piecesB / 2});
          if (step == 2) matmul_copy_b(copierB, written + ${sliceBytes(a)}, slice, ${piecesB / 2}, ${piecesB});
        }
        if (step == 2) matmul_commit();
        if (step == 3) {
          matmul_wait_${stages - 2}();
          BARRIER();
        }
        const matmul_address from = step == 3 ? after : read;
        matmul_load_a(partsA[(step + 1) % 2], from, laneA, (step + 1) % 4);
        matmul_load_b(partsB[(step + 1) % 2], from + ${sliceBytes(a)}, laneB, (step + 1) % 4);
        matmul_multiply_parts(sum, partsA[step % 2], partsB[step % 2]);
      }
      written = read;
      read = after;
    }`;
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

// Every second row goes from right to left: the register of B that was used last is used first.
const multiplyFunction = `
DEVICE void matmul_multiply_parts(float (*sum)[8][4], const unsigned int (*a)[4], const unsigned int (*b)[4]) {
  #pragma unroll
  for (int i = 0; i < 4; ++i) {
    #pragma unroll
    for (int column = 0; column < 8; ++column) {
      const int j = i % 2 == 1 ? 7 - column : column;
      matmul_multiply(sum[i][j], a[i], b[j / 2][2 * (j % 2)], b[j / 2][2 * (j % 2) + 1]);
    }
  }
}`;

// A test defines MATMUL_UNITS_EMULATED and brings its own, by the definitions of the PTX ISA.
function primitives(arithmetic: MatrixArithmetic): string {
  const type = ptxTypeOf(arithmetic);
  return `
#ifndef MATMUL_UNITS_EMULATED
${copyPrimitives([stages - 2])}
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
