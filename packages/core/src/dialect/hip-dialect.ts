/** The portable dialect over HIP C++: CUDA's text, and what HIP's kernels must know of a device's wavefront. */
import { cudaDialect, type CudaDialectOptions } from './cuda-dialect';
import type { Dialect } from './dialect';

export interface HipDialectOptions extends Omit<CudaDialectOptions, 'language'> {
  /** Lanes of a wavefront: 32 or 64. */
  readonly warpSize: number;
}

/** @returns the preamble for a compiler of HIP C++ */
export function hipDialect({ warpSize, ...options }: HipDialectOptions): Dialect {
  const { language, preamble } = cudaDialect({ ...options, language: 'hip' });
  return { language, preamble: `${preamble}${hipFacts(warpSize)}` };
}

/**
 * The macros of HIP's dialect alone, for HIP C++ that is not portable: `HEDDLE_WARP_SIZE` is a constant, which
 * `warpSize` is no longer in newer versions of HIP; `HEDDLE_LANE_MASK` is a type with a bit for each lane.
 */
export function hipFacts(warpSize: number): string {
  return `#ifndef HEDDLE_DIALECT_HIP
#define HEDDLE_DIALECT_HIP 1
#define HEDDLE_WARP_SIZE ${warpSize}
#define HEDDLE_LANE_MASK unsigned long long
#endif
`;
}
