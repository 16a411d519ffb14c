/**
 * The instructions of matrix units on a CPU, as the PTX ISA says they do. Shows that every element reaches its place;
 * that the instructions do as said, and nothing is read before it has come, only a GPU can show.
 */
import type { MatrixUnitVariant } from '../../src/algorithms/linear-algebra/matrix-unit-variant';

/** Stands before a kernel's source. */
export function unitEmulation(variant: MatrixUnitVariant): string {
  return `
#define MATMUL_UNITS_EMULATED
${copies}
${unitsOf(variant)}
`;
}

function unitsOf(variant: MatrixUnitVariant): string {
  const half = variant.arithmetic.dtype === 'float16';
  switch (variant.kind) {
    case 'warp':
      return values(half) + warpUnits;
    case 'warpgroup':
      return values(half) + warpgroupUnits(variant);
    case 'warp-float64':
      return float64Units;
  }
}

// Conversions between a 16-bit float's bits and its value.
const values = (half: boolean): string => `
DEVICE float matmul_value(unsigned int bits) {
  const unsigned short word = (unsigned short)bits;
  return ${half ? '__half2float(*(const __half*)&word)' : 'heddle_bfloat16_to_float(word)'};
}
DEVICE unsigned int matmul_bits(float value) {
  ${half ? 'const __half rounded = __float2half_rn(value); return *(const unsigned short*)&rounded;' : 'return heddle_float_to_bfloat16(value);'}
}
DEVICE unsigned int matmul_pack(float low, float high) { return matmul_bits(low) | matmul_bits(high) << 16; }
`;

// cp.async: so many bytes, the rest of 16 zero. It is done at once. A GPU stops at an address that is not a multiple
// of 16.
const copies = `
typedef unsigned long long matmul_address;
DEVICE matmul_address matmul_shared_address(const void* pointer) { return (matmul_address)pointer; }
DEVICE void matmul_copy_part(matmul_address shared, const void* global, int bytes) {
  const bool aligned = (shared | (matmul_address)global) % 16 == 0;
  for (int i = 0; i < 16; ++i) {
    ((unsigned char*)shared)[i] = !aligned ? 0xff : i < bytes ? ((const unsigned char*)global)[i] : 0;
  }
}
DEVICE void matmul_copy_piece(matmul_address shared, const void* global) { matmul_copy_part(shared, global, 16); }
DEVICE void matmul_commit() {}
DEVICE void matmul_wait_0() {}
DEVICE void matmul_wait_1() {}
DEVICE void matmul_wait_2() {}
DEVICE void matmul_wait_3() {}
`;

const warpUnits = `
// ldmatrix: part q has its lines' addresses in lanes 8 q to 8 q + 7; lane l gets elements 2 (l mod 4) and the next of
// line l / 4, or transposed.
DEVICE unsigned int matmul_part(matmul_address address, int q, bool transposed) {
  const int lane = (int)threadIdx.x % 32;
  const int line = transposed ? lane % 4 * 2 : lane / 4;
  const int column = transposed ? lane / 4 : lane % 4 * 2;
  const unsigned short* first = (const unsigned short*)__shfl_sync(0xffffffffu, address, 8 * q + line);
  const unsigned short* second = (const unsigned short*)__shfl_sync(0xffffffffu, address, 8 * q + line + (transposed ? 1 : 0));
  return first[column] | (unsigned int)second[column + (transposed ? 0 : 1)] << 16;
}
DEVICE void matmul_load(unsigned int* r, matmul_address address) {
  for (int q = 0; q < 4; ++q) r[q] = matmul_part(address, q, false);
}
DEVICE void matmul_load_transposed(unsigned int* r, matmul_address address) {
  for (int q = 0; q < 4; ++q) r[q] = matmul_part(address, q, true);
}
// mma.m16n8k16: groups of four lanes have a row of A and a column of B; registers by halves of rows, then of k.
DEVICE void matmul_multiply(float* sum, const unsigned int* a, unsigned int b0, unsigned int b1) {
  const int lane = (int)threadIdx.x % 32;
  for (int i = 0; i < 4; ++i) {
    const int row = lane / 4 + (i < 2 ? 0 : 8), column = lane % 4 * 2 + i % 2;
    for (int k = 0; k < 16; ++k) {
      const int ownerA = row % 8 * 4 + k % 8 / 2, ownerB = column * 4 + k % 8 / 2;
      const unsigned int low = __shfl_sync(0xffffffffu, k < 8 ? a[0] : a[2], ownerA);
      const unsigned int high = __shfl_sync(0xffffffffu, k < 8 ? a[1] : a[3], ownerA);
      const unsigned int wordA = row < 8 ? low : high;
      const unsigned int wordB = __shfl_sync(0xffffffffu, k < 8 ? b0 : b1, ownerB);
      sum[i] += matmul_value(wordA >> k % 2 * 16) * matmul_value(wordB >> k % 2 * 16);
    }
  }
}
`;

