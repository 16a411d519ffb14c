/**
 * Matrix product by blocks of threads, in the portable dialect.
 *
 * A block computes a tile of the result. It walks along the inner axis: a slice of each operand goes through registers
 * into shared memory, whose two halves take turns, so that the next slice travels while this one is multiplied. A
 * thread keeps its part of the tile in registers; its rows and columns come in groups as wide as a vector, spread over
 * the tile, so that threads next to each other read different banks.
 */
import type { MatrixArithmetic } from './matrix-arithmetic';

/** How a matrix lies in memory. */
export type Order =
  /** Elements of a row follow each other. */
  | 'rows'
  /** Elements of a column follow each other. */
  | 'columns';

/** What decides the source of a tiled product. */
export interface TiledVariant {
  readonly arithmetic: MatrixArithmetic;
  readonly orderA: Order;
  readonly orderB: Order;
  /** Every group of an operand begins at an address that a vector load takes. */
  readonly alignedA: boolean;
  readonly alignedB: boolean;
  /** For a result of few columns: see {@link tileFor}. */
  readonly narrow: boolean;
  /** Writes partial sums of a part of the inner axis, in accumulated type, instead of results. */
  readonly partial: boolean;
}

/** Extents of a tile. */
export interface Tile {
  readonly rows: number;
  readonly columns: number;
  /** Length of the slice along the inner axis. */
  readonly depth: number;
  /** Rows and columns of one thread's part. */
  readonly threadRows: number;
  readonly threadColumns: number;
}

/** Threads of a block, always 16 by 16 parts. */
export const tiledThreads = 256;

/** Columns of a tile for a result with at most as many, which leaves most of a square tile idle. */
export const narrowColumns = 16;

/** Tile by bytes of what is summed: as much as the registers of a thread hold without spilling. */
export function tileFor({ accumulatedBytes }: MatrixArithmetic, narrow: boolean): Tile {
  const columns = narrow ? narrowColumns : undefined;
  const threadColumns = narrow ? 1 : undefined;
  if (accumulatedBytes === 4) {
    // A slice of 8 keeps what is held between memories small: two blocks then fit a multiprocessor's registers.
    const depth = narrow ? 16 : 8;
    return { rows: 128, columns: columns ?? 128, depth, threadRows: 8, threadColumns: threadColumns ?? 8 };
  }
  const depth = accumulatedBytes === 8 || narrow ? 16 : 8;
  return { rows: 64, columns: columns ?? 64, depth, threadRows: 4, threadColumns: threadColumns ?? 4 };
}

export const tiledKernelName = 'matmul_tiled';

/** Tells the sources of variants apart. */
export function tiledKey(variant: TiledVariant): string {
  const { arithmetic, orderA, orderB, alignedA, alignedB, narrow, partial } = variant;
  const operands = [orderA, alignedA, orderB, alignedB].join('/');
  return `matmul/tiled/${arithmetic.dtype}/${operands}/${narrow ? 'narrow' : 'square'}/${partial ? 'partial' : 'whole'}`;
}

