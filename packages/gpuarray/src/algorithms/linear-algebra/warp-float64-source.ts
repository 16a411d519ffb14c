/**
 * Matrix product of float64 by matrix units that serve one warp each (`mma.sync`), in CUDA C++ with PTX.
 *
 * Layouts of the registers are those of the PTX ISA for `mma.m16n8k8` of f64 (sm_90), and for `mma.m8n8k4`, four of
 * which do the same before it. What a unit takes for elements k and k + 4 of the inner axis may be any two, as long as
 * they are the same of both operands, and so may rows and columns: both are spread over the lanes as the loads bring
 * them, and the sums are written accordingly.
 */
import type { MatrixArithmetic } from './matrix-arithmetic';
import { copyPrimitives, lineBytes, type Side } from './matrix-unit-slices';
import type { LaunchShape, MatrixUnitVariant, UnitTile } from './matrix-unit-variant';
import { warpTileShape, warpTileSides, warpUnitKernel, type WarpTile } from './warp-unit-kernel';
import { newestSlices } from './warp-unit-pipelines';

function warpTile(tile: UnitTile): WarpTile {
  const { rows, columns } = tile;
  if (rows === 128) return { ...tile, partRows: 32, partColumns: 64, stages: 4, blocks: 2 };
  if (rows === 64) return { ...tile, partRows: 32, partColumns: 32, stages: 4, blocks: 3 };
  return { ...tile, partRows: rows / 2, partColumns: columns / 2, stages: 4, blocks: 6 };
}

export function warpFloat64Shape(tile: UnitTile): LaunchShape {
  return warpTileShape(warpTile(tile));
}

export function warpFloat64Source(variant: MatrixUnitVariant): string {
  const tile = warpTile(variant.tile);
  const [a, b] = warpTileSides(variant, tile);
  const wide = wideSide(a, b);
  const operandA: Operand = { ...a, part: tile.partRows, wide: wide === 'a', load: loadOf(a, b) };
  const operandB: Operand = { ...b, part: tile.partColumns, wide: wide === 'b', load: loadOf(b, a) };
  return `${primitives(tile, wide === 'a' ? b : a)}
${loadFunctions(operandA)}
${loadFunctions(operandB)}
${writeFunction(variant.arithmetic, operandA, operandB)}
${warpUnitKernel(variant, tile, { step: 8, register: 'double', wide, ahead: false })}`;
}

/** What a lane loads at once: two rows (columns) of the same place on the inner axis, two of one row, or one element. */
type Load = 'two rows' | 'two inner' | 'one';

interface Operand extends Side {
  /** Rows (columns) of a warp's part. */
  readonly part: number;
  /** Units take 16 of its rows (columns), not 8. */
  readonly wide: boolean;
  readonly load: Load;
}

// Units take two rows (columns) of the wide side from neighbouring registers. That is how a load of two brings them
// where the inner axis is not the dense one; else they would have to be moved.
function wideSide(a: Side, b: Side): 'a' | 'b' {
  return a.inner && !b.inner ? 'b' : 'a';
}

function loadOf(side: Side, other: Side): Load {
  if (!side.inner) return 'two rows';
  return other.inner ? 'one' : 'two inner';
}

// A lane has two neighbours of 16 rows (columns), and of each two elements of the inner axis: neighbours, or four apart
// where they are loaded one by one. Whatever the load, lanes that load together read from different banks. For that,
// eight lanes that load two elements of the inner axis, from two lines at once, have lines that are four apart.
function loadFunctions(operand: Operand): string {
  const { name, part, load } = operand;
  const pair = load === 'two inner' ? 'lane / 4 * 8 + lane % 2 * 4 + lane / 2 % 2 * 2' : '2 * lane';
  const places: Readonly<Record<Load, readonly [line: string, piece: string, rest: string]>> = {
    'two rows': ['lane % 4 * 2', 'lane / 4', '0'],
    'two inner': [`matmul_pair_${name}(lane / 4)`, 'lane % 4', '0'],
    one: [`matmul_pair_${name}(lane / 4)`, 'lane % 4 / 2', 'lane % 2 * 8'],
  };
  const [line, piece, rest] = places[load];
  return `
// The first of the two rows (columns) of 16 that one of eight lanes has.
DEVICE int matmul_pair_${name}(int lane) { return ${pair}; }
DEVICE unsigned int matmul_lane_${name}(int first, int lane) {
  const int line = ${line}, piece = ${piece};
  return (unsigned int)((first + line) * ${lineBytes} + ((piece ^ line % 8) << 4) + ${rest});
}
DEVICE void matmul_load_${name}(double (*parts)[4], matmul_address slice, unsigned int lane, int step) {
  #pragma unroll
  for (int i = 0; i < ${part / 16}; ++i) {
    const matmul_address first = slice + i * ${16 * lineBytes};
    ${loads(operand).join('\n    ')}
  }
}`;
}

