/**
 * Matrix product of 16-bit floats by the matrix units of a multiprocessor, in CUDA C++ with PTX.
 *
 * Slices of both operands travel to shared memory behind the threads' backs, several ahead of the one that is
 * multiplied. There they lie as in device memory, 16 bytes at a time, with the pieces of neighbouring lines exchanged so
 * that the eight pieces that a unit's load fetches at once come from different banks. Operands of both orders are read
 * by the same instruction: it can transpose.
 *
 * Layouts of the registers are those of the PTX ISA for `mma.m16n8k16` and `ldmatrix`.
 */
import type { MatrixArithmetic } from './matrix-arithmetic';
import type { Order } from './tiled-source';

export interface MatrixUnitVariant {
  /** Of float16 or bfloat16. */
  readonly arithmetic: MatrixArithmetic;
  readonly orderA: Order;
  readonly orderB: Order;
  /** Columns of a tile. The wider one needs fewer loads for its work, and a larger result to fill the device. */
  readonly columns: 128 | 256;
}

export const matrixUnitKernelName = 'matmul_units';
export const matrixUnitThreads = 256;
export const matrixUnitRows = 128;
/** Elements that one piece holds: operands must begin their lines at multiples of it. */
export const pieceElements = 8;

const depth = 32;
const stages = 4;
const pieceBytes = 16;

export function matrixUnitKey({ arithmetic, orderA, orderB, columns }: MatrixUnitVariant): string {
  return `matmul/units/${arithmetic.dtype}/${orderA}/${orderB}/${columns}`;
}

/** Dynamic shared memory of a block, in bytes. */
export function matrixUnitSharedBytes({ columns }: MatrixUnitVariant): number {
  return stages * (matrixUnitRows + columns) * depth * 2;
}

export function matrixUnitSource(variant: MatrixUnitVariant): string {
  const { arithmetic, columns } = variant;
  const { stored } = arithmetic;
  const a = sideOf('A', matrixUnitRows, variant.orderA === 'rows', 'firstRow', 'm');
  const b = sideOf('B', columns, variant.orderB === 'columns', 'firstColumn', 'n');
  const warpColumns = columns / 4;
  const stageBytes = a.bytes + b.bytes;
  return `${primitives(arithmetic)}
KERNEL void __launch_bounds__(${matrixUnitThreads}, ${columns === 128 ? 2 : 1}) ${matrixUnitKernelName}(
    GLOBAL const ${stored}* a, INT64 offsetA, INT64 stepA, INT64 batchA,
    GLOBAL const ${stored}* b, INT64 offsetB, INT64 stepB, INT64 batchB,
    GLOBAL ${stored}* c, INT64 offsetC, int m, int n, int depth, int batches
    DYNAMIC_SHARED_PARAMETER(unsigned char, shared)) {
  DYNAMIC_SHARED(unsigned char, shared);
  const int thread = (int)THREAD_INDEX(0);
  const int lane = thread % 32;
  const int warpRow = thread / 128 * 64;
  const int warpColumn = thread / 32 % 4 * ${warpColumns};
  ${tilePlace(columns)}
  const int slices = (depth - 1) / ${depth} + 1;
  for (int batch = (int)BLOCK_INDEX(2); batch < batches; batch += (int)GRID_SIZE(2)) {
    GLOBAL const ${stored}* matrixA = a + offsetA + batch * batchA;
    GLOBAL const ${stored}* matrixB = b + offsetB + batch * batchB;
    float sum[4][${warpColumns / 8}][4];
    #pragma unroll
    for (int i = 0; i < 4; ++i) {
      #pragma unroll
      for (int j = 0; j < ${warpColumns / 8}; ++j) sum[i][j][0] = sum[i][j][1] = sum[i][j][2] = sum[i][j][3] = 0.0f;
    }
    for (int slice = 0; slice < ${stages - 1}; ++slice) {
      if (slice < slices) {
        ${copySlice(a, stageBytes, 0)}
        ${copySlice(b, stageBytes, a.bytes)}
      }
      matmul_commit();
    }
    for (int current = 0; current < slices; ++current) {
      // All but the newest slices have come; and no thread still reads the one that is written next.
      matmul_wait_${stages - 2}();
      BARRIER();
      const int slice = current + ${stages - 1};
      if (slice < slices) {
        ${copySlice(a, stageBytes, 0)}
        ${copySlice(b, stageBytes, a.bytes)}
      }
      matmul_commit();
      const unsigned char* stage = shared + current % ${stages} * ${stageBytes};
      #pragma unroll
      for (int k = 0; k < ${depth}; k += 16) {
        matmul_quad partA[4];
        matmul_quad partB[${warpColumns / 16}];
        #pragma unroll
        for (int i = 0; i < 4; ++i) partA[i] = ${loadPart(a, 'stage', 'warpRow + 16 * i')};
        #pragma unroll
        for (int j = 0; j < ${warpColumns / 16}; ++j) partB[j] = ${loadPart(b, `stage + ${a.bytes}`, 'warpColumn + 16 * j')};
        #pragma unroll
        for (int i = 0; i < 4; ++i) {
          #pragma unroll
          for (int j = 0; j < ${warpColumns / 16}; ++j) {
            matmul_multiply(sum[i][2 * j], partA[i], partB[j].x, partB[j].y);
            matmul_multiply(sum[i][2 * j + 1], partA[i], partB[j].z, partB[j].w);
          }
        }
      }
    }
    matmul_wait_0();
    BARRIER();
    GLOBAL ${stored}* matrixC = c + offsetC + (INT64)batch * m * n;
    ${writeBack(arithmetic, warpColumns)}
  }
}
`;
}