export function tiledSource(variant: TiledVariant): string {
  const { arithmetic, orderA, orderB, alignedA, alignedB } = variant;
  const tile = tileFor(arithmetic, variant.narrow);
  const a: SliceOperand = {
    name: 'A',
    extent: tile.rows,
    perThread: tile.threadRows,
    along: orderA === 'rows' ? 'inner' : 'outer',
    aligned: alignedA,
    lanes: arithmetic.lanes,
    part: 'partRow',
  };
  const b: SliceOperand = {
    name: 'B',
    extent: tile.columns,
    perThread: tile.threadColumns,
    along: orderB === 'rows' ? 'outer' : 'inner',
    aligned: alignedB,
    lanes: variant.narrow ? 1 : arithmetic.lanes,
    part: 'partColumn',
  };
  const { accumulated, stored } = arithmetic;
  const result = variant.partial ? accumulated : stored;
  return `${macros(arithmetic)}
KERNEL void MATMUL_BOUNDS ${tiledKernelName}(
    GLOBAL const ${stored}* a, INT64 offsetA, INT64 stepA, INT64 batchA,
    GLOBAL const ${stored}* b, INT64 offsetB, INT64 stepB, INT64 batchB,
    GLOBAL ${result}* c, INT64 offsetC, INT64 rowC, INT64 columnC,
    int m, int n, int depth, int batches, int splits, int splitDepth) {
  SHARED ${vectorType(a, arithmetic)} sharedA[2 * ${sliceVectors(a, tile)}];
  SHARED ${vectorType(b, arithmetic)} sharedB[2 * ${sliceVectors(b, tile)}];
  ${threadPlace}
  ${tilePlace(tile)}
  for (int batch = (int)BLOCK_INDEX(2); batch < batches * splits; batch += (int)GRID_SIZE(2)) {
    const int split = batch % splits;
    const int from = split * splitDepth;
    const int to = depth - from < splitDepth ? depth : from + splitDepth;
    GLOBAL const ${stored}* matrixA = a + offsetA + batch / splits * batchA;
    GLOBAL const ${stored}* matrixB = b + offsetB + batch / splits * batchB;
    ${accumulated} sum[${tile.threadRows}][${tile.threadColumns}];
    ${accumulated} heldA[${heldCount(a, tile)}];
    ${accumulated} heldB[${heldCount(b, tile)}];
    MATMUL_UNROLL
    for (int i = 0; i < ${tile.threadRows}; ++i) {
      MATMUL_UNROLL
      for (int j = 0; j < ${tile.threadColumns}; ++j) sum[i][j] = ${arithmetic.zero};
    }
    ${fetch(a, arithmetic, tile, 'from')}
    ${fetch(b, arithmetic, tile, 'from')}
    int turn = 0;
    ${put(a, arithmetic, tile)}
    ${put(b, arithmetic, tile)}
    BARRIER();
    for (int slice = from; slice < to; slice += ${tile.depth}) {
      const int more = slice + ${tile.depth} < to;
      if (more) {
        ${fetch(a, arithmetic, tile, `slice + ${tile.depth}`)}
        ${fetch(b, arithmetic, tile, `slice + ${tile.depth}`)}
      }
      ${multiply(arithmetic, tile, a, b)}
      turn ^= 1;
      if (more) {
        ${put(a, arithmetic, tile)}
        ${put(b, arithmetic, tile)}
      }
      BARRIER();
    }
    GLOBAL ${result}* matrixC = c + offsetC + (INT64)batch * m * n;
    ${writeBack(variant, tile, a, b)}
  }
}
`;
}

function macros({ vector }: MatrixArithmetic): string {
  return `
#if defined(HEDDLE_DIALECT_OPENCL) && (defined(__x86_64__) || defined(__aarch64__))
// A processor has no registers for a thread's part, and its compiler needs seconds for what unrolled loops make of it.
#define MATMUL_UNROLL _Pragma("unroll 1")
#else
#define MATMUL_UNROLL _Pragma("unroll")
#endif
#ifdef HEDDLE_DIALECT_CUDA
// Two blocks on a multiprocessor: one computes while the other waits.
#define MATMUL_BOUNDS __launch_bounds__(${tiledThreads}, 2)
#else
#define MATMUL_BOUNDS
#endif
typedef ${vector} matmul_vector;
`;
}

// A group of 32 threads covers 4 by 8 parts: it reads fewer different words of both operands than 2 by 16 would.
const threadPlace = `const int thread = (int)THREAD_INDEX(0);
  const int partRow = (thread / 64) * 4 + thread % 32 / 8;
  const int partColumn = thread / 32 % 2 * 8 + thread % 8;`;

// Tiles are visited in bands of eight rows of tiles, so that blocks running at the same time share operands in cache.
function tilePlace(tile: Tile): string {
  return `const int tileRows = (m - 1) / ${tile.rows} + 1;
  const int tileColumns = (n - 1) / ${tile.columns} + 1;
  const int band = (int)(BLOCK_INDEX(0) / (unsigned int)(8 * tileColumns));
  const int bandRows = tileRows - band * 8 < 8 ? tileRows - band * 8 : 8;
  const int place = (int)(BLOCK_INDEX(0) % (unsigned int)(8 * tileColumns));
  const int firstRow = (band * 8 + place % bandRows) * ${tile.rows};
  const int firstColumn = place / bandRows * ${tile.columns};`;
}

