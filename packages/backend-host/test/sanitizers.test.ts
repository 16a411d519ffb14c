/** Planted errors are found, with the user's line; a clean kernel passes and computes what it should. */
import { openHost } from './open-host';

const clean = `__constant__ int offset;
__global__ void reverse(int* x, int n) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * n + t];
  __syncthreads();
  x[blockIdx.x * n + t] = s[n - 1 - t] + offset;
}`;

describe.each(['address', 'thread', 'undefined'] as const)('sanitize: %s', (sanitize) => {
  it('runs a clean kernel, with its variables and shared memory', async () => {
    const host = await openHost({ sanitize });
    const module = await host.device.compile<string>(clean);
    await module.global('offset', 'int32').write(Int32Array.of(100));
    const x = await host.device.upload(Int32Array.from({ length: 64 }, (_, i) => i));
    module.kernel('reverse').launch({ grid: 2, block: 32, sharedBytes: 128 }, x, 32);
    const result = await x.read();
    expect(result[0]).toBe(131);
    expect(result[63]).toBe(132);
    await host.close();
  }, 120_000);

  // Threads follow each other on one stack, whose memory is none of theirs for long.
  it.each([
    ['nothing', ''],
    ['the block', '__syncthreads();'],
    ['its warp', '__syncwarp();'],
  ])(
    'takes the local arrays of a kernel that waits for %s for its own',
    async (_, wait) => {
      const host = await openHost({ sanitize });
      const module = await host.device.compile<string>(`
        __device__ __noinline__ void fill(float* v, int t) { for (int i = 0; i < 8; i++) v[i] = t + i; }
        __device__ __noinline__ float deep(int t) { float v[4000]; fill(v + 100, t); return v[101]; }
        __global__ void k(float* out, int n) {
          float v[8];
          fill(v, threadIdx.x);
          ${wait}
          out[blockIdx.x * blockDim.x + threadIdx.x] = v[n] + deep(threadIdx.x);
        }`);
      const out = host.device.zeros('float32', 192);
      module.kernel('k').launch({ grid: 3, block: 64 }, out, 3);
      expect([...(await out.read())]).toEqual(Array.from({ length: 192 }, (__, i) => 2 * (i % 64) + 4));
      await host.close();
    },
    120_000,
  );

  it('reads textures, writes surfaces, and follows addresses of variables and in structs', async () => {
    const host = await openHost({ sanitize });
    const { device } = host;
    const module = await device.compile<string>(`
      struct where { int* to; int count; };
      __device__ int doubled[64];
      __global__ void k(cudaTextureObject_t texture, cudaSurfaceObject_t surface, where out, int* variable) {
        int t = threadIdx.x;
        variable[t] *= 2;
        surf1Dwrite(tex1D<float>(texture, t + 0.5f) + 1, surface, t * 4);
        if (t < out.count) out.to[t] = doubled[t] + (variable == doubled);
      }`);
    const ramp = Float32Array.from({ length: 64 }, (_, i) => i / 4);
    using texture = device.createTexture({ extents: [64], dtype: 'float32' });
    await texture.write(ramp);
    using surface = device.createTexture({ extents: [64], dtype: 'float32', writable: true });
    const out = await device.upload(new Int32Array(70).fill(-1));
    const variable = module.global('doubled', 'int32');
    await variable.write(Int32Array.from({ length: 64 }, (_, i) => i));
    const kernel = module.kernel('k');
    for (let round = 0; round < 2; round++) {
      kernel.launch({ grid: 1, block: 64 }, texture, surface.surface, { to: out.slice(6), count: 64 }, variable);
      await texture.write(ramp.map((x) => 3 * x));
    }
    expect([...(await variable.read())]).toEqual(Array.from(ramp, (_, i) => 4 * i));
    expect([...(await surface.read())]).toEqual(Array.from(ramp, (x) => 3 * x + 1));
    const expected = Array.from({ length: 70 }, (_, i) => (i < 6 ? -1 : 4 * (i - 6) + 1));
    expect([...(await out.read())]).toEqual(expected);
    await host.close();
  }, 120_000);

  it('runs the matrices of a warp, which lie on the stack of one of its threads', async () => {
    const host = await openHost({ sanitize });
    const module = await host.device.compile<string>(`
      #include <mma.h>
      using namespace nvcuda::wmma;
      __global__ void k(float* out) {
        __shared__ __align__(32) float product[2][256];
        fragment<matrix_a, 16, 16, 16, __half, row_major> a;
        fragment<matrix_b, 16, 16, 16, __half, row_major> b;
        fragment<accumulator, 16, 16, 16, float> c;
        fill_fragment(a, __half(2.0f));
        fill_fragment(b, __half(3.0f));
        fill_fragment(c, 1.0f);
        mma_sync(c, a, b, c);
        mma_sync(c, a, b, c);
        store_matrix_sync(product[threadIdx.x / 32], c, 16, mem_row_major);
        out[threadIdx.x] = product[threadIdx.x / 32][(5 * threadIdx.x) % 256];
      }`);
    const out = host.device.zeros('float32', 64);
    module.kernel('k').launch({ grid: 1, block: 64 }, out);
    expect([...(await out.read())]).toEqual(Array.from({ length: 64 }, () => 193));
    await host.close();
  }, 120_000);
});

it.each([
  ['address', 'an access past the end', 'x[threadIdx.x + 1] = 1;', 64],
  [
    'address',
    'an access past a shared array',
    '__shared__ int s[32]; s[threadIdx.x] = n; __syncthreads(); x[0] = s[n];',
    32,
  ],
  [
    'thread',
    'a race on shared memory',
    '__shared__ int s[64]; s[threadIdx.x] = n; x[threadIdx.x] = s[(threadIdx.x + 1) % 64];',
    64,
  ],
  ['thread', 'a race on global memory', 'x[0] = x[0] + threadIdx.x;', 64],
  [
    'thread',
    "a race on another thread's array",
    '__shared__ int* s; int v[4] = {n}; if (threadIdx.x == 0) s = v; __syncthreads(); s[1] = threadIdx.x; x[threadIdx.x] = v[n % 4];',
    64,
  ],
  ['undefined', 'signed overflow', 'x[threadIdx.x] = 2147483647 - 63 + n + threadIdx.x * 0;', 64],
] as const)(
  '%s finds %s and shows the line',
  async (sanitize, _, body, n) => {
    const host = await openHost({ sanitize });
    const module = await host.device.compile<string>(`__global__ void planted(int* x, int n) {\n  ${body}\n}`);
    const x = host.device.zeros('int32', 64);
    expect(() => {
      module.kernel('planted').launch({ grid: 1, block: n }, x, n);
    }).toThrow(
      expect.objectContaining({
        code: 'SANITIZER',
        kernel: 'planted',
        excerpt: expect.stringContaining('> 2 |') as string,
        log: expect.stringContaining('kernel.cu:2') as string,
      }),
    );
    // The device is none the worse for it.
    expect((await x.read()).length).toBe(64);
    await host.close();
  },
  120_000,
);

it('refuses a sanitizer that does not exist, and times nothing', async () => {
  await expect(openHost({ sanitize: 'memory' })).rejects.toMatchObject({ code: 'ARGUMENT', parameter: 'sanitize' });
  const host = await openHost({ sanitize: 'undefined' });
  const module = await host.device.compile('__global__ void k(int* x) {}');
  await expect(module.kernel('k').time({ grid: 1, block: 1 }, null)).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  await host.close();
}, 120_000);
