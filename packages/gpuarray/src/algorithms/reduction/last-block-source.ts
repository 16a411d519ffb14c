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
 * The parameter after all others: a word for each group of blocks, zero before the launch and after it. Names of ours
 * that begin with heddle_ could be those of a user's array.
 */
export const ticketParameter = 'GLOBAL void* tickets';

/** Declarations at the start of a kernel. */
export const lastBlockMemory = '  SHARED int is_last;';

export interface LastBlockParts {
  /** C condition for the threads that hold a part each in `acc`. */
  readonly writer: string;
  /** C expression of the place of split `s` of the thread's result among the parts. */
  readonly partOf: (s: string) => string;
  /** C expression of this block's split. */
  readonly split: string;
  /** C expression of the word that counts the blocks of this block's results. */
  readonly ticket: string;
  /** C expressions: the first split that a thread joins, and how far apart its splits are. */
  readonly first: string;
  readonly apart: string;
  /** C condition for the threads that have a result. */
  readonly active: string;
  /** Statements by which the threads of a result join their `acc`, which writers have then. */
  readonly join: string;
  /** Statement that writes the result `acc`. */
  readonly finish: string;
}

/** Statements that join `acc` of all splits into one result, for kernels with more than one split. */
export function lastBlockSource(parts: LastBlockParts): string {
  const { writer, partOf, split, ticket, first, apart, active, join, finish } = parts;
  return `  if (${writer}) heddle_partials[${partOf(split)}] = acc;
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
    acc = heddle_empty();
    if (${active}) {
      HEDDLE_ROLLED
      for (int s = ${first}; s < (int)heddle_splits; s += ${apart}) {
        acc = heddle_join(acc, heddle_partials[${partOf('s')}]);
      }
    }
${join}
    if (${writer}) ${finish}
  }`;
}
