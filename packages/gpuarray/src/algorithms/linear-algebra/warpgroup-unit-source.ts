/**
 * Matrix product of 16-bit floats by matrix units that serve four warps together (`wgmma`, on Hopper alone), in CUDA
 * C++ with PTX. They read both operands from shared memory themselves, while the threads go on to copy the slices
 * after the next.
 *
 * Layouts of shared memory, its descriptors and the registers are those of the PTX ISA for `wgmma.mma_async`. Only code
 * compiled for `sm_90a` has these instructions.
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
import { packPrimitive, tilePlace, writeFunctions } from './matrix-unit-tiles';
import {
  matrixUnitKernelName,
  parameters,
  ptxTypeOf,
  sidesOf,
  type LaunchShape,
  type MatrixUnitVariant,
  type UnitTile,
} from './matrix-unit-variant';

/** Two warpgroups, each with half of the tile's rows. */
const threads = 256;
/** The swizzle starts anew at multiples of this address. */
const alignment = 1024;

/** Slices in shared memory, and products that stay in flight while the next are begun. */
interface Pipeline {
  readonly stages: number;
  readonly lag: number;
}

// Where two blocks share a multiprocessor, one multiplies while the other waits. As measured on an H200.
function pipelineOf(columns: number): Pipeline {
  return columns === 128 ? { stages: 3, lag: 0 } : { stages: 4, lag: 1 };
}

export function warpgroupUnitShape({ rows, columns }: UnitTile): LaunchShape {
  const bytes = pipelineOf(columns).stages * (rows + columns) * lineBytes;
  return { threads, sharedBytes: bytes + alignment };
}

export function warpgroupUnitSource(variant: MatrixUnitVariant): string {
  const { arithmetic, tile } = variant;
  const { rows, columns } = tile;
  const [a, b] = sidesOf(variant, warpgroupUnitShape(tile));
  const pipeline = pipelineOf(columns);
  return `${primitives(arithmetic, columns, pipeline, a, b)}
${copyFunctions(arithmetic.stored, a, b)}
${multiplyFunction(a, b)}
${writeFunctions(arithmetic, columns)}
KERNEL void __launch_bounds__(${threads}, ${columns === 128 ? 2 : 1}) ${matrixUnitKernelName}(
    ${parameters(arithmetic)}) {
  DYNAMIC_SHARED(unsigned char, dynamic);
  const matmul_address shared =
      (matmul_shared_address(dynamic) + ${alignment - 1}) & ~(matmul_address)${alignment - 1};
  const int thread = (int)THREAD_INDEX(0);
  const int groupRow = thread / 128 * ${rows / 2};
  ${tilePlace(tile)}
  const int slices = (depth - 1) / ${sliceDepth(a)} + 1;
  for (int batch = (int)BLOCK_INDEX(2); batch < batches; batch += (int)GRID_SIZE(2)) {
    const matmul_copier copierA = matmul_begin_a(a + offsetA + batch * batchA, stepA, firstRow, m, depth, thread);
    const matmul_copier copierB = matmul_begin_b(b + offsetB + batch * batchB, stepB, firstColumn, n, depth, thread);
    float sum[${columns / 2}];
    #pragma unroll
    for (int i = 0; i < ${columns / 2}; ++i) sum[i] = 0.0f;
    ${multiplySlices(a, b, pipeline)}
    // The next batch's copies overwrite what the other warpgroup may still multiply.
    BARRIER();
    matmul_write(sum, c + offsetC + (INT64)batch * m * n, firstRow + groupRow + thread / 32 % 4 * 16, firstColumn, m, n,
        thread % 32);
  }
}
`;
}

