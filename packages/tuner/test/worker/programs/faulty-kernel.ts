/** A kernel of 200 configurations, some of which fail in every way there is. */
import type { TuneKernelOptions } from '@heddle/tuner';

const n = 4096;

export const faults = { crash: 10, endless: 5, wrong: 10, broken: 10 } as const;
export const configurationCount = 200;

/** Which fault a configuration has: by its number, spread over the run. */
export function faultOf(variant: number): keyof typeof faults | 'none' {
  if (variant % 20 === 7) return 'crash';
  if (variant % 20 === 12) return 'wrong';
  if (variant % 20 === 17) return 'broken';
  return variant % 40 === 3 ? 'endless' : 'none';
}

const codes = { none: 0, crash: 1, endless: 2, wrong: 3, broken: 4 } as const;

const source = `
#include <cstdlib>
#include <unistd.h>
__global__ void fill(int* out, volatile int* sink, int n) {
#if FAULT == 1
  std::abort();
#elif FAULT == 2
  while (sink[0] == 0) usleep(1000); // for ever, and leaves the processor to others
#elif FAULT == 4
  this is not C;
#endif
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i + (FAULT == 3);
}`;

export function faultyRun(
  cache: string,
): TuneKernelOptions<{ block_size_x: readonly number[]; variant: readonly number[] }> {
  return {
    kernel: 'fill',
    source,
    device: 'host',
    problemSize: n,
    arguments: [new Int32Array(n), new Int32Array(1), n],
    tune: { block_size_x: [64], variant: Array.from({ length: configurationCount }, (_, i) => i) },
    // Few different programs, so that the test spends its time on faults and not in the compiler.
    defines: { FAULT: ({ variant }) => codes[faultOf(variant)] },
    answer: [Int32Array.from({ length: n }, (_, i) => i)],
    iterations: 3,
    benchmark: { warmupMilliseconds: 0 },
    timeLimits: { runSeconds: 3 },
    strategy: 'brute_force',
    cache,
  };
}
