/** Threads that run in step: shuffles, votes and masks, for warps of 32 or 64 threads. */
import { casesOf, type CaseDefinition } from '../conformance-case';

// All threads of a warp, whatever the width of the mask's type: 32 bits on some devices, 64 on others.
const mask = '#define ALL (~0ull)\n';

/** A shuffle of each lane's value, and the lane it must come from. */
interface Shuffle {
  readonly id: string;
  readonly title: string;
  /** Of CUDA C++; `v` is the lane's value, `lane` its number, `w` the width. */
  readonly expression: string;
  readonly width: number;
  /** Where lane `lane` of a group of `width` gets its value from, within the group. */
  readonly from: (lane: number, width: number) => number;
}

const shuffles: readonly Shuffle[] = [
  {
    id: 'xor',
    title: 'values change places by xor',
    expression: '__shfl_xor_sync(ALL, v, 5)',
    width: 0,
    from: (l) => l ^ 5,
  },
  {
    id: 'down',
    title: 'values come from higher lanes; the last keep theirs',
    expression: '__shfl_down_sync(ALL, v, 3)',
    width: 0,
    from: (l, w) => (l + 3 < w ? l + 3 : l),
  },
  {
    id: 'up',
    title: 'values come from lower lanes; the first keep theirs',
    expression: '__shfl_up_sync(ALL, v, 2)',
    width: 0,
    from: (l) => (l >= 2 ? l - 2 : l),
  },
  {
    id: 'broadcast',
    title: 'one lane gives all its value',
    expression: '__shfl_sync(ALL, v, 7)',
    width: 0,
    from: () => 7,
  },
  {
    id: 'rotate',
    title: 'each lane names the lane it reads, which wraps',
    expression: '__shfl_sync(ALL, v, lane + 1)',
    width: 0,
    from: (l, w) => (l + 1) % w,
  },
  {
    id: 'xor-16',
    title: 'xor within groups of 16',
    expression: '__shfl_xor_sync(ALL, v, 9, 16)',
    width: 16,
    from: (l) => l ^ 9,
  },
  {
    id: 'down-8',
    title: 'down within groups of 8',
    expression: '__shfl_down_sync(ALL, v, 3, 8)',
    width: 8,
    from: (l, w) => (l + 3 < w ? l + 3 : l),
  },
  {
    id: 'up-4',
    title: 'up within groups of 4',
    expression: '__shfl_up_sync(ALL, v, 1, 4)',
    width: 4,
    from: (l) => (l >= 1 ? l - 1 : l),
  },
  {
    id: 'index-8',
    title: 'by index within groups of 8',
    expression: '__shfl_sync(ALL, v, 5, 8)',
    width: 8,
    from: () => 5,
  },
];

const shuffleCases: readonly CaseDefinition[] = shuffles.map(({ id, title, expression, width, from }) => ({
  id: `shuffle-${id}`,
  title,
  requires: ['warp-shuffle', 'float64'],
  source: {
    cuda: `${mask}
__global__ void k(int* x, double* y, int warp) {
  int t = threadIdx.x;
  int lane = t % warp;
  { int v = x[t]; x[t] = ${expression}; }
  { double v = y[t]; y[t] = ${expression}; }
}
`,
  },
  run: async ({ device, upload, check }, module) => {
    const { warpSize } = device.properties;
    const n = 4 * warpSize;
    const x = await upload(Int32Array.from({ length: n }, (_, i) => 1000 + i));
    const y = await upload(Float64Array.from({ length: n }, (_, i) => i / 3));
    module.kernel('k').launch({ grid: 1, block: n }, x, y, warpSize);
    const group = width === 0 ? warpSize : width;
    const source = Array.from({ length: n }, (_, i) => i - (i % group) + from(i % group, group));
    check.arrayEqual(
      await x.read(),
      source.map((i) => 1000 + i),
      'int',
    );
    check.arrayEqual(
      await y.read(),
      source.map((i) => i / 3),
      'double',
    );
  },
}));

