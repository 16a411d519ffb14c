/** Kernels with cuda::barrier and cuda::pipeline: arrivals apart from waits, phases, copies that are waited for by them. */
import type { Device } from '@heddle/core';

export const threads = 64;
export const each = (value: (t: number) => number): number[] => Array.from({ length: threads }, (_, t) => value(t));
export const sum = (n: number, term: (i: number) => number): number =>
  Array.from({ length: n }, (_, i) => term(i)).reduce((a, b) => a + b, 0);

const common = `#include <cooperative_groups.h>
#pragma nv_diag_suppress static_var_with_dynamic_init
namespace cg = cooperative_groups;
`;
export const barriers = `#include <cuda/barrier>
${common}using barrier = cuda::barrier<cuda::thread_scope_block>;
`;
const pipelines = `#include <cuda/pipeline>\n${common}`;

/** What one block's threads leave in `out`, where `in` counts from 0 on. nvcc compiles each for sm_80. */
export const cases: Record<string, readonly [source: string, value: (t: number) => number]> = {
  'threads work between their arrivals and their waits': [
    `${barriers}__global__ void k(const int* in, int* out) {
      __shared__ barrier bar;
      __shared__ int values[64];
      static_assert(sizeof(barrier) == 8 && barrier::max() == (1 << 20) - 1, "as on a GPU");
      if (threadIdx.x == 0) init(&bar, blockDim.x);
      __syncthreads();
      int total = 0;
      for (int round = 0; round < 5; round++) {
        values[threadIdx.x] = in[threadIdx.x] + round;
        barrier::arrival_token token = bar.arrive();
        total += 1000 * round;
        bar.wait(std::move(token));
        total += values[63 - threadIdx.x];
        bar.arrive_and_wait();
      }
      out[threadIdx.x] = total;
    }`,
    (t) => 10000 + 5 * (63 - t) + 10,
  ],
  'a thread arrives for others': [
    `${barriers}__global__ void k(const int* in, int* out) {
      __shared__ barrier bar;
      __shared__ int value;
      if (threadIdx.x == 0) init(&bar, 2 * blockDim.x);
      __syncthreads();
      if (threadIdx.x == 40) value = in[9];
      bar.wait(bar.arrive(threadIdx.x % 2 ? 3 : 1));
      out[threadIdx.x] = value;
    }`,
    () => 9,
  ],
  'threads that drop out are not waited for any more': [
    `${barriers}__global__ void k(const int* in, int* out) {
      __shared__ barrier bar;
      __shared__ int counts[4];
      if (threadIdx.x < 4) counts[threadIdx.x] = in[0];
      if (threadIdx.x == 0) init(&bar, blockDim.x);
      __syncthreads();
      int seen = 0;
      for (int round = 0; round < 4; round++) {
        atomicAdd(&counts[round], 1);
        if (threadIdx.x / 16 == round) {
          bar.arrive_and_drop();
          break;
        }
        bar.arrive_and_wait();
        seen = 100 * seen + counts[round];
      }
      out[threadIdx.x] = seen;
    }`,
    (t) => [0, 64, 6448, 644832][t >> 4] ?? NaN,
  ],
  'a completion function runs once for each phase, before anyone passes': [
    `${barriers}struct Count {
      int* phases;
      __device__ void operator()() { *phases += 1; }
    };
    __global__ void k(const int* in, int* out) {
      __shared__ cuda::barrier<cuda::thread_scope_block, Count> bar;
      __shared__ int phases;
      if (threadIdx.x == 0) {
        phases = in[0];
        init(&bar, blockDim.x, Count{&phases});
      }
      __syncthreads();
      int seen = 0;
      for (int phase = 0; phase < 6; phase++) {
        bar.arrive_and_wait();
        seen = 10 * seen + phases;
      }
      out[threadIdx.x] = seen;
    }`,
    () => 123456,
  ],
  'phases are waited for by their parity': [
    `${barriers}__global__ void k(const int* in, int* out) {
      __shared__ barrier full, empty;
      __shared__ int value;
      if (threadIdx.x == 0) {
        init(&full, 1);
        init(&empty, blockDim.x - 1);
      }
      __syncthreads();
      int total = 0;
      for (int phase = 0; phase < 7; phase++) {
        if (threadIdx.x == 40) {
          empty.wait_parity(phase % 2 == 0);
          value = in[phase];
          (void)full.arrive();
        } else {
          full.wait_parity(phase % 2);
          total = 10 * total + value;
          (void)empty.arrive();
        }
      }
      out[threadIdx.x] = total;
    }`,
    (t) => (t === 40 ? 0 : 123456),
  ],
  'one warp fills two buffers in turns, the other empties them': [
    `${barriers}__global__ void k(const int* in, int* out) {
      __shared__ barrier empty[2], full[2];
      __shared__ int buffers[2][32];
      const int lane = threadIdx.x % 32, batches = 8;
      if (threadIdx.x < 2) {
        init(&empty[threadIdx.x], blockDim.x);
        init(&full[threadIdx.x], blockDim.x);
      }
      __syncthreads();
      int total = 0;
      if (threadIdx.x < 32) {
        for (int i = 0; i < batches; i++) {
          empty[i % 2].arrive_and_wait();
          buffers[i % 2][lane] = in[32 * i + lane];
          (void)full[i % 2].arrive();
        }
      } else {
        (void)empty[0].arrive();
        (void)empty[1].arrive();
        for (int i = 0; i < batches; i++) {
          full[i % 2].arrive_and_wait();
          total += (i + 1) * buffers[i % 2][31 - lane];
          (void)empty[i % 2].arrive();
        }
      }
      out[threadIdx.x] = total;
    }`,
    (t) => (t < 32 ? 0 : sum(8, (i) => (i + 1) * (32 * i + 63 - t))),
  ],
  'copies of groups and of threads are over after a barrier': [
    `${barriers}__global__ void k(const int* in, int* out) {
      __shared__ barrier bar;
      alignas(16) __shared__ int all[192], own[64];
      __shared__ unsigned char bytes[300];
      auto block = cg::this_thread_block();
      if (block.thread_rank() == 0) init(&bar, block.size());
      bytes[4 * 64 + 12] = 5;
      block.sync();
      cuda::memcpy_async(block, all, in, cuda::aligned_size_t<16>(sizeof(all)), bar);
      cuda::memcpy_async(block, bytes, in, 4 * 64 + 12, bar);
      cuda::memcpy_async(own + threadIdx.x, in + 2 * threadIdx.x, sizeof(int), bar);
      bar.arrive_and_wait();
      out[threadIdx.x] = all[128 + threadIdx.x] + 1000 * own[63 - threadIdx.x] + 1000000 * bytes[4 * threadIdx.x + 12] +
        100000000 * bytes[4 * 64 + 12];
    }`,
    (t) => 128 + t + 2000 * (63 - t) + 1000000 * (t + 3) + 500000000,
  ],
  'a wait gives up': [
    `#include <cuda/std/chrono>
    ${barriers}__global__ void k(const int* in, int* out) {
      __shared__ barrier bar;
      if (threadIdx.x == 0) init(&bar, blockDim.x + 1);
      __syncthreads();
      barrier::arrival_token token = bar.arrive(), again = token;
      int early = bar.try_wait_for(cuda::std::move(token), cuda::std::chrono::microseconds(50));
      __syncthreads();
      if (threadIdx.x == 50) (void)bar.arrive();
      while (!bar.try_wait_for(std::move(again), cuda::std::chrono::nanoseconds(10))) {
      }
    #ifdef __HEDDLE_HOST__
      early += bar.try_wait_parity(true) + !bar.try_wait_parity(false) + !bar.try_wait(0);
    #endif
      out[threadIdx.x] = 2 * early + bar.try_wait_parity_for(false, cuda::std::chrono::nanoseconds(0));
    }`,
    () => 1,
  ],
  "a thread's own pipeline has two copies under way": [
    `${pipelines}__global__ void k(const int* in, int* out) {
      __shared__ int stages[2][64];
      cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
      const int batches = 8;
      int total = 0;
      for (int i = 0; i <= batches; i++) {
        pipe.producer_acquire();
        if (i < batches) cuda::memcpy_async(&stages[i % 2][threadIdx.x], in + 64 * i + threadIdx.x, sizeof(int), pipe);
        pipe.producer_commit();
        if (i == 0) continue;
        cuda::pipeline_consumer_wait_prior<1>(pipe);
        total += i * stages[(i - 1) % 2][threadIdx.x];
        pipe.consumer_release();
      }
      out[threadIdx.x] = total;
    }`,
    (t) => sum(8, (i) => (i + 1) * (64 * i + t)),
  ],
  'copies of a pipeline are waited for by a barrier': [
    `${pipelines}__global__ void k(const int* in, int* out) {
      __shared__ cuda::barrier<cuda::thread_scope_block> bar;
      __shared__ int values[64];
      if (threadIdx.x == 0) init(&bar, blockDim.x);
      __syncthreads();
      auto pipe = cuda::make_pipeline();
      pipe.producer_acquire();
      cuda::memcpy_async(values + threadIdx.x, in + threadIdx.x, cuda::aligned_size_t<4>(4), pipe);
      pipeline_producer_commit(pipe, bar);
      bar.arrive_and_wait();
      pipe.consumer_release();
      out[threadIdx.x] = values[threadIdx.x ^ 1];
    }`,
    (t) => t ^ 1,
  ],
  'all threads of a block produce and consume': [
    `${pipelines}__global__ void k(const int* in, int* out) {
      __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
      alignas(16) __shared__ int stages[2][64];
      __shared__ int last;
      auto block = cg::this_thread_block();
      if (block.thread_rank() == 0) last = 0;
      auto pipe = cuda::make_pipeline(block, &state);
      const int batches = 8;
      int total = 0;
      for (int ahead = 0, i = 0; i < batches; i++) {
        for (; ahead < batches && ahead < i + 2; ahead++) {
          pipe.producer_acquire();
          cuda::memcpy_async(block, stages[ahead % 2], in + 64 * ahead, cuda::aligned_size_t<16>(256), pipe);
          pipe.producer_commit();
        }
        pipe.consumer_wait();
        total += (i + 1) * stages[i % 2][63 - threadIdx.x];
        pipe.consumer_release();
      }
      if (pipe.quit()) atomicAdd(&last, 1);
      block.sync();
      out[threadIdx.x] = total + 1000000 * last;
    }`,
    (t) => sum(8, (i) => (i + 1) * (64 * i + 63 - t)) + 1000000,
  ],
  'the first warp produces, the second consumes': [
    `${pipelines}__global__ void k(const int* in, int* out) {
      __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 3> state;
      __shared__ int stages[3][32];
      auto block = cg::this_thread_block();
      auto warp = cg::tiled_partition<32>(block);
      cuda::pipeline<cuda::thread_scope_block> pipe = cuda::make_pipeline(block, &state, 32);
      int total = 0;
      for (int i = 0; i < 8; i++) {
        if (threadIdx.x < 32) {
          pipe.producer_acquire();
          cuda::memcpy_async(warp, stages[i % 3], in + 32 * i, 32 * sizeof(int), pipe);
          pipe.producer_commit();
        } else {
          pipe.consumer_wait();
          total += (i + 1) * stages[i % 3][31 - warp.thread_rank()];
          pipe.consumer_release();
        }
      }
      out[threadIdx.x] = total;
    }`,
    (t) => (t < 32 ? 0 : sum(8, (i) => (i + 1) * (32 * i + 63 - t))),
  ],
  'threads say what they do in a pipeline': [
    `${pipelines}__global__ void k(const int* in, int* out) {
      __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
      __shared__ int stages[2][16];
      auto block = cg::this_thread_block();
      const bool produces = threadIdx.x >= 48;
      auto pipe = cuda::make_pipeline(
          block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
      int total = 0;
      for (int i = 0; i < 8; i++) {
        if (produces) {
          pipe.producer_acquire();
          cuda::memcpy_async(&stages[i % 2][threadIdx.x - 48], in + 16 * i + threadIdx.x - 48, sizeof(int), pipe);
          pipe.producer_commit();
        } else {
          pipe.consumer_wait();
          total += (i + 1) * stages[i % 2][threadIdx.x / 3];
          pipe.consumer_release();
        }
      }
      out[threadIdx.x] = total;
    }`,
    (t) => (t >= 48 ? 0 : sum(8, (i) => (i + 1) * (16 * i + Math.floor(t / 3)))),
  ],
};

/** Runs a kernel of {@link cases}. */
export async function run(device: Device, source: string): Promise<number[]> {
  using module = await device.compile<string>(source);
  using input = await device.upload(Int32Array.from({ length: 1024 }, (_, i) => i));
  using out = device.zeros('int32', threads);
  module.kernel('k', { signature: 'const int* in, int* out' }).launch({ grid: 1, block: threads }, input, out);
  return [...(await out.read())];
}
