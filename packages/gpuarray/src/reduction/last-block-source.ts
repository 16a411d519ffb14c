/**
 * Joining partial results in the launch that makes them: every block that shares a result leaves its part and counts
 * itself, and the one that finds all others counted joins the parts. They are joined in the order of the splits, so
 * which block it is changes nothing.
 *
 * Fences between blocks are CUDA's dialect. No block waits for another, so nothing is asked of the order in which they
 * run.
 */

/** Who joins the parts of a result: a second launch, or the last block of the first one. */
export type JoinedBy = 'launch' | 'last-block';

/**
 * The parameter behind all others: a word for each group of blocks, zero before the launch and after it. Names of ours
 * that begin with heddle_ could be those of a user's array.
 */
export const ticketParameter = 'GLOBAL void* tickets';

/** Declarations at the start of a kernel. */
export const lastBlockMemory = '  SHARED int is_last;';

export interface LastBlockParts {
  /** Accumulators of a thread, one for each result that it has. */
  readonly accumulators: readonly string[];
  /** C condition for the threads that hold a part of each of their results in them. */
  readonly writer: string;
  /** C expression of the place of split `s` of the thread's result `n` among the parts. */
  readonly partOf: (s: string, n: number) => string;
  /** C expression of this block's split. */
  readonly split: string;
  /** C expression of the word that counts the blocks of this block's results. */
  readonly ticket: string;
  /** C expressions: the first split that a thread joins, and how far apart its splits are. */
  readonly first: string;
  readonly apart: string;
  /** C condition for the threads that have a result. */
  readonly active: string;
  /** Statements by which the threads of a result join an accumulator, which writers have then. */
  readonly join: (accumulator: string) => string;
  /** Statement that writes result `n`. */
  readonly finish: (accumulator: string, n: number) => string;
}

/** Statements behind which the accumulators of all splits are one result each, for kernels with more than one split. */
export function lastBlockSource(parts: LastBlockParts): string {
  const { accumulators, writer, partOf, split, ticket, first, apart, active, join, finish } = parts;
  const each = (statement: (accumulator: string, n: number) => string): string =>
    accumulators.map(statement).join('\n');
  return `${each((acc, n) => `  if (${writer}) heddle_partials[${partOf(split, n)}] = ${acc};`)}
#if defined(__AMDGCN__)
  // Of the barrier AMD's compiler need make no more than order within the block.
  __threadfence();
#endif
  BARRIER();
  if (thread == 0) {
    GLOBAL unsigned int* ticket = (GLOBAL unsigned int*)tickets + ${ticket};
    __threadfence();
    is_last = ATOMIC_ADD_UINT(ticket, 1) == (unsigned int)heddle_splits - 1u;
    // All have been counted; the next launch begins at zero again.
    if (is_last) *ticket = 0;
  }
  BARRIER();
  if (is_last) {
    __threadfence();
${each((acc) => `    ${acc} = heddle_empty();`)}
    if (${active}) {
      HEDDLE_ROLLED
      for (int s = ${first}; s < (int)heddle_splits; s += ${apart}) {
${each((acc, n) => `        ${acc} = heddle_join(${acc}, heddle_partials[${partOf('s', n)}]);`)}
      }
    }
${each((acc) => join(acc))}
${each((acc, n) => `    if (${writer}) ${finish(acc, n)}`)}
  }`;
}