export const warpCases = casesOf('warps', [
  {
    id: 'size',
    title: 'a warp has as many threads as the properties say',
    requires: ['warp-shuffle'],
    source: { cuda: '__global__ void k(int* out) { out[0] = warpSize; }' },
    run: async ({ device, zeros, check }, module) => {
      const out = zeros('int32', 1);
      module.kernel('k').launch({ grid: 1, block: 32 }, out);
      check.arrayEqual(await out.read(), [device.properties.warpSize]);
      check.ok([32, 64].includes(device.properties.warpSize), `warpSize is ${device.properties.warpSize}`);
    },
  },
  ...shuffleCases,
  {
    id: 'reduction',
    title: 'warps add up by shuffles, blocks by their warps',
    requires: ['warp-shuffle', 'static-shared-memory'],
    source: {
      cuda: `${mask}
__device__ int warp_sum(int v) {
  for (int step = warpSize / 2; step > 0; step /= 2) v += __shfl_down_sync(ALL, v, step);
  return v;
}
__global__ void k(const int* x, int* sums, int n) {
  __shared__ int partial[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = warp_sum(i < n ? x[i] : 0);
  if (threadIdx.x % warpSize == 0) partial[threadIdx.x / warpSize] = v;
  __syncthreads();
  if (threadIdx.x < warpSize) {
    v = warp_sum(threadIdx.x < blockDim.x / warpSize ? partial[threadIdx.x] : 0);
    if (threadIdx.x == 0) sums[blockIdx.x] = v;
  }
}
`,
    },
    run: async ({ random, upload, zeros, check }, module) => {
      const numbers = random.integers(5000, -1000, 1000);
      const blocks = Math.ceil(numbers.length / 256);
      const sums = zeros('int32', blocks);
      module.kernel('k').launch({ grid: blocks, block: 256 }, await upload(numbers), sums, numbers.length);
      const expected = Int32Array.from({ length: blocks }, (_, b) =>
        numbers.subarray(256 * b, 256 * (b + 1)).reduce((total, x) => total + x, 0),
      );
      check.arrayEqual(await sums.read(), expected);
    },
  },
  {
    id: 'ballot',
    title: 'a ballot has one bit for each lane that said yes',
    requires: ['warp-shuffle'],
    source: {
      cuda: `${mask}
__global__ void k(const int* yes, unsigned long long* out) { out[threadIdx.x] = __ballot_sync(ALL, yes[threadIdx.x]); }
`,
    },
    run: async ({ device, random, upload, zeros, check }, module) => {
      const { warpSize } = device.properties;
      const votes = random.integers(2 * warpSize, 0, 1);
      const out = zeros('uint64', votes.length);
      module.kernel('k').launch({ grid: 1, block: votes.length }, await upload(votes), out);
      const ballots = [0, 1].map((warp) =>
        votes
          .subarray(warp * warpSize, (warp + 1) * warpSize)
          .reduce((bits, v, i) => bits | (BigInt(v) << BigInt(i)), 0n),
      );
      check.arrayEqual(
        await out.read(),
        Array.from(votes, (_, i) => ballots[i < warpSize ? 0 : 1] ?? 0n),
      );
    },
  },
  {
    id: 'any-all',
    title: 'any and all over a warp',
    requires: ['warp-shuffle'],
    source: {
      cuda: `${mask}
__global__ void k(int* out, int limit) {
  int lane = threadIdx.x % warpSize;
  out[2 * threadIdx.x] = __any_sync(ALL, lane < limit) != 0;
  out[2 * threadIdx.x + 1] = __all_sync(ALL, lane < limit) != 0;
}
`,
    },
    run: async ({ device, zeros, check }, module) => {
      const { warpSize } = device.properties;
      const out = zeros('int32', 4 * warpSize);
      for (const limit of [0, 1, warpSize - 1, warpSize]) {
        module.kernel('k').launch({ grid: 1, block: 2 * warpSize }, out, limit);
        const expected = Int32Array.from({ length: 4 * warpSize }, (_, i) =>
          Number(i % 2 === 0 ? limit > 0 : limit === warpSize),
        );
        check.arrayEqual(await out.read(), expected, `lanes below ${limit}`);
      }
    },
  },
  {
    id: 'some-lanes',
    title: 'a ballot among the lanes of one branch counts those alone',
    requires: ['warp-shuffle'],
    source: {
      cuda: `
__global__ void k(int* out) {
  int lane = threadIdx.x % warpSize;
  if (lane < 8) {
    out[threadIdx.x] = (int)__ballot_sync(0xffull, lane % 2 == 0);
    int v = __shfl_xor_sync(0xffull, lane, 1);
    out[threadIdx.x] += 1000 * v;
  }
}
`,
    },
    run: async ({ device, zeros, check }, module) => {
      const out = zeros('int32', device.properties.warpSize);
      module.kernel('k').launch({ grid: 1, block: device.properties.warpSize }, out);
      const expected = Array.from({ length: device.properties.warpSize }, (_, i) =>
        i < 8 ? 0x55 + 1000 * (i ^ 1) : 0,
      );
      check.arrayEqual(await out.read(), expected);
    },
  },
  {
    id: 'sync',
    title: 'lanes see what others of their warp wrote before __syncwarp',
    requires: ['warp-shuffle', 'static-shared-memory'],
    source: {
      cuda: `
__global__ void k(int* x) {
  __shared__ volatile int tile[128];
  int t = threadIdx.x;
  int base = t - t % warpSize;
  for (int round = 0; round < 10; round++) {
    tile[t] = x[t];
    __syncwarp();
    int next = tile[base + (t - base + 1) % warpSize];
    __syncwarp();
    x[t] = next;
  }
}
`,
    },
    run: async ({ device, upload, check }, module) => {
      const { warpSize } = device.properties;
      const x = await upload(Int32Array.from({ length: 128 }, (_, i) => i));
      module.kernel('k').launch({ grid: 1, block: 128 }, x);
      const expected = Int32Array.from(
        { length: 128 },
        (_, i) => i - (i % warpSize) + (((i % warpSize) + 10) % warpSize),
      );
      check.arrayEqual(await x.read(), expected);
    },
  },
  {
    id: 'partial-warp',
    title: 'a block that does not fill its last warp votes with the threads it has',
    requires: ['warp-shuffle'],
    source: {
      cuda: `
__global__ void k(int* out) {
  unsigned long long lanes = __activemask();
  int count = __popcll(lanes);
  out[threadIdx.x] = count == __popcll(__ballot_sync(lanes, 1)) ? count : -1;
}
`,
    },
    run: async ({ device, zeros, check }, module) => {
      const { warpSize } = device.properties;
      const out = zeros('int32', warpSize + 5);
      module.kernel('k').launch({ grid: 1, block: warpSize + 5 }, out);
      const counts = await out.read();
      for (const [i, count] of counts.entries()) {
        const max = i < warpSize ? warpSize : 5;
        check.ok(count >= 1 && count <= max, `thread ${i} counted ${count} of at most ${max} lanes`);
      }
    },
  },
]);

