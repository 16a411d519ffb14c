/**
 * Matrix product for processors without fast shared memory, in the portable dialect: no barriers, one thread a task.
 *
 * Both operands are first copied into panels, narrow strips in the order in which they are read, converted to the type
 * that is summed. Then each thread computes a block of the result from slices that fit the caches, by a kernel whose
 * sums stay in vector registers. Source of the scheme: K. Goto, R. van de Geijn, "Anatomy of high-performance matrix
 * multiplication", 2008.
 */
import { dtypeInfo } from '@heddle/core';
import type { MatrixArithmetic } from './matrix-arithmetic';

/** Rows and columns of the result that one thread computes, and the length of a slice of the inner axis. */
export const packedBlock = { rows: 96, columns: 256, depth: 256 } as const;

/** Rows of a strip are 12 or fewer, by what registers there are; panels are padded so that every choice divides them. */
export const rowPadding = 12;

export const packedKernelNames = { packA: 'matmul_pack_a', packB: 'matmul_pack_b', multiply: 'matmul_packed' } as const;

/** Numbers of one vector: 64 bytes, one or several registers. Also the columns of a strip. */
export function stripColumns({ accumulatedBytes, dtype }: MatrixArithmetic): number {
  return dtypeInfo(dtype).kind === 'complex' ? 128 / accumulatedBytes : 64 / accumulatedBytes;
}

/** Numbers that one element of a panel takes: two where it is complex. */
export function planes({ dtype }: MatrixArithmetic): 1 | 2 {
  return dtypeInfo(dtype).kind === 'complex' ? 2 : 1;
}

export function packedSource(arithmetic: MatrixArithmetic): string {
  const columns = stripColumns(arithmetic);
  const complex = planes(arithmetic) === 2;
  return `${vectorMacros(arithmetic, columns)}
${packKernel(packedKernelNames.packA, arithmetic, 'MATMUL_ROWS', complex ? 'interleaved' : 'single')}
${packKernel(packedKernelNames.packB, arithmetic, String(columns), complex ? 'apart' : 'single')}
#if MATMUL_ROWS == 12
${stripFunction(arithmetic, 12)}
#elif MATMUL_ROWS == 6
${stripFunction(arithmetic, 6)}
#else
${stripFunction(arithmetic, 3)}
#endif
${blockKernel(arithmetic, columns)}
`;
}

/** The real type of panels. */
function numberType({ dtype, accumulated }: MatrixArithmetic): string {
  if (dtype === 'complex64') return 'float';
  return dtype === 'complex128' ? 'double' : accumulated;
}

function vectorMacros(arithmetic: MatrixArithmetic, columns: number): string {
  const type = numberType(arithmetic);
  const opencl = { float: 'float', double: 'double', 'unsigned int': 'uint', UINT64: 'ulong' }[type] ?? type;
  const [wide, narrow] = planes(arithmetic) === 2 ? [6, 3] : [12, 6];
  return `
typedef ${type} matmul_number;
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#define MATMUL_ONE_BY_ONE _Pragma("GCC unroll 1")
#else
#define MATMUL_ONE_BY_ONE
#endif
#ifdef __AVX512F__
#define MATMUL_ROWS ${wide}
#else
#define MATMUL_ROWS ${narrow}
#endif
#define MATMUL_COLUMNS ${columns}
#ifdef HEDDLE_DIALECT_OPENCL
typedef ${opencl}${columns} matmul_vector;
#define MATMUL_ZERO ((matmul_vector)(0))
#define MATMUL_LOAD(pointer) vload${columns}(0, pointer)
#define MATMUL_STORE(value, pointer) vstore${columns}(value, 0, pointer)
#else
${registers}
#endif
`;
}

