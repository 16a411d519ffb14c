/** How values become one: of registers, and of the threads of a block. */

/** Statement-like macro for loops that a compiler had better leave rolled: it would spend registers on rare ones. */
export const rolledMacro = `#ifdef HEDDLE_DIALECT_CUDA
#define HEDDLE_ROLLED _Pragma("unroll 1")
#else
#define HEDDLE_ROLLED
#endif`;

/** C expression that joins accumulators pairwise: rounding errors grow with the logarithm of their number. */
export function joinedPairwise(names: readonly string[]): string {
  if (names.length === 1) return names[0] ?? '';
  const half = names.length >> 1;
  return `heddle_join(${joinedPairwise(names.slice(0, half))}, ${joinedPairwise(names.slice(half))})`;
}

/**
 * Statements by which threads join their `acc` through `heddle_shared`; the first of them has the result.
 *
 * @param index - C expression of a thread's place among those of its result, of which there are
 * @param count - so many, a power of two
 * @param apart - threads from one to the next
 */
export function blockJoin(index: string, count: string, apart = '1'): string {
  const next = apart === '1' ? 'step' : `step * ${apart}`;
  return `  heddle_shared[thread] = acc;
  BARRIER();
  for (int step = ${count} >> 1; step > 0; step >>= 1) {
    if (${index} < step) heddle_shared[thread] = heddle_join(heddle_shared[thread], heddle_shared[thread + ${next}]);
    BARRIER();
  }
  acc = heddle_shared[thread];`;
}