interface Side {
  readonly name: 'A' | 'B';
  /** Rows of A's tile, columns of B's. */
  readonly extent: number;
  /** The axis that is summed over is the dense one. */
  readonly inner: boolean;
  /** Of a slice in shared memory. */
  readonly bytes: number;
  /** Variables: where the tile begins, and where the matrix ends. */
  readonly first: string;
  readonly end: string;
}

function sideOf(name: 'A' | 'B', extent: number, inner: boolean, first: string, end: string): Side {
  return { name, extent, inner, bytes: extent * depth * 2, first, end };
}

// The same order as in the portable kernel: bands of eight rows of tiles share operands in cache.
function tilePlace(columns: number): string {
  return `const int tileRows = (m - 1) / ${matrixUnitRows} + 1;
  const int tileColumns = (n - 1) / ${columns} + 1;
  const int band = (int)(BLOCK_INDEX(0) / (unsigned int)(8 * tileColumns));
  const int bandRows = tileRows - band * 8 < 8 ? tileRows - band * 8 : 8;
  const int place = (int)(BLOCK_INDEX(0) % (unsigned int)(8 * tileColumns));
  const int firstRow = (band * 8 + place % bandRows) * ${matrixUnitRows};
  const int firstColumn = place / bandRows * ${columns};`;
}

/** Pieces of one line in shared memory. */
function linePieces({ inner, extent }: Side): number {
  return (inner ? depth : extent) / pieceElements;
}

/** Where a piece lies: lines of 64 bytes share banks two by two, longer ones line by line. */
function pieceAddress(side: Side, line: string, piece: string): string {
  const exchanged = side.inner ? `((${piece}) ^ ((${line}) >> 1 & 3))` : `((${piece}) ^ ((${line}) & 7))`;
  return `((${line}) * ${linePieces(side)} + ${exchanged}) * ${pieceBytes}`;
}

// The threads' copies of slice `slice`. What lies beyond the matrix is not read, and zero in shared memory.
function copySlice(side: Side, stageBytes: number, offset: number): string {
  const perThread = side.bytes / pieceBytes / matrixUnitThreads;
  const perLine = linePieces(side);
  const [lineFirst, lineEnd, pieceFirst, pieceEnd] = side.inner
    ? [side.first, side.end, `slice * ${depth}`, 'depth']
    : [`slice * ${depth}`, 'depth', side.first, side.end];
  return `{
          unsigned char* target = shared + slice % ${stages} * ${stageBytes} + ${offset};
          #pragma unroll
          for (int copy = 0; copy < ${perThread}; ++copy) {
            const int which = thread + copy * ${matrixUnitThreads};
            const int line = which / ${perLine};
            const int piece = which % ${perLine};
            const int start = ${pieceFirst} + piece * ${pieceElements};
            const int left = ${lineFirst} + line < ${lineEnd} ? ${pieceEnd} - start : 0;
            const int bytes = left <= 0 ? 0 : left < ${pieceElements} ? 2 * left : ${pieceBytes};
            matmul_copy(target + ${pieceAddress(side, 'line', 'piece')},
                matrix${side.name} + (bytes == 0 ? 0 : (INT64)(${lineFirst} + line) * step${side.name} + start), bytes);
          }
        }`;
}