interface SliceOperand {
  readonly name: 'A' | 'B';
  /** Rows of A's tile, columns of B's. */
  readonly extent: number;
  /** How many of them one thread has. */
  readonly perThread: number;
  /** The axis whose elements follow each other in memory: the one summed over, or the result's. */
  readonly along: 'inner' | 'outer';
  readonly aligned: boolean;
  /** Elements of a group. */
  readonly lanes: 1 | 2 | 4;
  /** Variable that tells which part of the tile is the thread's. */
  readonly part: string;
}

function vectorType({ lanes }: SliceOperand, { accumulated }: MatrixArithmetic): string {
  return lanes === 1 ? accumulated : 'matmul_vector';
}

// One vector of padding after each line moves the lines to different banks.
function lineVectors({ extent, lanes }: SliceOperand): number {
  return extent / lanes + 1;
}

function sliceVectors(operand: SliceOperand, tile: Tile): number {
  return lineVectors(operand) * tile.depth;
}

/** Elements of a slice that each thread brings. */
function heldCount({ extent }: SliceOperand, { depth }: Tile): number {
  return (extent * depth) / tiledThreads;
}

/** Where the g-th group of a thread lies in the slice: on which line, and from which element of it. */
function groupPlace({ along, extent, lanes }: SliceOperand, tile: Tile, g: number) {
  const perLine = (along === 'inner' ? tile.depth : extent) / lanes;
  const place = g === 0 ? 'thread' : `(thread + ${g * tiledThreads})`;
  return { line: `${place} / ${perLine}`, start: `${place} % ${perLine} * ${lanes}` };
}

function groups(operand: SliceOperand, tile: Tile): number {
  return heldCount(operand, tile) / operand.lanes;
}

// From device memory to registers; zero beyond the edges.
function fetch(operand: SliceOperand, arithmetic: MatrixArithmetic, tile: Tile, slice: string): string {
  const { name, along, aligned, lanes } = operand;
  const { zero } = arithmetic;
  const [outerFirst, outerEnd] = name === 'A' ? ['firstRow', 'm'] : ['firstColumn', 'n'];
  return Array.from({ length: groups(operand, tile) }, (_, g) => {
    const { line, start } = groupPlace(operand, tile, g);
    const [lineFirst, lineEnd, startFirst, startEnd] =
      along === 'inner' ? [outerFirst, outerEnd, slice, 'to'] : [slice, 'to', outerFirst, outerEnd];
    const held = Array.from({ length: lanes }, (_, lane) => `held${name}[${g * lanes + lane}]`);
    const singly = held
      .map(
        (value, lane) =>
          `${value} = line < ${lineEnd} && start + ${lane} < ${startEnd} ? ` +
          `${arithmetic.load('source', String(lane))} : ${zero};`,
      )
      .join(' ');
    const whole = aligned && lanes > 1 ? wholeLoad(arithmetic, held) : undefined;
    const body =
      whole === undefined
        ? singly
        : `if (line < ${lineEnd} && start + ${lanes} <= ${startEnd}) { ${whole} } else { ${singly} }`;
    return `{
        const int line = ${lineFirst} + ${line};
        const int start = ${startFirst} + ${start};
        GLOBAL const ${arithmetic.stored}* source = matrix${name} + (INT64)line * step${name} + start;
        ${body}
      }`;
  }).join('\n      ');
}

// One load for a group: 16 bytes, or 8 of 16-bit floats. Undefined where a dtype has none.
function wholeLoad({ dtype, lanes }: MatrixArithmetic, held: readonly string[]): string | undefined {
  const spread = (type: string, convert = (part: string): string => part): string =>
    `const ${type} v = *(GLOBAL const ${type}*)source; ` +
    held.map((value, lane) => `${value} = ${convert(`v.${'xyzw'.charAt(lane)}`)};`).join(' ');
  switch (dtype) {
    case 'float32':
      return spread('float4');
    case 'int32':
    case 'uint32':
      return spread('uint4');
    case 'float64':
      return spread('double2');
    case 'bfloat16':
      return spread('ushort4', (part) => `heddle_bfloat16_to_float(${part})`);
    case 'float16':
      return lanes === 4 ? halfLoad(held) : undefined;
    default:
      return undefined;
  }
}

