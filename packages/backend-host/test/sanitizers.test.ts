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