// Each eight lanes give the addresses of the eight lines of one of four 8 by 8 parts. A's second part is the lower
// half of its rows, B's the second half of the inner axis: so the four registers are in the order that the units want.
function loadPart(side: Side, stage: string, outer: string): string {
  const [outerHalf, innerHalf] =
    side.name === 'A' ? ['(lane >> 3 & 1)', '(lane >> 4)'] : ['(lane >> 4)', '(lane >> 3 & 1)'];
  if (side.inner) {
    const line = `${outer} + 8 * ${outerHalf} + (lane & 7)`;
    return `matmul_load(${stage} + ${pieceAddress(side, line, `k / ${pieceElements} + ${innerHalf}`)})`;
  }
  const line = `k + 8 * ${innerHalf} + (lane & 7)`;
  return `matmul_load_transposed(${stage} + ${pieceAddress(side, line, `(${outer}) / ${pieceElements} + ${outerHalf}`)})`;
}

// A lane has two neighbouring columns of a row and of the row eight below.
function writeBack(arithmetic: MatrixArithmetic, warpColumns: number): string {
  const store = (index: string, value: string): string => arithmetic.store('matrixC', index, value);
  return `#pragma unroll
    for (int i = 0; i < 4; ++i) {
      #pragma unroll
      for (int j = 0; j < ${warpColumns / 8}; ++j) {
        const int column = firstColumn + warpColumn + 8 * j + lane % 4 * 2;
        #pragma unroll
        for (int half_ = 0; half_ < 2; ++half_) {
          const int row = firstRow + warpRow + 16 * i + 8 * half_ + lane / 4;
          const INT64 index = (INT64)row * n + column;
          if (row < m && column + 1 < n && n % 2 == 0) {
            *(unsigned int*)(matrixC + index) = matmul_pack(sum[i][j][2 * half_], sum[i][j][2 * half_ + 1]);
          } else if (row < m) {
            if (column < n) { ${store('index', 'sum[i][j][2 * half_]')} }
            if (column + 1 < n) { ${store('index + 1', 'sum[i][j][2 * half_ + 1]')} }
          }
        }
      }
    }`;
}

// A test defines MATMUL_UNITS_EMULATED and brings its own, by the definitions of the PTX ISA.
function primitives({ dtype }: MatrixArithmetic): string {
  const ptxType = dtype === 'float16' ? 'f16' : 'bf16';
  const bits = (value: string): string =>
    dtype === 'float16' ? `matmul_half_bits(${value})` : `(unsigned int)heddle_float_to_bfloat16(${value})`;
  return `
#ifndef MATMUL_UNITS_EMULATED
typedef struct { unsigned int x, y, z, w; } matmul_quad;
DEVICE unsigned int matmul_shared_address(const void* pointer) {
  return (unsigned int)__cvta_generic_to_shared(pointer);
}
DEVICE void matmul_copy(void* shared, const void* global, int bytes) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
      :: "r"(matmul_shared_address(shared)), "l"(__cvta_generic_to_global(global)), "r"(bytes) : "memory");
}
DEVICE void matmul_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
DEVICE void matmul_wait_0() { asm volatile("cp.async.wait_group 0;" ::: "memory"); }
DEVICE void matmul_wait_${stages - 2}() { asm volatile("cp.async.wait_group ${stages - 2};" ::: "memory"); }
DEVICE matmul_quad matmul_load(const void* pointer) {
  matmul_quad r;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "r"(matmul_shared_address(pointer)) : "memory");
  return r;
}
DEVICE matmul_quad matmul_load_transposed(const void* pointer) {
  matmul_quad r;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
      : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w) : "r"(matmul_shared_address(pointer)) : "memory");
  return r;
}
DEVICE void matmul_multiply(float* sum, matmul_quad a, unsigned int b0, unsigned int b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.${ptxType}.${ptxType}.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a.x), "r"(a.y), "r"(a.z), "r"(a.w), "r"(b0), "r"(b1));
}
#endif
DEVICE unsigned int matmul_half_bits(float value) {
  HALF half_;
  STORE_HALF(value, &half_, 0);
  return *(unsigned short*)&half_;
}
DEVICE unsigned int matmul_pack(float low, float high) { return ${bits('low')} | ${bits('high')} << 16; }
`;
}
