/** Atomic operations under contention: exact results, whatever the order. */
import { casesOf, type CaseDefinition } from '../conformance-case';

const shape = { grid: 40, block: 64 } as const;
const threads = 40 * 64;

/** One operation of CUDA C++ on one word that all threads share. */
interface AtomicOperation {
  readonly id: string;
  readonly title: string;
  /** What each thread does; `i` is its index, `p` the word. */
  readonly statement: string;
  readonly initial: number;
  readonly expected: number;
}

const int32Operations: readonly AtomicOperation[] = [
  { id: 'sub', title: 'atomicSub', statement: 'atomicSub(p, i % 3);', initial: 0, expected: -sum((i) => i % 3) },
  { id: 'and', title: 'atomicAnd', statement: 'atomicAnd(p, ~(1 << (i % 20)));', initial: -1, expected: -1 << 20 },
  { id: 'or', title: 'atomicOr', statement: 'atomicOr(p, 1 << (i % 31));', initial: 0, expected: 0x7fffffff },
  { id: 'xor', title: 'atomicXor', statement: 'atomicXor(p, 1 << (i % 30));', initial: 5, expected: 5 ^ xorOfBits() },
  {
    id: 'inc',
    title: 'atomicInc, which wraps',
    statement: 'atomicInc((unsigned int*)p, 6u);',
    initial: 0,
    expected: threads % 7,
  },
  {
    id: 'dec',
    title: 'atomicDec, which wraps',
    statement: 'atomicDec((unsigned int*)p, 6u);',
    initial: 0,
    expected: (7 - (threads % 7)) % 7,
  },
];

const int32Cases: readonly CaseDefinition[] = int32Operations.map(({ id, title, statement, initial, expected }) => ({
  id: `int32-${id}`,
  title: `${title} on int32`,
  requires: ['atomics-int32'],
  source: { cuda: `__global__ void k(int* p) { int i = blockIdx.x * blockDim.x + threadIdx.x; ${statement} }` },
  run: async ({ upload, check }, module) => {
    const p = await upload(Int32Array.of(initial));
    module.kernel('k').launch(shape, p);
    check.arrayEqual(await p.read(), [expected]);
  },
}));

/** Each block waits for the one before it, by its number or by the order of their starts. */
const chain = `
__device__ void wait_and_tell(volatile int* done, int block) {
  int before = 0;
  if (block > 0) while ((before = done[block - 1]) == 0) { }
  __threadfence();
  done[block] = before + 1;
}
extern "C" __global__ void by_ticket(int* ticket, int* done) {
  if (threadIdx.x == 0) wait_and_tell(done, atomicAdd(ticket, 1));
}
extern "C" __global__ void by_number(int* ticket, int* done) {
  if (threadIdx.x == 0) wait_and_tell(done, blockIdx.x);
}`;