// GCC keeps a vector that is wider than a register in memory, where the product takes ten times as long: here are as many
// as it takes.
const registers = `
#define MATMUL_INLINE static inline __attribute__((always_inline))
#if defined(__AVX512F__)
#define MATMUL_REGISTER 64
#elif defined(__AVX__)
#define MATMUL_REGISTER 32
#else
#define MATMUL_REGISTER 16
#endif
typedef matmul_number matmul_register __attribute__((vector_size(MATMUL_REGISTER)));
typedef matmul_number matmul_loose_register __attribute__((vector_size(MATMUL_REGISTER), aligned(4), may_alias));
MATMUL_INLINE void matmul_get(matmul_register& value, const matmul_number* from) {
  value = (matmul_register)*(const matmul_loose_register*)from;
}
MATMUL_INLINE void matmul_put(const matmul_register& value, matmul_number* to) { *(matmul_loose_register*)to = value; }
template <class Part> struct matmul_pair { Part low, high; };
template <class Part> MATMUL_INLINE void matmul_get(matmul_pair<Part>& value, const matmul_number* from) {
  matmul_get(value.low, from);
  matmul_get(value.high, from + sizeof(Part) / sizeof(matmul_number));
}
template <class Part> MATMUL_INLINE void matmul_put(const matmul_pair<Part>& value, matmul_number* to) {
  matmul_put(value.low, to);
  matmul_put(value.high, to + sizeof(Part) / sizeof(matmul_number));
}
template <class Part> MATMUL_INLINE matmul_pair<Part> operator*(matmul_number a, const matmul_pair<Part>& b) {
  return matmul_pair<Part>{a * b.low, a * b.high};
}
template <class Part> MATMUL_INLINE matmul_pair<Part> operator&(matmul_number a, const matmul_pair<Part>& b) {
  return matmul_pair<Part>{a & b.low, a & b.high};
}
template <class Part> MATMUL_INLINE void operator+=(matmul_pair<Part>& a, const matmul_pair<Part>& b) {
  a.low += b.low;
  a.high += b.high;
}
template <class Part> MATMUL_INLINE void operator-=(matmul_pair<Part>& a, const matmul_pair<Part>& b) {
  a.low -= b.low;
  a.high -= b.high;
}
template <class Part> MATMUL_INLINE void operator|=(matmul_pair<Part>& a, const matmul_pair<Part>& b) {
  a.low |= b.low;
  a.high |= b.high;
}
#if MATMUL_REGISTER == 64
typedef matmul_register matmul_vector;
#elif MATMUL_REGISTER == 32
typedef matmul_pair<matmul_register> matmul_vector;
#else
typedef matmul_pair<matmul_pair<matmul_register>> matmul_vector;
#endif
MATMUL_INLINE matmul_vector matmul_load(const matmul_number* from) {
  matmul_vector value;
  matmul_get(value, from);
  return value;
}
#define MATMUL_ZERO (matmul_vector{})
#define MATMUL_LOAD(pointer) matmul_load(pointer)
#define MATMUL_STORE(value, pointer) matmul_put(value, pointer)`;

// One thread copies one strip, over the whole inner axis; beyond the edge it writes zeros. The steps between elements are
// any, for which GCC makes the 16-bit ones vectors all the same: eight seconds of its time, and no faster.
function packKernel(
  name: string,
  arithmetic: MatrixArithmetic,
  width: string,
  form: 'single' | 'interleaved' | 'apart',
): string {
  const { stored, accumulated, zero } = arithmetic;
  const parts = form === 'single' ? 1 : 2;
  const put = {
    single: 'target[i] = value;',
    interleaved: 'target[2 * i] = value.re; target[2 * i + 1] = value.im;',
    apart: `target[i] = value.re; target[${width} + i] = value.im;`,
  }[form];
  return `
KERNEL void ${name}(GLOBAL const ${stored}* source, INT64 offset, INT64 outerStep, INT64 innerStep, INT64 batchStep,
    GLOBAL matmul_number* panels, int extent, int depth, int batches) {
  const int strips = (extent - 1) / ${width} + 1;
  for (INT64 place = (INT64)GLOBAL_INDEX(0); place < (INT64)strips * batches; place += (INT64)GLOBAL_SIZE(0)) {
    const int strip = (int)(place % strips);
    const int first = strip * ${width};
    const int count = extent - first < ${width} ? extent - first : ${width};
    GLOBAL const ${stored}* matrix = source + offset + place / strips * batchStep + first * outerStep;
    GLOBAL matmul_number* target = panels + place * depth * (${width} * ${parts});
    for (int k = 0; k < depth; ++k) {
      GLOBAL const ${stored}* line = matrix + k * innerStep;
      MATMUL_ONE_BY_ONE
      for (int i = 0; i < ${width}; ++i) {
        const ${accumulated} value = i < count ? ${arithmetic.load('line', 'i * outerStep')} : ${zero};
        ${put}
      }
      target += ${width} * ${parts};
    }
  }
}`;
}

// Named sums instead of an array, so that no compiler keeps them in memory.
function stripFunction(arithmetic: MatrixArithmetic, rows: number): string {
  const complex = planes(arithmetic) === 2;
  const sums = Array.from({ length: rows }, (_, i) => (complex ? [`re${i}`, `im${i}`] : [`sum${i}`])).flat();
  const step = Array.from({ length: rows }, (_, i) =>
    complex ? complexStep(i) : arithmetic.multiplyAdd(`sum${i}`, `a[${i}]`, 'b0'),
  );
  const columns = complex ? 2 : 1;
  return `
DEVICE void matmul_strip(GLOBAL const matmul_number* a, GLOBAL const matmul_number* b, int depth, matmul_number* sums) {
  matmul_vector ${sums.map((sum) => `${sum} = MATMUL_ZERO`).join(', ')};
  for (int k = 0; k < depth; ++k) {
    const matmul_vector b0 = MATMUL_LOAD(b);
    ${complex ? 'const matmul_vector b1 = MATMUL_LOAD(b + MATMUL_COLUMNS);' : ''}
    ${step.join('\n    ')}
    a += ${rows * columns};
    b += MATMUL_COLUMNS * ${columns};
  }
  ${sums.map((sum, i) => `MATMUL_STORE(${sum}, sums + ${i} * MATMUL_COLUMNS);`).join('\n  ')}
}`;
}