// After the barrier, all threads' copies of this slice have arrived, and no warp group still multiplies the slice whose
// place is written next.
function multiplySlices(a: Side, b: Side, { stages, lag }: Pipeline): string {
  const ahead = stages - 1 - lag;
  const bytes = sliceBytes(a, b);
  const copyBoth = (
    place: string,
  ): string => `matmul_copy_a(copierA, shared + ${place} * ${bytes}, slice, 0, ${piecesPerThread(a)});
        matmul_copy_b(copierB, shared + ${place} * ${bytes} + ${sliceBytes(a)}, slice, 0, ${piecesPerThread(b)});`;
  return `#pragma unroll 1
    for (int slice = 0; slice < ${ahead}; ++slice) {
      if (slice < slices) {
        ${copyBoth('slice')}
      }
      matmul_commit();
    }
    int read = 0, written = ${ahead};
    #pragma unroll 1
    for (int current = 0; current < slices; ++current) {
      matmul_wait_${ahead - 1}();
      matmul_show_copies();
      BARRIER();
      const matmul_address place = shared + read * ${bytes};
      matmul_multiply_slice(sum, place + groupRow * ${lineBytes}, place + ${sliceBytes(a)});
      const int slice = current + ${ahead};
      if (slice < slices) {
        ${copyBoth('written')}
      }
      matmul_commit();
      matmul_products_wait_${lag}();
      read = read == ${stages - 1} ? 0 : read + 1;
      written = written == ${stages - 1} ? 0 : written + 1;
    }
    matmul_products_wait_0();
    matmul_wait_0();
    matmul_hold(sum);`;
}

// Steps of 16 elements of the inner axis: 32 bytes of a line, or 16 lines.
function multiplyFunction(a: Side, b: Side): string {
  const stepBytes = ({ inner }: Side): number => (inner ? 32 : 16 * lineBytes);
  return `
DEVICE void matmul_multiply_slice(float* sum, matmul_address a, matmul_address b) {
  matmul_products_begin();
  #pragma unroll
  for (int step = 0; step < 4; ++step) matmul_multiply(sum, a + step * ${stepBytes(a)}, b + step * ${stepBytes(b)});
  matmul_products_commit();
}`;
}

// A test defines MATMUL_UNITS_EMULATED and brings its own, by the definitions of the PTX ISA.
function primitives(arithmetic: MatrixArithmetic, columns: number, pipeline: Pipeline, a: Side, b: Side): string {
  const type = ptxTypeOf(arithmetic);
  return `
#ifndef MATMUL_UNITS_EMULATED
${copyPrimitives([pipeline.stages - 2 - pipeline.lag])}
// Copies are ordinary writes; the units read past the caches of those.
DEVICE void matmul_show_copies() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
DEVICE void matmul_products_begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
DEVICE void matmul_products_commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
${[...new Set([0, pipeline.lag])].map(productsWaitFunction).join('\n')}
// Keeps the compiler from reading the sums before the wait that stands above.
DEVICE void matmul_hold(float* sum) {
  #pragma unroll
  for (int i = 0; i < ${columns / 2}; ++i) asm volatile("" : "+f"(sum[i]) :: "memory");
}
${multiplyPrimitive(type, columns, a, b)}
${packPrimitive(type)}
#endif
`;
}

function productsWaitFunction(newest: number): string {
  return `DEVICE void matmul_products_wait_${newest}() {
  asm volatile("wgmma.wait_group.sync.aligned ${newest};" ::: "memory");
}`;
}

function multiplyPrimitive(type: string, columns: number, a: Side, b: Side): string {
  const count = columns / 2;
  const list = (item: (i: number) => string): string => Array.from({ length: count }, (_, i) => item(i)).join(', ');
  return `DEVICE void matmul_multiply(float* sum, matmul_address a, matmul_address b) {
  const UINT64 descriptorA = ${descriptor('a', a)}, descriptorB = ${descriptor('b', b)};
  asm volatile("wgmma.mma_async.sync.aligned.m64n${columns}k16.f32.${type}.${type} "
      "{${list((i) => `%${i}`)}}, "
      "%${count}, %${count + 1}, 1, 1, 1, ${a.inner ? 0 : 1}, ${b.inner ? 0 : 1};"
      : ${list((i) => `"+f"(sum[${i}])`)}
      : "l"(descriptorA), "l"(descriptorB));
}`;
}

// In units of 16 bytes: where it begins; from bit 16 on the distance of blocks of 64 rows (columns), which counts only
// where the inner axis is not the dense one; from bit 32 on the distance of groups of 8 lines. Bit 62: 128-byte swizzle.
function descriptor(address: string, { inner }: Side): string {
  const fixed = (1n << 62n) | (64n << 32n) | ((inner ? 1n : 512n) << 16n);
  return `(0x${fixed.toString(16)}ull | (UINT64)((${address} & 0x3ffff) >> 4))`;
}
