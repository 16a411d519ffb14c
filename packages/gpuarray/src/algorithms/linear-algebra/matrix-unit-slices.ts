/**
 * How operands of a product by matrix units travel to shared memory, and how they lie there, in CUDA C++.
 *
 * A slice lies in shared memory in lines of 128 bytes, eight pieces of 16 bytes; piece p of line l is at place
 * p ^ (l mod 8), so that eight pieces of neighbouring lines come from different banks. This is the layout that the PTX
 * ISA calls a 128-byte swizzle: warps read it with `ldmatrix` or vector loads, warpgroups as it is. A slice is as deep
 * as a line has elements: 64 of 16 bits, 16 of 64. Where the inner axis is the dense one, a line is a row of A (a column
 * of B); otherwise blocks of as many rows (columns) follow one another, in each a line for each element of the inner
 * axis. Either way a row or column takes 128 bytes.
 */
import { dtypeInfo, type DType } from '@heddle/core';

/** Bytes of a line in shared memory. */
export const lineBytes = 128;
const pieceBytes = 16;
const piecesOfLine = lineBytes / pieceBytes;

/** Elements that one piece holds: operands must begin their lines at multiples of it. */
export function pieceElements(dtype: DType): number {
  return pieceBytes / dtypeInfo(dtype).byteLength;
}

export interface Side {
  readonly name: 'a' | 'b';
  /** Rows of A's tile, columns of B's. */
  readonly extent: number;
  readonly elementBytes: number;
  /** The axis that is summed over is the dense one. */
  readonly inner: boolean;
  /** Threads that copy together. */
  readonly threads: number;
}

/** Elements of the inner axis in a slice. */
export function sliceDepth({ elementBytes }: Side): number {
  return lineBytes / elementBytes;
}

/** Pieces that each thread copies of a slice. */
export function piecesPerThread({ extent, threads }: Side): number {
  return (extent * piecesOfLine) / threads;
}

/** Bytes of a slice of one side, or of both. */
export function sliceBytes(...sides: readonly Side[]): number {
  return sides.reduce((bytes, { extent }) => bytes + extent * lineBytes, 0);
}

/** Functions that copy: `matmul_begin_<name>` once for a tile, `matmul_copy_<name>` for pieces of a slice. */
export function copyFunctions(stored: string, ...sides: readonly Side[]): string {
  return `
typedef struct {
  const char* matrix;
  const char* source;   // this thread's first piece of slice 0
  UINT64 step;          // bytes between lines
  unsigned int target;  // offset in a slice
  int line, piece;
  int first, end, depth;
  bool whole;           // rows (columns) of the tile all exist
} matmul_copier;
${sides.map((side) => beginFunction(stored, side) + copyFunction(side)).join('')}`;
}

// Threads take neighbouring pieces of a line, then the next line.
function beginFunction(stored: string, side: Side): string {
  const { name, extent, inner, elementBytes } = side;
  const depth = sliceDepth(side);
  return `
DEVICE matmul_copier matmul_begin_${name}(const ${stored}* matrix, INT64 step, int first, int end, int depth, int thread) {
  matmul_copier copier;
  copier.matrix = (const char*)matrix;
  copier.step = (UINT64)step * ${elementBytes};
  copier.line = thread / ${piecesOfLine};
  copier.piece = thread % ${piecesOfLine};
  copier.first = first;
  copier.end = end;
  copier.depth = depth;
  copier.whole = end - first >= ${extent};
  copier.target = copier.line * ${lineBytes} + ((copier.piece ^ (copier.line & 7)) << 4);
  copier.source = copier.matrix + ${
    inner
      ? `(UINT64)(first + copier.line) * copier.step`
      : `(UINT64)(copier.line % ${depth}) * copier.step + ((INT64)first + copier.line / ${depth} * ${depth}) * ${elementBytes}`
  } + copier.piece * ${pieceBytes};
  return copier;
}`;
}

// Only at the edges of the matrix does it matter where it ends: what lies beyond is not read, and zero in the slice.
function copyFunction(side: Side): string {
  const { name, inner, threads, elementBytes } = side;
  const lines = threads / piecesOfLine;
  const depth = sliceDepth(side);
  const elements = pieceBytes / elementBytes;
  return `
DEVICE void matmul_copy_${name}(const matmul_copier& copier, matmul_address slices, int slice, int from, int to) {
  const matmul_address target = slices + copier.target;
  if (copier.whole && copier.depth - slice * ${depth} >= ${depth}) {
    const char* source = copier.source + ${
      inner ? `(UINT64)slice * ${lineBytes}` : `(UINT64)slice * ${depth} * copier.step`
    };
    #pragma unroll
    for (int copy = from; copy < to; ++copy) {
      matmul_copy_piece(target + copy * ${lines * lineBytes}, source + ${
        inner
          ? `(UINT64)(copy * ${lines}) * copier.step`
          : `(UINT64)(copy * ${lines} % ${depth}) * copier.step + copy * ${lines} / ${depth} * ${lineBytes}`
      });
    }
  } else {
    #pragma unroll 1
    for (int copy = from; copy < to; ++copy) {
      const int line = copier.line + copy * ${lines};
      const int outer = copier.first + ${inner ? 'line' : `line / ${depth} * ${depth} + copier.piece * ${elements}`};
      const int k = slice * ${depth} + ${inner ? `copier.piece * ${elements}` : `line % ${depth}`};
      const int left = ${
        inner ? 'outer < copier.end ? copier.depth - k : 0' : 'k < copier.depth ? copier.end - outer : 0'
      };
      const int bytes = left <= 0 ? 0 : left < ${elements} ? ${elementBytes} * left : ${pieceBytes};
      const UINT64 place = ${
        inner
          ? `(UINT64)outer * copier.step + (UINT64)k * ${elementBytes}`
          : `(UINT64)k * copier.step + (UINT64)outer * ${elementBytes}`
      };
      matmul_copy_part(target + copy * ${lines * lineBytes}, copier.matrix + (bytes == 0 ? 0 : place), bytes);
    }
  }
}
`;
}

/**
 * The copies as instructions of the PTX ISA. For each number in `waits` there is a `matmul_wait_<number>`: it waits for
 * all groups of copies except so many of the newest.
 */
export function copyPrimitives(waits: readonly number[]): string {
  return `
typedef unsigned int matmul_address;
DEVICE matmul_address matmul_shared_address(const void* pointer) {
  return (matmul_address)__cvta_generic_to_shared(pointer);
}
DEVICE void matmul_copy_piece(matmul_address shared, const void* global) {
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;"
      :: "r"(shared), "l"(__cvta_generic_to_global(global)) : "memory");
}
DEVICE void matmul_copy_part(matmul_address shared, const void* global, int bytes) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
      :: "r"(shared), "l"(__cvta_generic_to_global(global)), "r"(bytes) : "memory");
}
DEVICE void matmul_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
${[...new Set([0, ...waits])].map(waitFunction).join('\n')}`;
}

function waitFunction(newest: number): string {
  return `DEVICE void matmul_wait_${newest}() { asm volatile("cp.async.wait_group ${newest};" ::: "memory"); }`;
}