export const cooperativeCases = casesOf('cooperative', [
  {
    id: 'grid-barrier',
    title: 'all blocks wait for each other at the barrier of the grid',
    requires: ['cooperative-launch'],
    source: {
      cuda: `
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int* x, int* y, int rounds) {
  cg::grid_group grid = cg::this_grid();
  int n = gridDim.x * blockDim.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; round++) {
    y[i] = x[(i + blockDim.x) % n] + 1;
    grid.sync();
    x[i] = y[i];
    grid.sync();
  }
}
`,
    },
    run: async ({ zeros, upload, check }, module) => {
      const [blocks, threads, rounds] = [4, 32, 9];
      const n = blocks * threads;
      const x = await upload(Int32Array.from({ length: n }, (_, i) => i));
      module.kernel('k').launch({ grid: blocks, block: threads, cooperative: true }, x, zeros('int32', n), rounds);
      const expected = Int32Array.from({ length: n }, (_, i) => ((i + rounds * threads) % n) + rounds);
      check.arrayEqual(await x.read(), expected);
    },
  },
  {
    id: 'too-many-blocks',
    title: 'more blocks than are resident at once are refused, with how many are',
    requires: ['cooperative-launch', 'occupancy'],
    source: { cuda: '__global__ void k(int* x) { x[0] = 1; }' },
    run: async ({ device, zeros, check }, module) => {
      const x = zeros('int32', 1);
      const max = module.kernel('k').residentBlocks(64) * device.properties.multiprocessors;
      const options = { grid: max + 1, block: 64, cooperative: true };
      check.throws('RESOURCE', () => module.kernel('k').launch(options, x), { requested: max + 1, max });
      module.kernel('k').launch({ grid: 1, block: 64, cooperative: true }, x);
      check.arrayEqual(await x.read(), [1]);
    },
  },
]);