export const atomicCases = casesOf('atomics', [
  {
    id: 'spinning-blocks',
    title: 'blocks that wait for earlier ones, more of them than fit at once, come to their end',
    requires: ['forward-progress', 'atomics-int32'],
    source: { cuda: chain },
    run: async ({ zeros, check }, module) => {
      const blocks = 3000;
      for (const kernel of ['by_ticket', 'by_number']) {
        const [ticket, done] = [zeros('int32', 1), zeros('int32', blocks)];
        module.kernel(kernel).launch({ grid: blocks, block: 32 }, ticket, done);
        const expected = Array.from({ length: blocks }, (_, block) => block + 1);
        check.arrayEqual(await done.read(), expected, kernel);
      }
    },
  },
  {
    id: 'int32-add',
    title: 'additions of all threads to one word are all there',
    requires: ['atomics-int32'],
    source: {
      portable: `
KERNEL void k(GLOBAL int* p, GLOBAL unsigned int* u) {
  ATOMIC_ADD_INT(p, (int)GLOBAL_INDEX(0) - 1000);
  ATOMIC_ADD_UINT(u, 3000000u);
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const [p, u] = [zeros('int32', 1), zeros('uint32', 1)];
      module.kernel('k').launch(shape, p, u);
      check.arrayEqual(await p.read(), [sum((i) => i - 1000)]);
      check.arrayEqual(await u.read(), [(3_000_000 * threads) % 2 ** 32]);
    },
  },
  {
    id: 'int32-add-shared',
    title: 'additions of a block to shared words are all there',
    requires: ['atomics-int32', 'static-shared-memory'],
    source: {
      portable: `
KERNEL void k(GLOBAL int* p, GLOBAL unsigned int* u) {
  SHARED int sum[1];
  SHARED unsigned int counts[4];
  int thread = (int)THREAD_INDEX(0);
  if (thread == 0) sum[0] = 0;
  if (thread < 4) counts[thread] = 0;
  BARRIER();
  SHARED_ATOMIC_ADD_INT(sum, thread - 100);
  SHARED_ATOMIC_ADD_UINT(counts + thread % 4, 3000000000u);
  BARRIER();
  if (thread == 0) p[BLOCK_INDEX(0)] = sum[0];
  if (thread < 4) u[BLOCK_INDEX(0) * 4 + thread] = counts[thread];
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const [p, u] = [zeros('int32', 3), zeros('uint32', 12)];
      module.kernel('k').launch({ grid: 3, block: 128 }, p, u);
      const sums = (128 * 127) / 2 - 128 * 100;
      check.arrayEqual(await p.read(), [sums, sums, sums]);
      check.arrayEqual(await u.read(), Array<number>(12).fill((3_000_000_000 * 32) % 2 ** 32));
    },
  },
  {
    id: 'int32-min-max',
    title: 'minimum and maximum over all threads',
    requires: ['atomics-int32'],
    source: {
      portable: `
KERNEL void k(GLOBAL const int* x, GLOBAL int* out) {
  int i = (int)GLOBAL_INDEX(0);
  ATOMIC_MIN_INT(out, x[i]);
  ATOMIC_MAX_INT(out + 1, x[i]);
}
`,
    },
    run: async ({ random, upload, check }, module) => {
      const numbers = random.integers(threads, -(2 ** 31), 2 ** 31 - 1);
      const out = await upload(Int32Array.of(2 ** 31 - 1, -(2 ** 31)));
      module.kernel('k').launch(shape, await upload(numbers), out);
      check.arrayEqual(await out.read(), [Math.min(...numbers), Math.max(...numbers)]);
    },
  },
  {
    id: 'int32-tickets',
    title: 'each thread gets another old value back',
    requires: ['atomics-int32'],
    source: {
      portable: `
KERNEL void k(GLOBAL int* p, GLOBAL int* seen) {
  int ticket = ATOMIC_ADD_INT(p, 1);
  seen[ticket] += 1;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const seen = zeros('int32', threads);
      module.kernel('k').launch(shape, zeros('int32', 1), seen);
      check.arrayEqual(await seen.read(), new Int32Array(threads).fill(1));
    },
  },
  {
    id: 'int32-compare-exchange',
    title: 'compare and exchange: one thread wins each slot; a loop of it adds up',
    requires: ['atomics-int32'],
    source: {
      portable: `
KERNEL void k(GLOBAL int* slots, GLOBAL int* wins, GLOBAL int* total) {
  int i = (int)GLOBAL_INDEX(0);
  int slot = i % 16;
  if (ATOMIC_COMPARE_EXCHANGE_INT(slots + slot, 0, i + 1) == 0) wins[slot] += 1;
  int seen = ATOMIC_ADD_INT(total, 0);
  for (;;) {
    int before = ATOMIC_COMPARE_EXCHANGE_INT(total, seen, seen + 2);
    if (before == seen) break;
    seen = before;
  }
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const [slots, wins, total] = [zeros('int32', 16), zeros('int32', 16), zeros('int32', 1)];
      module.kernel('k').launch(shape, slots, wins, total);
      check.arrayEqual(await wins.read(), new Int32Array(16).fill(1), 'winners');
      (await slots.read()).forEach((value, slot) => {
        check.equal((value - 1) % 16, slot, `slot ${slot} was won by thread ${value - 1}`);
      });
      check.arrayEqual(await total.read(), [2 * threads], 'total');
    },
  },
  {
    id: 'int32-exchange',
    title: 'what is exchanged is neither lost nor doubled',
    requires: ['atomics-int32'],
    source: {
      cuda: `
__global__ void k(int* p, int* seen) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  seen[atomicExch(p, i + 1)] += 1;
}
`,
      opencl: `
__kernel void k(__global int* p, __global int* seen) {
  int i = (int)get_global_id(0);
  seen[atomic_xchg((volatile __global int*)p, i + 1)] += 1;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const [p, seen] = [zeros('int32', 1), zeros('int32', threads + 1)];
      module.kernel('k').launch(shape, p, seen);
      const counts = await seen.read();
      const [last = 0] = await p.read();
      counts[last] = (counts[last] ?? 0) + 1;
      check.arrayEqual(counts, new Int32Array(threads + 1).fill(1));
    },
  },
  ...int32Cases,
  {
    id: 'int32-shared',
    title: 'atomics on shared memory, and then on global memory',
    requires: ['atomics-int32', 'static-shared-memory'],
    source: {
      cuda: `
__global__ void k(const unsigned char* x, int n, int* bins) {
  __shared__ int local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&local[x[i] % 16], 1);
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}
`,
      opencl: `
__kernel void k(__global const uchar* x, int n, __global int* bins) {
  __local int local_bins[16];
  uint t = get_local_id(0);
  if (t < 16) local_bins[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int i = (int)get_global_id(0);
  if (i < n) atomic_inc((volatile __local int*)&local_bins[x[i] % 16]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < 16) atomic_add((volatile __global int*)&bins[t], local_bins[t]);
}
`,
    },
    run: async ({ random, upload, zeros, check }, module) => {
      const bytes = random.bytes(threads - 17);
      const bins = zeros('int32', 16);
      module.kernel('k').launch(shape, await upload(bytes), bytes.length, bins);
      const expected = new Int32Array(16);
      for (const byte of bytes) expected[byte % 16] = (expected[byte % 16] ?? 0) + 1;
      check.arrayEqual(await bins.read(), expected);
    },
  },
  {
    id: 'int64-add',
    title: 'additions of all threads to one 64-bit word are all there',
    requires: ['atomics-int64'],
    source: {
      cuda: `
__global__ void k(unsigned long long* p) { atomicAdd(p, 10000000000ull + blockIdx.x * blockDim.x + threadIdx.x); }
`,
      opencl: `
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
__kernel void k(__global ulong* p) { atom_add((volatile __global ulong*)p, 10000000000ul + get_global_id(0)); }
`,
    },
    run: async ({ zeros, check }, module) => {
      const p = zeros('uint64', 1);
      module.kernel('k').launch(shape, p);
      check.arrayEqual(await p.read(), [10_000_000_000n * BigInt(threads) + BigInt(sum((i) => i))]);
    },
  },
  {
    id: 'int64-compare-exchange',
    title: 'compare and exchange of 64-bit words',
    requires: ['atomics-int64'],
    source: {
      cuda: `
__global__ void k(unsigned long long* p) {
  unsigned long long seen = *p, before;
  do { before = seen; seen = atomicCAS(p, before, before + 4294967297ull); } while (seen != before);
}
`,
      opencl: `
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
__kernel void k(__global ulong* p) {
  ulong seen = atom_add((volatile __global ulong*)p, 0);
  ulong before;
  do { before = seen; seen = atom_cmpxchg((volatile __global ulong*)p, before, before + 4294967297ul); } while (seen != before);
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const p = zeros('uint64', 1);
      module.kernel('k').launch(shape, p);
      check.arrayEqual(await p.read(), [4_294_967_297n * BigInt(threads)]);
    },
  },
  {
    id: 'int64-min-max',
    title: 'minimum and maximum of 64-bit words',
    requires: ['atomics-int64'],
    source: {
      cuda: `
__global__ void k(long long* least, unsigned long long* greatest) {
  long long i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMin(least, -(i << 33));
  atomicMax(greatest, (unsigned long long)i << 40);
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const [least, greatest] = [zeros('int64', 1), zeros('uint64', 1)];
      module.kernel('k').launch(shape, least, greatest);
      check.arrayEqual(await least.read(), [-(BigInt(threads - 1) << 33n)]);
      check.arrayEqual(await greatest.read(), [BigInt(threads - 1) << 40n]);
    },
  },
  {
    id: 'float32-add',
    title: 'float32 additions that are exact add up exactly',
    requires: ['atomics-float32'],
    source: {
      cuda: '__global__ void k(float* p) { atomicAdd(p, 0.25f * (threadIdx.x % 8)); }',
    },
    run: async ({ zeros, check }, module) => {
      const p = zeros('float32', 1);
      module.kernel('k').launch(shape, p);
      check.arrayEqual(await p.read(), [0.25 * sum((i) => (i % 64) % 8)]);
    },
  },
  {
    id: 'float64-add',
    title: 'float64 additions that are exact add up exactly',
    requires: ['atomics-float64'],
    source: {
      cuda: '__global__ void k(double* p) { atomicAdd(p, 1.0 + threadIdx.x / 1048576.0); }',
    },
    run: async ({ zeros, check }, module) => {
      const p = zeros('float64', 1);
      module.kernel('k').launch(shape, p);
      check.arrayEqual(await p.read(), [threads + sum((i) => i % 64) / 1_048_576]);
    },
  },
]);

function sum(of: (i: number) => number): number {
  let total = 0;
  for (let i = 0; i < threads; i++) total += of(i);
  return total;
}

function xorOfBits(): number {
  let bits = 0;
  for (let i = 0; i < threads; i++) bits ^= 1 << (i % 30);
  return bits;
}
