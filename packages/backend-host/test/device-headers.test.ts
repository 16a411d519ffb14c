/** Functions that need an include of CUDA's or HIP's headers. */
import { openHost, type OpenHost } from './open-host';

const threads = 64;
let host: OpenHost;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

const groups = '#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n';

it.each<[string, 'cuda' | 'hip', string, (t: number) => number]>([
  [
    'copies of groups are counted in elements, and waited for in their order',
    'cuda',
    `#include <cooperative_groups/memcpy_async.h>
    ${groups}__global__ void k(int* out) {
      __shared__ int first[64], second[64];
      auto block = cg::this_thread_block();
      out[threadIdx.x] = threadIdx.x;
      block.sync();
      cg::memcpy_async(block, first, 64, out, 64);
      cg::memcpy_async(block, second, out, cuda::aligned_size_t<4>(sizeof(second)));
      cg::wait_prior<1>(block);
      int sum = first[63 - threadIdx.x];
      cg::wait_prior<0>(block);
      out[threadIdx.x] = 100 * sum + second[threadIdx.x ^ 1];
    }`,
    (t) => 100 * (63 - t) + (t ^ 1),
  ],
  [
    'a barrier is passed in two parts',
    'cuda',
    `${groups}__global__ void k(int* out) {
      __shared__ int values[64];
      auto block = cg::this_thread_block();
      values[threadIdx.x] = 3 * threadIdx.x;
      auto token = block.barrier_arrive();
      int mine = threadIdx.x * 1000;
      block.barrier_wait(static_cast<cg::thread_block::arrival_token&&>(token));
      out[threadIdx.x] = mine + values[63 - threadIdx.x];
    }`,
    (t) => 1000 * t + 3 * (63 - t),
  ],
  [
    'groups reduce into atomics, and one thread answers for all',
    'cuda',
    `#include <cooperative_groups/reduce.h>
    #include <cuda/atomic>
    ${groups}__global__ void k(int* out) {
      __shared__ int sum, greatest;
      auto block = cg::this_thread_block();
      auto tile = cg::tiled_partition<16>(block);
      if (threadIdx.x == 0) sum = 5;
      block.sync();
      cuda::atomic_ref<int, cuda::thread_scope_block> total(sum), last(greatest);
      cg::reduce_update_async(tile, total, (int)threadIdx.x, cg::plus<int>());
      if (tile.meta_group_rank() == 1) cg::reduce_store_async(tile, last, (int)threadIdx.x, cg::greater<int>());
      block.sync();
      out[threadIdx.x] = 10000 * sum + 100 * greatest + cg::invoke_one_broadcast(tile, [&] { return tile.meta_group_rank(); });
    }`,
    (t) => 10000 * (5 + 2016) + 3100 + (t >> 4),
  ],
  [
    "a thread's own copies are asynchronous",
    'cuda',
    `#include <cuda_pipeline.h>
    __global__ void k(int* out) {
      __shared__ int2 pairs[64];
      int2 source = make_int2(threadIdx.x, 7);
      __pipeline_memcpy_async(&pairs[threadIdx.x], &source, 8, 4);
      __pipeline_commit();
      __pipeline_wait_prior(0);
      __syncthreads();
      int2 pair = pairs[63 - threadIdx.x];
      out[threadIdx.x] = 10 * pair.x + pair.y;
    }`,
    (t) => 10 * (63 - t),
  ],
  [
    'the standard library is under cuda::std',
    'cuda',
    `#include <cuda/std/algorithm>
    #include <cuda/std/cmath>
    #include <cuda/std/complex>
    #include <cuda/std/cstring>
    #include <cuda/std/iterator>
    #include <cuda/std/numeric>
    #include <cuda/std/ratio>
    #include <cuda/std/variant>
    __global__ void k(int* out) {
      int values[4] = {4, (int)threadIdx.x, 2, 1};
      cuda::std::sort(cuda::std::begin(values), cuda::std::end(values));
      cuda::std::complex<float> z(3, 4);
      cuda::std::variant<int, float> either = 2.5f;
      out[threadIdx.x] = values[3] + 1000 * (int)cuda::std::abs(z) + cuda::std::gcd(12, 18) +
        100 * (int)(2 * cuda::std::get<float>(either)) + (int)cuda::std::floor(0.5f);
    }`,
    (t) => Math.max(t, 4) + 5000 + 6 + 500,
  ],
  [
    'headers that say nothing new are found',
    'cuda',
    `#include <builtin_types.h>
    #include <common_functions.h>
    #include <device_types.h>
    #include <driver_types.h>
    #include <host_defines.h>
    #include <math_functions.h>
    #include <sm_35_intrinsics.h>
    #include <surface_types.h>
    #include <texture_types.h>
    #include <vector_functions.hpp>
    __global__ void k(int* out) { out[threadIdx.x] = make_int2(3, 4).y; }`,
    () => 4,
  ],
  [
    'infinity, NaN and the limits of integers need no header',
    'cuda',
    `__global__ void k(int* out) {
      float least = INFINITY;
      least = fminf(least, threadIdx.x);
      out[threadIdx.x] = 10 * (int)fminf(NAN, least) + (-INFINITY < least && INT_MIN < -INT_MAX);
      if (&out[threadIdx.x] == NULL || UINT_MAX + 1 != 0 || LLONG_MAX + LLONG_MIN != -1) out[threadIdx.x] = -1;
    }`,
    (t) => 10 * t + 1,
  ],
  [
    "indices have HIP's own names",
    'hip',
    `__global__ void k(int* out) {
      int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
      out[i] = 100 * i + 10 * hipBlockDim_y + hipGridDim_z + hipThreadIdx_y + hipBlockIdx_z;
    }`,
    (t) => 100 * t + 11,
  ],
])('%s', async (_, language, source, value) => {
  using module = await host.device.compile<string>(source, { language });
  using out = host.device.zeros('int32', threads);
  module.kernel('k', { signature: 'int* out' }).launch({ grid: 1, block: threads }, out);
  expect([...(await out.read())]).toEqual(Array.from({ length: threads }, (_, t) => value(t)));
});

