#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

// Jacobi-like: every round reads what all blocks wrote in the one before.
__global__ void rounds(int *a, int *b, int count) {
  cg::grid_group grid = cg::this_grid();
  const int n = (int)grid.size(), i = (int)grid.thread_rank();
  int *from = a, *to = b;
  for (int round = 0; round < count; round++) {
    to[i] = from[(i + 1) % n] + 1;
    grid.sync();
    int *other = from;
    from = to;
    to = other;
  }
}
__global__ void leaves_early(int *out) {
  if (blockIdx.x % 2) return;
  cg::this_grid().sync();
  out[blockIdx.x] = (int)cg::this_grid().is_valid();
}
__global__ void half_way(int *out) {
  if (blockIdx.x == 1 && threadIdx.x == 0) __syncthreads();
  cg::this_grid().sync();
  if (blockIdx.x == 1 && threadIdx.x != 0) __syncthreads();
  cg::this_grid().sync();
  out[blockIdx.x] = 1;
}
__global__ void asserts_in_one(int *out) {
  if (blockIdx.x == 1) assert(out == nullptr);
  cg::this_grid().sync();
}
__global__ void shared_of_each(int *out) {
  __shared__ int mine[64];
  extern __shared__ int more[];
  mine[threadIdx.x] = more[threadIdx.x] = blockIdx.x * 64 + threadIdx.x;
  cg::this_grid().sync();
  const int other = 63 - threadIdx.x;
  out[blockIdx.x * 64 + threadIdx.x] = mine[other] + more[other];
}
__global__ void tiles(int *out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  auto small = cg::tiled_partition<2>(tile);
  const int t = (int)block.thread_rank();
  int *o = out + t * 10;
  o[0] = (int)tile.thread_rank() + 100 * (int)tile.meta_group_rank() + 10000 * (int)tile.meta_group_size();
  o[1] = tile.shfl(t, 3);
  o[2] = cg::reduce(tile, t, cg::plus<int>());
  o[3] = (int)tile.ballot(t % 3 == 0);
  o[4] = tile.any(t == 5) * 2 + tile.all(t < 8);
  o[5] = cg::inclusive_scan(tile, t);
  o[6] = cg::exclusive_scan(tile, 1);
  o[7] = small.shfl_xor(t, 1) + (int)small.size() * 1000;
  o[8] = -1;
  if (t % 5 == 0) {
    cg::coalesced_group together = cg::coalesced_threads();
    o[8] = (int)together.size() * 100 + (int)together.thread_rank() * 10 + (int)(together.shfl(t, 1) % 10);
  }
  cg::thread_group any = cg::tiled_partition(block, 16);
  any.sync();
  auto odd = cg::binary_partition(tile, t & 1);
  o[9] = (int)odd.size() * 100 + (int)odd.thread_rank() * 10 + (int)any.size() % 10;
  cg::sync(block);
}
HEDDLE_KERNEL(0, "rounds", rounds)
HEDDLE_KERNEL(1, "leaves_early", leaves_early)
HEDDLE_KERNEL(2, "half_way", half_way)
HEDDLE_KERNEL(3, "asserts_in_one", asserts_in_one)
HEDDLE_KERNEL(4, "shared_of_each", shared_of_each)
HEDDLE_KERNEL(5, "tiles", tiles)
