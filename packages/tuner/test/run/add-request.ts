/** The request that tests of whole runs have in common: adds two arrays on the host, in this process. */
import { backend } from '@heddle/backend-host';
import { registerBackend } from '@heddle/core/backend';
import type { TuneKernelOptions } from '@heddle/tuner';

registerBackend(backend);
export const n = 1000;
export const a = Float32Array.from({ length: n }, (_, i) => i / 8);
export const b = Float32Array.from({ length: n }, (_, i) => n - i);
export const sum = a.map((value, i) => value + b[i]!);

export const source = `
__global__ void add(float* c, const float* a, const float* b, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i] + ERROR_OF;
}`;

/** `wrong` lists block sizes that compute something else. */
export function request(wrong: readonly number[] = []): TuneKernelOptions<{ block_size_x: readonly [32, 64, 128] }> {
  return {
    kernel: 'add',
    source,
    device: 'host',
    isolation: 'none',
    problemSize: n,
    arguments: [new Float32Array(n), a, b, n],
    tune: { block_size_x: [32, 64, 128] },
    defines: { ERROR_OF: ({ block_size_x }) => (wrong.includes(block_size_x) ? '0.25f' : '0.0f') },
    answer: [sum, null, undefined, null],
    iterations: 3,
    benchmark: { warmupMilliseconds: 1 },
  };
}

export const argumentFault = (message: string): unknown =>
  expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining(message) });