function complexStep(i: number): string {
  const [re, im] = [`a[${2 * i}]`, `a[${2 * i + 1}]`];
  return `re${i} += ${re} * b0; re${i} -= ${im} * b1; im${i} += ${re} * b1; im${i} += ${im} * b0;`;
}

// The sums of a slice are added to the result in its accumulated type, strip by strip.
function blockKernel(arithmetic: MatrixArithmetic, columns: number): string {
  const { accumulated, zero } = arithmetic;
  const complex = planes(arithmetic) === 2;
  const { rows: blockRows, columns: blockColumns, depth: blockDepth } = packedBlock;
  const parts = complex ? 2 : 1;
  const real = numberType(arithmetic);
  const value = complex
    ? `${arithmetic.dtype}_make(sums[(2 * i) * ${columns} + j], sums[(2 * i + 1) * ${columns} + j])`
    : `sums[i * ${columns} + j]`;
  return `
KERNEL void ${packedKernelNames.multiply}(
    GLOBAL const matmul_number* panelsA, GLOBAL const matmul_number* panelsB,
    GLOBAL ${accumulated}* c, INT64 offsetC, INT64 rowC, INT64 columnC,
    int m, int n, int depth, int batches, int sharedA, int sharedB) {
  const int stripsA = (m - 1) / MATMUL_ROWS + 1;
  const int stripsB = (n - 1) / ${columns} + 1;
  const int blockRows = (m - 1) / ${blockRows} + 1;
  const int blockColumns = (n - 1) / ${blockColumns} + 1;
  const INT64 tasks = (INT64)blockRows * blockColumns * batches;
  ${real} sums[MATMUL_ROWS * ${columns * parts}];
  for (INT64 task = (INT64)GLOBAL_INDEX(0); task < tasks; task += (INT64)GLOBAL_SIZE(0)) {
    const int batch = (int)(task / ((INT64)blockRows * blockColumns));
    const int place = (int)(task % ((INT64)blockRows * blockColumns));
    const int firstRow = place % blockRows * ${blockRows};
    const int firstColumn = place / blockRows * ${blockColumns};
    const int endRow = m - firstRow < ${blockRows} ? m : firstRow + ${blockRows};
    const int endColumn = n - firstColumn < ${blockColumns} ? n : firstColumn + ${blockColumns};
    const INT64 stripA = (INT64)(sharedA ? 0 : batch) * stripsA;
    const INT64 stripB = (INT64)(sharedB ? 0 : batch) * stripsB;
    GLOBAL ${accumulated}* matrixC = c + offsetC + (INT64)batch * m * n;
    for (int slice = 0; slice < depth; slice += ${blockDepth}) {
      const int length = depth - slice < ${blockDepth} ? depth - slice : ${blockDepth};
      for (int column = firstColumn; column < endColumn; column += ${columns}) {
        GLOBAL const matmul_number* b =
            panelsB + ((stripB + column / ${columns}) * depth + slice) * ${columns * parts};
        const int columns = n - column < ${columns} ? n - column : ${columns};
        for (int row = firstRow; row < endRow; row += MATMUL_ROWS) {
          GLOBAL const matmul_number* a =
              panelsA + ((stripA + row / MATMUL_ROWS) * depth + slice) * (MATMUL_ROWS * ${parts});
          const int rows = m - row < MATMUL_ROWS ? m - row : MATMUL_ROWS;
          matmul_strip(a, b, length, sums);
          for (int i = 0; i < rows; ++i) {
            GLOBAL ${accumulated}* line = matrixC + (row + i) * rowC + column * columnC;
            ${complex ? '' : wholeLine(arithmetic, columns)}
            for (int j = 0; j < columns; ++j) {
              ${accumulated} sum = slice == 0 ? ${zero} : line[j * columnC];
              ${arithmetic.add('sum', value)}
              line[j * columnC] = sum;
            }
          }
        }
      }
    }
  }
}`;
}

// A line of a whole strip in dense memory is one vector.
function wholeLine({ add }: MatrixArithmetic, columns: number): string {
  return `if (columns == ${columns} && columnC == 1) {
              matmul_vector sum = slice == 0 ? MATMUL_ZERO : MATMUL_LOAD(line);
              ${add('sum', `MATMUL_LOAD(sums + i * ${columns})`)}
              MATMUL_STORE(sum, line);
              continue;
            }`;
}
