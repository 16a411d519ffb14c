/** Memory that the threads of a block share, and barriers between them. */
import { casesOf } from '../conformance-case';

export const sharedMemoryCases = casesOf('shared-memory', [
  {
    id: 'static',
    title: 'threads of a block see what others wrote before a barrier',
    requires: ['static-shared-memory'],
    source: {
      portable: `
KERNEL void reverse(GLOBAL int* x) {
  SHARED int tile[64];
  int t = (int)THREAD_INDEX(0);
  int base = (int)(BLOCK_INDEX(0) * 64);
  tile[t] = x[base + t];
  BARRIER();
  x[base + t] = tile[63 - t];
}
`,
    },
    run: async ({ upload, check }, module) => {
      const x = await upload(Int32Array.from({ length: 64 * 10 }, (_, i) => i));
      module.kernel('reverse').launch({ grid: 10, block: 64 }, x);
      const expected = Int32Array.from({ length: 640 }, (_, i) => Math.floor(i / 64) * 64 + 63 - (i % 64));
      check.arrayEqual(await x.read(), expected);
    },
  },
  {
    id: 'several-arrays',
    title: 'several shared arrays of different types do not overlap',
    requires: ['static-shared-memory'],
    source: {
      portable: `
KERNEL void k(GLOBAL float* out) {
  SHARED unsigned char bytes[33];
  SHARED float grid[4][8];
  SHARED INT64 wide[3];
  int t = (int)THREAD_INDEX(0);
  if (t < 33) bytes[t] = (unsigned char)(t * 7);
  if (t < 32) grid[t / 8][t % 8] = (float)t * 0.5f;
  if (t < 3) wide[t] = (INT64)1 << (40 + t);
  BARRIER();
  if (t == 0) {
    float sum = 0;
    for (int i = 0; i < 33; i++) sum += (float)bytes[i];
    out[0] = sum;
    sum = 0;
    for (int y = 0; y < 4; y++) for (int x = 0; x < 8; x++) sum += grid[y][x];
    out[1] = sum;
    out[2] = (float)(wide[2] >> 40);
  }
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('float32', 3);
      module.kernel('k').launch({ grid: 1, block: 64 }, out);
      check.arrayEqual(await out.read(), [7 * ((32 * 33) / 2), 0.5 * ((31 * 32) / 2), 4]);
    },
  },
  {
    id: 'static-size',
    title: 'a kernel tells how much shared memory its arrays take, where that is known',
    requires: ['static-shared-memory'],
    source: {
      portable: `
KERNEL void k(GLOBAL int* x) {
  SHARED int tile[64];
  int t = (int)THREAD_INDEX(0);
  tile[t] = x[t];
  BARRIER();
  x[t] = tile[63 - t];
}
`,
    },
    run: async ({ check }, module) => {
      const { sharedBytes = 256 } = module.kernel('k').attributes;
      // A device may keep a little for itself.
      check.ok(sharedBytes >= 256 && sharedBytes <= 2048, `${sharedBytes} bytes for an array of 256`);
    },
  },
  {
    id: 'per-block',
    title: 'every block has shared memory of its own',
    requires: ['static-shared-memory'],
    source: {
      portable: `
KERNEL void k(GLOBAL int* out) {
  SHARED int mine;
  if (THREAD_INDEX(0) == 0) mine = (int)BLOCK_INDEX(0);
  BARRIER();
  for (int i = 0; i < 100; i++) {
    if (mine != (int)BLOCK_INDEX(0)) out[BLOCK_INDEX(0)] = 1;
    BARRIER();
  }
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 500);
      module.kernel('k').launch({ grid: 500, block: 16 }, out);
      check.arrayEqual(await out.read(), new Int32Array(500));
    },
  },
  {
    id: 'dynamic',
    title: 'shared memory has the size that the launch gives, another each time',
    requires: ['dynamic-shared-memory'],
    source: {
      portable: `
KERNEL void reverse(GLOBAL const int* in, GLOBAL int* out, int n DYNAMIC_SHARED_PARAMETER(int, tile)) {
  DYNAMIC_SHARED(int, tile);
  int t = (int)THREAD_INDEX(0);
  for (int i = t; i < n; i += (int)BLOCK_SIZE(0)) tile[i] = in[i];
  BARRIER();
  for (int i = t; i < n; i += (int)BLOCK_SIZE(0)) out[i] = tile[n - 1 - i];
}
`,
    },
    run: async ({ upload, zeros, check }, module) => {
      for (const n of [1, 64, 1000, 3000]) {
        const numbers = Int32Array.from({ length: n }, (_, i) => 3 * i - 7);
        const [input, out] = [await upload(numbers), zeros('int32', n)];
        module.kernel('reverse').launch({ grid: 1, block: 32, sharedBytes: 4 * n }, input, out, n);
        check.arrayEqual(await out.read(), numbers.slice().reverse(), `${n} elements`);
      }
    },
  },
  {
    id: 'dynamic-alone',
    title: 'dynamic shared memory serves a kernel whose threads do not wait for each other',
    requires: ['dynamic-shared-memory'],
    source: {
      portable: `
KERNEL void k(GLOBAL int* out DYNAMIC_SHARED_PARAMETER(int, mine)) {
  DYNAMIC_SHARED(int, mine);
  int t = (int)THREAD_INDEX(0);
  mine[2 * t] = 3 * t;
  mine[2 * t + 1] = t + 1;
  int sum = 0;
  for (int i = 0; i < 2; i++) sum += mine[2 * t + i];
  out[GLOBAL_INDEX(0)] = sum;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 96);
      module.kernel('k').launch({ grid: 3, block: 32, sharedBytes: 256 }, out);
      check.arrayEqual(
        await out.read(),
        Int32Array.from({ length: 96 }, (_, i) => 4 * (i % 32) + 1),
      );
    },
  },
  {
    id: 'dynamic-and-static',
    title: 'dynamic and static shared memory stand side by side',
    requires: ['dynamic-shared-memory', 'static-shared-memory'],
    source: {
      portable: `
KERNEL void k(GLOBAL int* out DYNAMIC_SHARED_PARAMETER(short, extra)) {
  DYNAMIC_SHARED(short, extra);
  SHARED int fixed[32];
  int t = (int)THREAD_INDEX(0);
  fixed[t] = 1000 + t;
  extra[t] = (short)-t;
  BARRIER();
  out[t] = fixed[31 - t] + extra[(t + 1) % 32];
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 32);
      module.kernel('k').launch({ grid: 1, block: 32, sharedBytes: 64 }, out);
      check.arrayEqual(
        await out.read(),
        Int32Array.from({ length: 32 }, (_, t) => 1031 - t - ((t + 1) % 32)),
      );
    },
  },
  {
    id: 'opt-in',
    title: 'all the shared memory that the limits promise can be used, also what must be asked for',
    requires: ['dynamic-shared-memory'],
    source: {
      portable: `
KERNEL void k(GLOBAL int* out, int words DYNAMIC_SHARED_PARAMETER(int, tile)) {
  DYNAMIC_SHARED(int, tile);
  int t = (int)THREAD_INDEX(0);
  for (int i = t; i < words; i += (int)BLOCK_SIZE(0)) tile[i] = i;
  BARRIER();
  int sum = 0;
  for (int i = t; i < words; i += (int)BLOCK_SIZE(0)) sum += tile[words - 1 - i] == words - 1 - i ? 1 : 0;
  out[t] = sum;
}
`,
    },
    run: async ({ device, zeros, check }, module) => {
      const sharedBytes = device.properties.limits.sharedBytesOptIn & ~3;
      const out = zeros('int32', 64);
      module.kernel('k').launch({ grid: 1, block: 64, sharedBytes }, out, sharedBytes / 4);
      const counts = await out.read();
      check.equal(
        counts.reduce((sum, n) => sum + n, 0),
        sharedBytes / 4,
        'words that kept their value',
      );
    },
  },
  {
    id: 'dynamic-per-block',
    title: 'dynamic shared memory belongs to one block',
    requires: ['dynamic-shared-memory'],
    source: {
      cuda: `
extern __shared__ int tile[];
__global__ void k(int* out) {
  tile[threadIdx.x] = blockIdx.x;
  __syncthreads();
  int wrong = 0;
  for (int i = 0; i < blockDim.x; i++) wrong += tile[i] != (int)blockIdx.x;
  if (wrong) out[blockIdx.x] = wrong;
}
`,
      opencl: `
__kernel void k(__global int* out, __local int* tile) {
  tile[get_local_id(0)] = (int)get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  int wrong = 0;
  for (uint i = 0; i < get_local_size(0); i++) wrong += tile[i] != (int)get_group_id(0);
  if (wrong) out[get_group_id(0)] = wrong;
}
`,
    },
    run: async ({ device, zeros, check }, module) => {
      const out = zeros('int32', 300);
      const kernel = module.kernel('k');
      // In OpenCL's own language a local parameter takes its size as an argument.
      if (kernel.signature.parameters.length === 2) kernel.launch({ grid: 300, block: 32 }, out, 128);
      else kernel.launch({ grid: 300, block: 32, sharedBytes: 128 }, out);
      await device.synchronize();
      check.arrayEqual(await out.read(), new Int32Array(300));
    },
  },
]);

