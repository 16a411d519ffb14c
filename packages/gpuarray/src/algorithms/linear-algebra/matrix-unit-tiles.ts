/** Where tiles of a product by matrix units are in the result, and how they get there, in CUDA C++. */
import type { MatrixArithmetic } from './matrix-arithmetic';
import type { UnitTile } from './matrix-unit-variant';

/**
 * Statements that declare `firstRow` and `firstColumn` of the block's tile. The order is that of the portable kernel:
 * bands of eight rows of tiles share operands in cache.
 */
export function tilePlace({ rows, columns }: UnitTile): string {
  return `const int tileRows = (m - 1) / ${rows} + 1;
  const int tileColumns = (n - 1) / ${columns} + 1;
  const int band = (int)(BLOCK_INDEX(0) / (unsigned int)(8 * tileColumns));
  const int bandRows = tileRows - band * 8 < 8 ? tileRows - band * 8 : 8;
  const int place = (int)(BLOCK_INDEX(0) % (unsigned int)(8 * tileColumns));
  const int firstRow = (band * 8 + place % bandRows) * ${rows};
  const int firstColumn = place / bandRows * ${columns};`;
}

/**
 * The function `matmul_write`, which writes 16 rows of `columns` columns that a warp has: element
 * `4 * j + 2 * half + i` of a lane's sums is at row `lane / 4 + 8 * half`, column `8 * j + lane % 4 * 2 + i`.
 */
export function writeFunctions(arithmetic: MatrixArithmetic, columns: number): string {
  return `
// Groups of four lanes exchange words, so that each lane has 16 bytes of one row: word i of lane q becomes word q of lane i.
DEVICE void matmul_exchange(unsigned int* words, int q) {
  #pragma unroll
  for (int p = 0; p < 4; p += 2) {
    const unsigned int got = __shfl_xor_sync(0xffffffffu, q & 1 ? words[p] : words[p + 1], 1);
    if (q & 1) words[p] = got; else words[p + 1] = got;
  }
  #pragma unroll
  for (int p = 0; p < 2; ++p) {
    const unsigned int got = __shfl_xor_sync(0xffffffffu, q & 2 ? words[p] : words[p + 2], 2);
    if (q & 2) words[p] = got; else words[p + 2] = got;
  }
}
${writeWide(arithmetic, columns)}
${writeNarrow(arithmetic, columns)}
DEVICE void matmul_write(const float* sum, ${arithmetic.stored}* c, int row, int column, int m, int n, int lane) {
  const UINT64 places = (UINT64)c | (UINT64)n * 2;
  if (places % 16 == 0) matmul_write_wide(sum, c, row, column, m, n, lane);
  else matmul_write_narrow(sum, c, row, column, m, n, lane, places % 4 == 0);
}
`;
}

// All rows begin at multiples of 16 bytes. The lanes of a warp exchange whether or not their rows exist.
function writeWide({ stored }: MatrixArithmetic, columns: number): string {
  return `DEVICE void matmul_write_wide(const float* sum, ${stored}* c, int firstRow, int firstColumn, int m, int n, int lane) {
  #pragma unroll
  for (int half_ = 0; half_ < 2; ++half_) {
    const int row = firstRow + 8 * half_ + lane / 4;
    #pragma unroll
    for (int j = 0; j < ${columns / 8}; j += 4) {
      unsigned int words[4];
      #pragma unroll
      for (int i = 0; i < 4; ++i) words[i] = matmul_pack(sum[4 * (j + i) + 2 * half_], sum[4 * (j + i) + 2 * half_ + 1]);
      matmul_exchange(words, lane % 4);
      const int column = firstColumn + 8 * (j + lane % 4);
      if (row < m && column < n) {
        uint4 piece;
        piece.x = words[0]; piece.y = words[1]; piece.z = words[2]; piece.w = words[3];
        *(uint4*)(c + (INT64)row * n + column) = piece;
      }
    }
  }
}`;
}

// Two neighbouring columns at a time where that is aligned.
function writeNarrow({ stored, store }: MatrixArithmetic, columns: number): string {
  return `DEVICE void matmul_write_narrow(const float* sum, ${stored}* c, int firstRow, int firstColumn, int m, int n, int lane, bool pairs) {
  #pragma unroll
  for (int half_ = 0; half_ < 2; ++half_) {
    const int row = firstRow + 8 * half_ + lane / 4;
    #pragma unroll
    for (int j = 0; j < ${columns / 8}; ++j) {
      const int column = firstColumn + 8 * j + lane % 4 * 2;
      const INT64 index = (INT64)row * n + column;
      const float low = sum[4 * j + 2 * half_], high = sum[4 * j + 2 * half_ + 1];
      if (row < m && column < n - 1 && pairs) {
        *(unsigned int*)(c + index) = matmul_pack(low, high);
      } else if (row < m) {
        if (column < n) { ${store('c', 'index', 'low')} }
        if (column < n - 1) { ${store('c', 'index + 1', 'high')} }
      }
    }
  }
}`;
}

/** The instruction that rounds two sums to one word: `matmul_pack`. */
export function packPrimitive(ptxType: string): string {
  return `DEVICE unsigned int matmul_pack(float low, float high) {
  unsigned int word;
  asm("cvt.rn.${ptxType}x2.f32 %0, %1, %2;" : "=r"(word) : "f"(high), "f"(low));
  return word;
}`;
}
