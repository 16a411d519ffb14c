/**
 * A matrix product with 17 parameters, and their space: names, values and restrictions of the space that was recorded
 * as `gemm_milo` in the auto-tuning community's benchmark hub, after those of CLBlast's `xgemm` (Nugteren, 2018). The
 * kernel is written for this benchmark.
 *
 * C = alpha A B + beta C in float32. A and C lie by columns (element (i, p) of A is a[p * m + i]), B by rows (element
 * (p, j) is b[p * n + j]), so that both operands are read along their tiles; other layouts are transposed before.
 * Extents are multiples of the largest tile.
 *
 * | parameter | what it does |
 * |---|---|
 * | `MWG`, `NWG`, `KWG` | a block computes MWG x NWG elements of C, from KWG columns of A and rows of B at a time |
 * | `MDIMC`, `NDIMC` | threads of a block along m and n: each computes MWG/MDIMC x NWG/NDIMC elements |
 * | `MDIMA`, `NDIMB` | threads along m, and along n, while a tile of A, or B, is copied to shared memory |
 * | `KWI` | steps along k that are unrolled |
 * | `KREG` | steps along k whose operands are in registers at once |
 * | `VWM`, `VWN` | elements that one access to A and C, or to B, moves |
 * | `STRM`, `STRN` | 1: a thread's vectors lie apart, beside those of its neighbours; 0: they are adjacent |
 * | `SA`, `SB` | 1: tiles of A, or B, go through shared memory; 0: operands are read where they lie |
 * | `GEMMK`, `PRECISION` | the kind of kernel (0: tiles as above), bits of an element: one value each |
 */
import type { Configuration } from '@heddle/tuner';

export const gemmParameters = {
  GEMMK: [0],
  MWG: [16, 32, 64, 128],
  NWG: [16, 32, 64, 128],
  KWG: [16, 32],
  MDIMC: [8, 16, 32],
  NDIMC: [8, 16, 32],
  MDIMA: [8, 16, 32],
  NDIMB: [8, 16, 32],
  KWI: [2],
  VWM: [1, 2, 4, 8],
  VWN: [1, 2, 4, 8],
  STRM: [0, 1],
  STRN: [0, 1],
  SA: [0, 1],
  SB: [0, 1],
  KREG: [1],
  PRECISION: [32],
} as const;

export const gemmRestrictions = [
  'KWG % KWI == 0',
  'MWG % (MDIMC * VWM) == 0',
  'NWG % (NDIMC * VWN) == 0',
  'MWG % (MDIMA * VWM) == 0',
  'NWG % (NDIMB * VWN) == 0',
  'KWG % ((MDIMC * NDIMC)/MDIMA) == 0',
  'KWG % ((MDIMC * NDIMC)/NDIMB) == 0',
  'not (MWG == 128 and NWG == 128 and MDIMC == 8 and NDIMC == 8)',
] as const;

/** Valid configurations, as recorded with the space; blocks have 1024 threads at most. */
export const gemmSpaceSize = 116_928;

/** Extents are multiples of this. */
export const largestTile = 128;

/** Blocks of a product of m x n elements, and threads of a block. */
export function gemmShape(
  configuration: Configuration,
  m: number,
  n: number,
): { grid: [number, number]; block: [number, number] } {
  const value = (name: keyof typeof gemmParameters): number => Number(configuration[name]);
  return { grid: [m / value('MWG'), n / value('NWG')], block: [value('MDIMC'), value('NDIMC')] };
}