// With each read a part of the kernel itself the compiler took most of a minute.
it('reads a texture at many places of one kernel', async () => {
  const source = `
    __device__ float row(cudaTextureObject_t image, float x, float y) {
      return tex2D<float>(image, x - 1, y) + tex2D<float>(image, x, y) * 2 +
             tex2D<float>(image, x + 1, y) * 3 + tex2D<float>(image, x + 2, y) * 4;
    }
    __global__ void k(cudaTextureObject_t image, float* out, int width, int height) {
      int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
      float u = x + 0.5f, v = y + 0.5f;
      if (x < width && y < height)
        out[y * width + x] = row(image, u, v - 1) + row(image, u, v) + row(image, u, v + 1) + row(image, u, v + 2);
    }`;
  const { device } = host;
  const [width, height] = [13, 7];
  const texels = Float32Array.from({ length: width * height }, (_, i) => (i * i) % 101);
  using module = await device.compile(source);
  using image = device.createTexture({ extents: [width, height], dtype: 'float32', filterMode: 'linear' });
  await image.write(texels);
  using out = device.zeros('float32', width * height);
  module.kernel('k').launch({ grid: [2, 1], block: [8, 8] }, image, out, width, height);
  const texel = (x: number, y: number): number =>
    texels[Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1)] ?? NaN;
  const expected = Array.from(texels, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    let sum = 0;
    for (let dy = -1; dy <= 2; dy++) for (let dx = -1; dx <= 2; dx++) sum += (dx + 2) * texel(x + dx, y + dy);
    return sum;
  });
  expect([...(await out.read())]).toEqual(expected);
});