// From one line to the next, a piece is at the place of its neighbour; within a line steps are half a line apart.
function loads({ wide, load }: Operand): string[] {
  const register = (row: number, k: number): string => `parts[i][${wide ? row + 2 * k : 2 * row + k}]`;
  const both = [0, 1] as const;
  switch (load) {
    case 'two rows':
      return both.map((k) => {
        const at = `first + (lane ^ ${16 * k}) + step * ${8 * lineBytes} + ${lineBytes * k}`;
        return `matmul_load_two(${register(0, k)}, ${register(1, k)}, ${at});`;
      });
    case 'two inner':
      return both.map((row) => {
        const at = `first + (lane ^ (unsigned int)step << 6 ^ ${16 * row}) + ${lineBytes * row}`;
        return `matmul_load_two(${register(row, 0)}, ${register(row, 1)}, ${at});`;
      });
    case 'one':
      return both.flatMap((row) =>
        both.map((k) => {
          const at = `first + (lane ^ (unsigned int)step << 6 ^ ${16 * row + 32 * k}) + ${lineBytes * row}`;
          return `matmul_load_one(${register(row, k)}, ${at});`;
        }),
      );
  }
}

// Two neighbouring columns at a time where that is aligned: they are both columns of a lane, or of products of two.
function writeFunction({ stored }: MatrixArithmetic, a: Operand, b: Operand): string {
  const count = (a.wide ? b.part : a.part) / 8;
  const loop = a.wide
    ? `for (int j = 0; j < ${count}; j += 2) {
    #pragma unroll
    for (int half_ = 0; half_ < 2; ++half_) {
      #pragma unroll
      for (int i = 0; i < 2; ++i) {
        const int row = firstRow + matmul_pair_a(lane / 4) + half_;
        const int column = firstColumn + 8 * j + matmul_pair_b(lane % 4 * 2 + i);
        matmul_put(sum[4 * j + 2 * half_ + i], sum[4 * j + 4 + 2 * half_ + i], c, row, column, m, n, pairs);
      }
    }
  }`
    : `for (int j = 0; j < ${count}; ++j) {
    #pragma unroll
    for (int i = 0; i < 2; ++i) {
      const int row = firstRow + j / 2 * 16 + matmul_pair_a(lane % 4 * 2 + i) + j % 2;
      const int column = firstColumn + matmul_pair_b(lane / 4);
      matmul_put(sum[4 * j + i], sum[4 * j + 2 + i], c, row, column, m, n, pairs);
    }
  }`;
  return `
DEVICE void matmul_put(double low, double high, ${stored}* c, int row, int column, int m, int n, bool pairs) {
  ${stored}* place = c + (INT64)row * n + column;
  if (row < m && column < n - 1 && pairs) {
    double2 both;
    both.x = low; both.y = high;
    *(double2*)place = both;
  } else if (row < m) {
    if (column < n) place[0] = low;
    if (column < n - 1) place[1] = high;
  }
}
DEVICE void matmul_write(const double* sum, ${stored}* c, int firstRow, int firstColumn, int m, int n, int lane) {
  matmul_hold(firstRow, firstColumn);
  const bool pairs = ((UINT64)c | (UINT64)n * 8) % 16 == 0;
  #pragma unroll
  ${loop}
}`;
}

// A test defines MATMUL_UNITS_EMULATED and brings its own, by the definitions of the PTX ISA.
function primitives(tile: WarpTile, narrow: Side): string {
  return `
#ifndef MATMUL_UNITS_EMULATED
${copyPrimitives([newestSlices(tile)])}
DEVICE void matmul_load_two(double& low, double& high, matmul_address shared) {
  asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(low), "=d"(high) : "r"(shared) : "memory");
}
DEVICE void matmul_load_one(double& value, matmul_address shared) {
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(value) : "r"(shared) : "memory");
}
// Keeps the compiler from working out places in the result before the sums: they would take registers all the while.
DEVICE void matmul_hold(int& row, int& column) { asm volatile("" : "+r"(row), "+r"(column)); }
#if __CUDA_ARCH__ >= 900
${narrow.inner ? multiplyWhole : multiplyHalves}
#else
DEVICE void matmul_multiply_quarter(double* sum, double a, double b) {
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(sum[0]), "+d"(sum[1]) : "d"(a), "d"(b));
}
DEVICE void matmul_multiply(double* sum, const double* wide, double narrow0, double narrow1) {
  matmul_multiply_quarter(sum, wide[0], narrow0);
  matmul_multiply_quarter(sum + 2, wide[1], narrow0);
  matmul_multiply_quarter(sum, wide[2], narrow1);
  matmul_multiply_quarter(sum + 2, wide[3], narrow1);
}
#endif
#endif
`;
}

const multiplyWhole = `DEVICE void matmul_multiply(double* sum, const double* wide, double narrow0, double narrow1) {
  asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3])
      : "d"(wide[0]), "d"(wide[1]), "d"(wide[2]), "d"(wide[3]), "d"(narrow0), "d"(narrow1));
}`;

// The narrow side's loads bring two columns, not two elements of the inner axis, as neighbouring registers.
const multiplyHalves = `DEVICE void matmul_multiply_half(double* sum, const double* wide, double narrow) {
  asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
      : "+d"(sum[0]), "+d"(sum[1]), "+d"(sum[2]), "+d"(sum[3]) : "d"(wide[0]), "d"(wide[1]), "d"(narrow));
}
DEVICE void matmul_multiply(double* sum, const double* wide, double narrow0, double narrow1) {
  matmul_multiply_half(sum, wide, narrow0);
  matmul_multiply_half(sum, wide + 2, narrow1);
}`;
