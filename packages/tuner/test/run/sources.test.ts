/** What may be tuned: texts, files, functions that write them, plain functions. */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { TypedArray } from '@heddle/core';
import { tuneKernel, type TuneKernelOptions } from '@heddle/tuner';
import { temporaryFolder } from '../testing/temporary-folder';
import { a, n, request } from './add-request';

const folder = temporaryFolder();

describe('sources', () => {
  /** What says nothing of the kernel and its parameters. */
  const common = (): Pick<TuneKernelOptions<never>, 'device' | 'isolation' | 'iterations' | 'benchmark'> => ({
    device: 'host',
    isolation: 'none',
    iterations: 3,
    benchmark: { warmupMilliseconds: 1 },
  });
  const blocks = { block_size_x: [32, 64, 128] } as const;

  it('may be written by a function, and lie in files that include others', async () => {
    writeFileSync(folder.path('offset.h'), '#define OFFSET 2\n');
    writeFileSync(
      folder.path('shift.cu'),
      '#include "offset.h"\n__global__ void shift(float* x) { x[blockIdx.x * block_size_x + threadIdx.x] += OFFSET; }\n',
    );
    const shifted = new Float32Array(128).fill(2);
    const shift = {
      ...common(),
      kernel: 'shift',
      problemSize: 128,
      tune: blocks,
      arguments: [new Float32Array(128)],
      answer: [shifted],
    };
    const files = await tuneKernel({ ...shift, source: [folder.path('shift.cu'), folder.path('offset.h')] });
    expect(files.environment.failures).toEqual({});
    const written = await tuneKernel({
      ...shift,
      source: ({ block_size_x }) =>
        `__global__ void shift(float* x) { x[blockIdx.x * ${block_size_x} + threadIdx.x] += 2; }`,
    });
    expect(written.environment.failures).toEqual({});
  });

  it('may be named by a URL, of a file', async () => {
    const path = folder.path('ß 100%.cu');
    writeFileSync(path, '__global__ void shift(float* x) { x[blockIdx.x * block_size_x + threadIdx.x] += 2; }\n');
    const options = {
      ...common(),
      kernel: 'shift',
      problemSize: 128,
      tune: blocks,
      arguments: [new Float32Array(128)],
    };
    for (const source of [pathToFileURL(path), pathToFileURL(path).href]) {
      expect((await tuneKernel({ ...options, source })).environment.failures).toEqual({});
    }
    for (const source of [new URL('https://example.org/shift.cu'), 'file:///tmp/a%2Fb.cu']) {
      const refused = Promise.resolve(tuneKernel({ ...options, source }));
      await expect(refused).rejects.toMatchObject({ code: 'ARGUMENT', parameter: 'source' });
    }
  });

  it('get parameters, block and grid sizes as macros; names may hold parameters', async () => {
    const { results, environment } = await tuneKernel({
      ...common(),
      kernel: 'probe<block_size_x, real>',
      source: `template <int size, class T> __global__ void probe(T* out) {
        #pragma unroll loop_unroll_factor_i
        for (int i = 0; i < 4; i++) out[i] = 0;
        out[0] = size; out[1] = block_size_x + 1000 * block_size_y; out[2] = grid_size_x; out[3] = flag + 10 * kernel_tuner;
      }`,
      problemSize: [640, 3],
      tune: { block_size_x: [32, 64], real: ['float'], flag: [true], loop_unroll_factor_i: [0, 2] },
      arguments: [new Float32Array(4)],
      answer: [],
      verify: (_, [out]: readonly (TypedArray | undefined)[]) => {
        const [size, block, grid, flag] = [...(out as Float32Array)];
        return block === size! + 1000 && grid === 640 / size! && flag === 11 ? true : `${[...(out as Float32Array)]}`;
      },
    });
    expect(environment.failures).toEqual({});
    expect(results).toHaveLength(4);
  });

  it('that do not compile are failures of their configurations', async () => {
    const { results, best, environment } = await tuneKernel({
      ...request(),
      source: '__global__ void add(float* c, const float* a, const float* b, int n) { oops; }',
    });
    expect(results.map(({ failure }) => failure?.kind)).toEqual(['compile', 'compile', 'compile']);
    expect(results[0]?.failure?.message).toContain('oops');
    expect(best).toBeUndefined();
    expect(environment.warnings[0]).toContain('no configuration has a result');
  });

  it('may be plain functions that return their own time', async () => {
    const { results, environment } = await tuneKernel({
      ...common(),
      problemSize: 1,
      kernel: 'scale',
      language: 'c',
      source: 'float scale(float* x, int n) { for (int i = 0; i < n; i++) x[i] *= factor; return factor; }',
      tune: { factor: [2, 3] },
      arguments: [a, n],
      answer: [],
    });
    expect(environment.failures).toEqual({});
    expect(results.map(({ time }) => time)).toEqual([2, 3]);
  });

  it('are timed from outside where a function returns a status, and refused where it returns no time', async () => {
    const request = {
      ...common(),
      problemSize: 1,
      kernel: 'scale',
      language: 'c',
      tune: { factor: [2, 3] },
      arguments: [a, n],
    } as const;
    const body = '(float* x, int n) { for (int i = 0; i < n; i++) x[i] *= factor; return 0; }';
    const { results } = await tuneKernel({ ...request, source: `int scale${body}` });
    expect(results.every(({ time }) => time > 0)).toBe(true);
    const timeless = Promise.resolve(tuneKernel({ ...request, source: `float scale${body}` }));
    await expect(timeless).rejects.toMatchObject({ code: 'ARGUMENT' });
    await expect(timeless).rejects.toThrow('scale returned 0, which is not a time');
  });

  it('use shared and constant memory of the sizes they are given', async () => {
    const { environment } = await tuneKernel({
      ...common(),
      tune: blocks,
      kernel: 'weigh',
      source: `__constant__ float weights[4];
        __global__ void weigh(float* x) {
          extern __shared__ float part[];
          part[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
          __syncthreads();
          x[blockIdx.x * blockDim.x + threadIdx.x] = part[threadIdx.x] * weights[threadIdx.x % 4];
        }`,
      problemSize: 128,
      sharedMemory: { size: 'block_size_x * 4' },
      constantMemory: { weights: Float32Array.of(1, 2, 3, 4) },
      arguments: [new Float32Array(128).fill(1)],
      answer: [Float32Array.from({ length: 128 }, (_, i) => (i % 4) + 1)],
    });
    expect(environment.failures).toEqual({});
  });
});