function halfLoad(held: readonly string[]): string {
  const assign = (vector: string): string =>
    held.map((value, lane) => `${value} = ${vector}.${'xyzw'.charAt(lane)};`).join(' ');
  return `
#ifdef HEDDLE_DIALECT_OPENCL
        const float4 v = vload_half4(0, source); ${assign('v')}
#else
        const ushort4 v = *(const ushort4*)source; HALF h;
        ${held.map((value, lane) => `*(unsigned short*)&h = v.${'xyzw'.charAt(lane)}; ${value} = LOAD_HALF(&h, 0);`).join('\n        ')}
#endif
        `;
}

// From registers to shared memory, where a line holds the tile's extent for one place of the inner axis.
function put(operand: SliceOperand, arithmetic: MatrixArithmetic, tile: Tile): string {
  const { name, along, lanes } = operand;
  const { accumulated } = arithmetic;
  const vectors = lineVectors(operand);
  const half = `turn * ${sliceVectors(operand, tile)}`;
  return Array.from({ length: groups(operand, tile) }, (_, g) => {
    const { line, start } = groupPlace(operand, tile, g);
    const held = Array.from({ length: lanes }, (_, lane) => `held${name}[${g * lanes + lane}]`);
    const target = `LOCAL ${accumulated}* target = (LOCAL ${accumulated}*)(shared${name} + ${half})`;
    if (along === 'outer') {
      const stores = held.map((value, lane) => `target[${lane}] = ${value};`).join(' ');
      return `{ ${target} + (${line}) * ${vectors * lanes} + ${start}; ${stores} }`;
    }
    const stores = held.map((value, lane) => `target[${lane * vectors * lanes}] = ${value};`).join(' ');
    return `{ ${target} + (${start}) * ${vectors * lanes} + ${line}; ${stores} }`;
  }).join('\n        ');
}

function multiply(arithmetic: MatrixArithmetic, tile: Tile, a: SliceOperand, b: SliceOperand): string {
  const { accumulated } = arithmetic;
  return `MATMUL_UNROLL
      for (int k = 0; k < ${tile.depth}; ++k) {
        ${accumulated} partA[${tile.threadRows}];
        ${accumulated} partB[${tile.threadColumns}];
        ${readPart(a, arithmetic, tile)}
        ${readPart(b, arithmetic, tile)}
        MATMUL_UNROLL
        for (int i = 0; i < ${tile.threadRows}; ++i) {
          MATMUL_UNROLL
          for (int j = 0; j < ${tile.threadColumns}; ++j) { ${arithmetic.multiplyAdd('sum[i][j]', 'partA[i]', 'partB[j]')} }
        }
      }`;
}

function readPart(operand: SliceOperand, arithmetic: MatrixArithmetic, tile: Tile): string {
  const { name, extent, perThread, lanes, part } = operand;
  return Array.from({ length: perThread / lanes }, (_, g) => {
    const line = `turn * ${sliceVectors(operand, tile)} + k * ${lineVectors(operand)}`;
    const parts = Array.from({ length: lanes }, (_, lane) => {
      const source = lanes === 1 ? 'v' : `v.${'xyzw'.charAt(lane)}`;
      return `part${name}[${g * lanes + lane}] = ${source};`;
    });
    const at = `${line} + ${(g * extent) / perThread} + ${part}`;
    return `{ const ${vectorType(operand, arithmetic)} v = shared${name}[${at}]; ${parts.join(' ')} }`;
  }).join('\n        ');
}

function writeBack({ arithmetic, partial }: TiledVariant, tile: Tile, a: SliceOperand, b: SliceOperand): string {
  const index = 'row * rowC + column * columnC';
  const store = partial ? `matrixC[${index}] = sum[i][j];` : arithmetic.store('matrixC', index, 'sum[i][j]');
  const place = (counter: string, { lanes, extent, perThread, part }: SliceOperand): string =>
    `${counter} / ${lanes} * ${(extent * lanes) / perThread} + ${part} * ${lanes} + ${counter} % ${lanes}`;
  return `MATMUL_UNROLL
    for (int i = 0; i < ${tile.threadRows}; ++i) {
      const int row = firstRow + ${place('i', a)};
      MATMUL_UNROLL
      for (int j = 0; j < ${tile.threadColumns}; ++j) {
        const int column = firstColumn + ${place('j', b)};
        if (row < m && column < n) { ${store} }
      }
    }`;
}