/** CUDA C++ of the kernel `gemm`; the parameters are macros. */
export const gemmSource = `
#if GEMMK != 0 || PRECISION != 32
#error "there is one kind of kernel, for 32 bits"
#endif

constexpr int elementsM = MWG / MDIMC;
constexpr int elementsN = NWG / NDIMC;

// One access: a GPU moves 16 bytes at most, so eight elements are two accesses side by side.
template <int width> struct alignas(width < 4 ? width * 4 : 16) Vector {
  float lane[width];
};

// Where a thread's vector number i lies in a row that some threads share, count vectors each.
template <int count, int threads, bool strided> __device__ __forceinline__ int placeOf(int thread, int i) {
  return strided ? thread + i * threads : thread * count + i;
}

// Copies KWG rows of a tile; a row takes \`threads\` threads, and as many rows as there are threads for are copied at once.
template <int width, int tile, int threads, bool strided>
__device__ __forceinline__ void copyTile(Vector<width> *shared, const Vector<width> *global, int stride, int thread) {
  constexpr int vectors = tile / width;
  constexpr int count = vectors / threads;
  constexpr int rows = MDIMC * NDIMC / threads;
  const int column = thread % threads;
  const int firstRow = thread / threads;
#pragma unroll
  for (int k = 0; k < KWG / rows; k++) {
    const int row = firstRow + k * rows;
#pragma unroll
    for (int i = 0; i < count; i++) {
      const int place = placeOf<count, threads, strided>(column, i);
      shared[row * vectors + place] = global[row * stride + place];
    }
  }
}

// A thread's operands of one step along k.
template <int width, int elements, int threads, bool strided>
__device__ __forceinline__ void loadOperands(float (&operands)[elements], const Vector<width> *row, int thread) {
#pragma unroll
  for (int i = 0; i < elements / width; i++) {
    const Vector<width> vector = row[placeOf<elements / width, threads, strided>(thread, i)];
#pragma unroll
    for (int lane = 0; lane < width; lane++) operands[i * width + lane] = vector.lane[lane];
  }
}

extern "C" __global__ void __launch_bounds__(MDIMC * NDIMC)
gemm(int m, int n, int k, float alpha, float beta,
     const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c) {
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int strideA = m / VWM;
  const int strideB = n / VWN;
  const Vector<VWM> *globalA = reinterpret_cast<const Vector<VWM> *>(a) + blockIdx.x * (MWG / VWM);
  const Vector<VWN> *globalB = reinterpret_cast<const Vector<VWN> *>(b) + blockIdx.y * (NWG / VWN);
#if SA == 1
  __shared__ Vector<VWM> tileA[KWG * MWG / VWM];
#endif
#if SB == 1
  __shared__ Vector<VWN> tileB[KWG * NWG / VWN];
#endif

  float sums[elementsN][elementsM];
#pragma unroll
  for (int j = 0; j < elementsN; j++) {
#pragma unroll
    for (int i = 0; i < elementsM; i++) sums[j][i] = 0.0f;
  }

#pragma unroll 1
  for (int tile = 0; tile < k; tile += KWG) {
#if SA == 1
    copyTile<VWM, MWG, MDIMA, STRM == 1>(tileA, globalA, strideA, y * MDIMC + x);
#endif
#if SB == 1
    copyTile<VWN, NWG, NDIMB, STRN == 1>(tileB, globalB, strideB, y * MDIMC + x);
#endif
#if SA == 1 || SB == 1
    __syncthreads();
#endif
    // Unrolled by KWI and no further.
#pragma unroll 1
    for (int first = 0; first < KWG; first += KWI) {
#pragma unroll
      for (int next = 0; next < KWI; next += KREG) {
        float operandsA[KREG][elementsM];
        float operandsB[KREG][elementsN];
#pragma unroll
        for (int step = 0; step < KREG; step++) {
          const int row = first + next + step;
#if SA == 1
          const Vector<VWM> *rowA = tileA + row * (MWG / VWM);
#else
          const Vector<VWM> *rowA = globalA + row * strideA;
#endif
#if SB == 1
          const Vector<VWN> *rowB = tileB + row * (NWG / VWN);
#else
          const Vector<VWN> *rowB = globalB + row * strideB;
#endif
          loadOperands<VWM, elementsM, MDIMC, STRM == 1>(operandsA[step], rowA, x);
          loadOperands<VWN, elementsN, NDIMC, STRN == 1>(operandsB[step], rowB, y);
        }
#pragma unroll
        for (int step = 0; step < KREG; step++) {
#pragma unroll
          for (int j = 0; j < elementsN; j++) {
#pragma unroll
            for (int i = 0; i < elementsM; i++) sums[j][i] += operandsA[step][i] * operandsB[step][j];
          }
        }
      }
    }
#if SA == 1 || SB == 1
    // Nobody may overwrite a tile that another still reads.
    __syncthreads();
#endif
    globalA += static_cast<long long>(KWG) * strideA;
    globalB += static_cast<long long>(KWG) * strideB;
  }

  Vector<VWM> *globalC = reinterpret_cast<Vector<VWM> *>(c) + blockIdx.x * (MWG / VWM);
#pragma unroll
  for (int j = 0; j < elementsN; j++) {
    const int column = placeOf<elementsN / VWN, NDIMC, STRN == 1>(y, j / VWN) * VWN + j % VWN;
    Vector<VWM> *columnC = globalC + static_cast<long long>(blockIdx.y * NWG + column) * strideA;
#pragma unroll
    for (int i = 0; i < elementsM / VWM; i++) {
      const int place = placeOf<elementsM / VWM, MDIMC, STRM == 1>(x, i);
      Vector<VWM> result = columnC[place];
#pragma unroll
      for (int lane = 0; lane < VWM; lane++)
        result.lane[lane] = alpha * sums[j][i * VWM + lane] + beta * result.lane[lane];
      columnC[place] = result;
    }
  }
}
`;

/** The same product by one thread for each element, summed in float64: what results are compared with. */
export const plainGemmSource = `
extern "C" __global__ void plain_gemm(int m, int n, int k, float alpha, float beta,
                                      const float *a, const float *b, float *c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= m || j >= n) return;
  double sum = 0;
  for (int p = 0; p < k; p++)
    sum += static_cast<double>(a[static_cast<long long>(p) * m + i]) * b[static_cast<long long>(p) * n + j];
  float *element = c + static_cast<long long>(j) * m + i;
  *element = static_cast<float>(alpha * sum + beta * static_cast<double>(*element));
}
`;