export const barrierCases = casesOf('barriers', [
  {
    id: 'tree-reduction',
    title: 'a tree reduction adds up',
    requires: ['static-shared-memory'],
    source: {
      portable: `
KERNEL void reduce(GLOBAL const int* x, GLOBAL int* sums, int n) {
  SHARED int partial[128];
  int t = (int)THREAD_INDEX(0);
  int i = (int)GLOBAL_INDEX(0);
  partial[t] = i < n ? x[i] : 0;
  BARRIER();
  for (int step = 64; step > 0; step /= 2) {
    if (t < step) partial[t] += partial[t + step];
    BARRIER();
  }
  if (t == 0) sums[BLOCK_INDEX(0)] = partial[0];
}
`,
    },
    run: async ({ random, upload, zeros, check }, module) => {
      const numbers = random.integers(10_000, -1000, 1000);
      const blocks = Math.ceil(numbers.length / 128);
      const sums = zeros('int32', blocks);
      module.kernel('reduce').launch({ grid: blocks, block: 128 }, await upload(numbers), sums, numbers.length);
      const expected = Int32Array.from({ length: blocks }, (_, b) =>
        numbers.subarray(128 * b, 128 * (b + 1)).reduce((sum, x) => sum + x, 0),
      );
      check.arrayEqual(await sums.read(), expected);
    },
  },
  {
    id: 'scan',
    title: 'an inclusive scan with a barrier in a loop',
    requires: ['static-shared-memory'],
    source: {
      portable: `
KERNEL void scan(GLOBAL int* x) {
  SHARED int front[256];
  SHARED int back[256];
  int t = (int)THREAD_INDEX(0);
  int n = (int)BLOCK_SIZE(0);
  front[t] = x[t];
  for (int step = 1; step < n; step *= 2) {
    BARRIER();
    back[t] = t >= step ? front[t] + front[t - step] : front[t];
    BARRIER();
    front[t] = back[t];
  }
  x[t] = front[t];
}
`,
    },
    run: async ({ device, random, upload, check }, module) => {
      const n = Math.min(200, device.properties.limits.threadsPerBlock);
      const numbers = random.integers(n, -50, 50);
      const x = await upload(numbers);
      module.kernel('scan').launch({ grid: 1, block: n }, x);
      let sum = 0;
      check.arrayEqual(
        await x.read(),
        numbers.map((value) => (sum += value)),
      );
    },
  },
  {
    id: 'transpose',
    title: 'a tiled transpose of a matrix whose sides are not multiples of the tile',
    requires: ['static-shared-memory'],
    source: {
      portable: `
KERNEL void transpose(GLOBAL const float* in, GLOBAL float* out, int width, int height) {
  SHARED float tile[8][9];
  int tx = (int)THREAD_INDEX(0);
  int ty = (int)THREAD_INDEX(1);
  int x = (int)BLOCK_INDEX(0) * 8 + tx;
  int y = (int)BLOCK_INDEX(1) * 8 + ty;
  if (x < width && y < height) tile[ty][tx] = in[y * width + x];
  BARRIER();
  x = (int)BLOCK_INDEX(1) * 8 + tx;
  y = (int)BLOCK_INDEX(0) * 8 + ty;
  if (x < height && y < width) out[y * height + x] = tile[tx][ty];
}
`,
    },
    run: async ({ random, upload, zeros, check }, module) => {
      const [width, height] = [45, 29];
      const matrix = random.floats(width * height);
      const out = zeros('float32', width * height);
      const grid = [Math.ceil(width / 8), Math.ceil(height / 8)] as const;
      module.kernel('transpose').launch({ grid, block: [8, 8] }, await upload(matrix), out, width, height);
      const expected = Float32Array.from(matrix, (_, i) => matrix[(i % height) * width + Math.floor(i / height)] ?? 0);
      check.arrayEqual(await out.read(), expected);
    },
  },
  {
    id: 'global-memory',
    title: 'a barrier makes writes to global memory visible within the block',
    requires: ['static-shared-memory'],
    source: {
      portable: `
KERNEL void ring(GLOBAL int* x, int rounds) {
  int n = (int)BLOCK_SIZE(0);
  int t = (int)THREAD_INDEX(0);
  GLOBAL int* mine = x + (int)BLOCK_INDEX(0) * n;
  for (int round = 0; round < rounds; round++) {
    int next = mine[(t + 1) % n];
    BARRIER();
    mine[t] = next;
    BARRIER();
  }
}
`,
    },
    run: async ({ upload, check }, module) => {
      const x = await upload(Int32Array.from({ length: 4 * 48 }, (_, i) => i));
      module.kernel('ring').launch({ grid: 4, block: 48 }, x, 50);
      const expected = Int32Array.from({ length: 192 }, (_, i) => Math.floor(i / 48) * 48 + ((i + 50) % 48));
      check.arrayEqual(await x.read(), expected);
    },
  },
  {
    id: 'counting',
    title: 'barriers that count, and and or a condition of all threads',
    requires: ['static-shared-memory'],
    source: {
      cuda: `
__global__ void k(int* out, int limit) {
  int count = __syncthreads_count(threadIdx.x < limit);
  int all = __syncthreads_and(threadIdx.x < limit);
  int any = __syncthreads_or((int)threadIdx.x == limit - 1);
  if (threadIdx.x == 0) { out[0] = count; out[1] = all != 0; out[2] = any != 0; }
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 3);
      for (const [limit, expected] of [
        [0, [0, 0, 0]],
        [17, [17, 0, 1]],
        [96, [96, 1, 1]],
        [200, [96, 1, 0]],
      ] as const) {
        module.kernel('k').launch({ grid: 1, block: 96 }, out, limit);
        check.arrayEqual(await out.read(), expected, `threads below ${limit}`);
      }
    },
  },
  {
    id: 'in-functions',
    title: 'barriers inside functions and loops of different lengths per block',
    requires: ['static-shared-memory'],
    source: {
      cuda: `
__device__ int rotate(int* tile, int value) {
  tile[threadIdx.x] = value;
  __syncthreads();
  int next = tile[(threadIdx.x + 1) % blockDim.x];
  __syncthreads();
  return next;
}
__global__ void k(int* x) {
  __shared__ int tile[64];
  int value = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int i = 0; i <= blockIdx.x; i++) value = rotate(tile, value);
  x[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
`,
    },
    run: async ({ upload, check }, module) => {
      const x = await upload(Int32Array.from({ length: 6 * 40 }, (_, i) => i));
      module.kernel('k').launch({ grid: 6, block: 40 }, x);
      const expected = Int32Array.from({ length: 240 }, (_, i) => {
        const block = Math.floor(i / 40);
        return block * 40 + (((i % 40) + block + 1) % 40);
      });
      check.arrayEqual(await x.read(), expected);
    },
  },
]);
