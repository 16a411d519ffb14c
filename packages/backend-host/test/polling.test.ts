/** Threads that wait for others by looking at memory, which on a GPU go on by themselves. */
import { openHost, type OpenHost } from './open-host';
import { yieldInPollingLoops } from '../src/compile/polling-loops';

const threads = 64;
let host: OpenHost;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

// `flags` are zeros; `expected` is what each thread leaves in `out`.
it.each<[string, string, (t: number) => number]>([
  [
    'a volatile flag that a later thread sets',
    `__global__ void k(volatile int* flags, int* out) {
      if (threadIdx.x == 40) { flags[0] = 42; __threadfence(); flags[1] = 1; }
      while (flags[1] == 0);
      out[threadIdx.x] = flags[0];
    }`,
    () => 42,
  ],
  [
    'an atomic that a later thread changes, with a fence for a body',
    `__global__ void k(int* flags, int* out) {
      if (threadIdx.x < 63) {
        while (atomicAdd(&flags[1], 0) != 1) { __threadfence(); }
      } else {
        flags[0] = 7;
        __threadfence();
        atomicExch(&flags[1], 1);
      }
      out[threadIdx.x] = flags[0];
    }`,
    () => 7,
  ],
  [
    'a condition after its loop, in a function',
    `__device__ void await(volatile int* flag, int value) { do { } while (*flag != value); }
    __global__ void k(volatile int* flags, int* out) {
      await(flags, 63 - threadIdx.x);
      out[threadIdx.x] = *flags;
      *flags = *flags + 1;
    }`,
    (t) => 63 - t,
  ],
  [
    'two warps in turns, through shared memory',
    `__global__ void k(int* flags, int* out) {
      __shared__ volatile int turn;
      if (threadIdx.x == 0) turn = 1;
      __syncthreads();
      int warp = threadIdx.x / 32;
      for (int round = 0; round < 5; round++) {
        if (threadIdx.x % 32 == 0) {
          while (turn != warp);
          flags[0] = flags[0] * 2 + warp;
          turn = 1 - warp;
        }
      }
      __syncthreads();
      out[threadIdx.x] = flags[0];
    }`,
    () => 0b1010101010,
  ],
  [
    'a lock that is held beyond a barrier of its warp',
    `#define LOCK(lock) while (atomicCAS(lock, 0, 1) != 0)
    __global__ void k(int* flags, int* out) {
      if (threadIdx.x % 32 == 0) LOCK(&flags[0]);
      __syncwarp();
      out[threadIdx.x] = flags[1] == 0 || flags[1] == 32;
      __syncwarp();
      atomicAdd(&flags[1], 1);
      __syncwarp();
      if (threadIdx.x % 32 == 0) { __threadfence(); atomicExch(&flags[0], 0); }
    }`,
    () => 1,
  ],
  [
    'loops that compute, and what only looks like one',
    `// while (flags[0] == 0);
    __global__ void k(int* flags, int* out) {
      const char* text = "while (1);";
      int length = 0, i = threadIdx.x, odd = 0;
      while (text[length++]);
      do { odd += 2; } while (odd < i);
      while (i > 10) { i -= 7; }
      do i++; while (i < 0);
      if (i < 0) while (flags[0] == 0); else i++;
      while (false);
      out[threadIdx.x] = 1000 * length + 100 * i + odd;
    }`,
    (t) => {
      let i = t;
      while (i > 10) i -= 7;
      return 11000 + 100 * (i + 2) + Math.max(2, t + (t % 2));
    },
  ],
])('%s', async (_, source, expected) => {
  using module = await host.device.compile<string>(source);
  using flags = host.device.zeros('int32', 2);
  using out = host.device.zeros('int32', threads);
  module.kernel('k').launch({ grid: 1, block: threads }, flags, out);
  expect([...(await out.read())]).toEqual(Array.from({ length: threads }, (_, t) => expected(t)));
});

it('shows the line of an error after such a loop', async () => {
  const source: string = '__global__ void k(volatile int* flag) {\n  while (*flag == 0);\n  nothing();\n}';
  await expect(host.device.compile(source)).rejects.toMatchObject({
    code: 'COMPILE',
    excerpt: expect.stringContaining('> 3 |   nothing();') as string,
  });
});

test('what a macro that is off expands to, and a loop without end, stay as they are', () => {
  const source = '#define CHECK(x) do {} while (0)\n__global__ void k(int* x) { CHECK(x); while (true); }';
  expect(yieldInPollingLoops(source)).toBe(source);
});