// mma.m16n8k8 of f64: groups of four lanes have a row of A and a column of B; registers by halves of rows, then of k. A
// vector load at an address that is not a multiple of 16 stops a GPU.
const float64Units = `
DEVICE void matmul_load_two(double& low, double& high, matmul_address address) {
  const bool aligned = address % 16 == 0;
  low = aligned ? ((const double*)address)[0] : -1e300;
  high = aligned ? ((const double*)address)[1] : -1e300;
}
DEVICE void matmul_hold(int&, int&) {}
DEVICE void matmul_load_one(double& value, matmul_address address) { value = *(const double*)address; }
DEVICE void matmul_multiply(double* sum, const double* a, double b0, double b1) {
  const int lane = (int)threadIdx.x % 32;
  for (int k = 0; k < 8; ++k) {
    const double low = __shfl_sync(0xffffffffu, k < 4 ? a[0] : a[2], lane / 4 * 4 + k % 4);
    const double high = __shfl_sync(0xffffffffu, k < 4 ? a[1] : a[3], lane / 4 * 4 + k % 4);
    for (int i = 0; i < 2; ++i) {
      const double b = __shfl_sync(0xffffffffu, k < 4 ? b0 : b1, (lane % 4 * 2 + i) * 4 + k % 4);
      sum[i] += low * b;
      sum[2 + i] += high * b;
    }
  }
}
`;

// wgmma.m64nNk16 with both operands in shared memory, swizzled by 128 bytes: what their descriptors say is told by the
// orders here. Element (row, k) of an operand whose inner axis is dense is in line row, in groups of eight lines; else
// in line k, in blocks of 64 rows. Lanes have the sums that the ISA's figure of the registers gives them.
function warpgroupUnits({ orderA, orderB, tile }: MatrixUnitVariant): string {
  const place = (inner: boolean): string =>
    inner ? 'row % 8 * 128 + row / 8 * 1024 + 2 * k' : 'row % 64 * 2 + row / 64 * 8192 + k % 8 * 128 + k / 8 * 1024';
  const element = (name: string, inner: boolean): string => `
DEVICE float matmul_element_${name}(matmul_address start, int row, int k) {
  const matmul_address place = start + (matmul_address)(${place(inner)});
  return matmul_value(*(const unsigned short*)(place ^ ((place >> 7 & 7) << 4)));
}`;
  return `
DEVICE void matmul_show_copies() {}
DEVICE void matmul_products_begin() {}
DEVICE void matmul_products_commit() {}
DEVICE void matmul_products_wait_0() {}
DEVICE void matmul_products_wait_1() {}
DEVICE void matmul_hold(float*) {}
${element('a', orderA === 'rows')}
${element('b', orderB === 'columns')}
DEVICE void matmul_multiply(float* sum, matmul_address a, matmul_address b) {
  const int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32 % 4;
  for (int i = 0; i < ${tile.columns / 2}; ++i) {
    const int row = warp * 16 + i / 2 % 2 * 8 + lane / 4, column = i / 4 * 8 + lane % 4 * 2 + i % 2;
    for (int k = 0; k < 16; ++k) sum[i] += matmul_element_a(a, row, k) * matmul_element_b(b, column, k);
  }
}
`;
}
