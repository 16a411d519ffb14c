/**
 * The portable dialect: one spelling of a kernel for every language that backends compile.
 *
 * Each preamble defines the same macros. Portable source uses them, plain C99 arithmetic and the functions of math.h,
 * with the suffix f or without, nothing else.
 *
 * | macro | meaning |
 * |---|---|
 * | `KERNEL` | before `void name(...)`: an entry point |
 * | `DEVICE` | before a function that kernels call |
 * | `GLOBAL`, `CONSTANT`, `LOCAL` | address space of a pointer: device memory, read-only device memory (no `const` beside it: it is one already in CUDA C++), shared memory |
 * | `SHARED` | declares an array in a kernel's body that the block shares |
 * | `DYNAMIC_SHARED_PARAMETER(type, name)` | last in the parameter list, without a comma before it: shared memory sized by the launch |
 * | `DYNAMIC_SHARED(type, name)` | first in the body of such a kernel |
 * | `BARRIER()` | waits for all threads of the block; makes their writes to shared and global memory visible |
 * | `THREAD_INDEX(axis)`, `BLOCK_INDEX(axis)`, `BLOCK_SIZE(axis)`, `GRID_SIZE(axis)` | axis 0, 1 or 2; `GRID_SIZE` in blocks |
 * | `GLOBAL_INDEX(axis)`, `GLOBAL_SIZE(axis)` | over the whole grid, in threads, 64-bit |
 * | `INT64`, `UINT64` | 64-bit integers |
 * | `HEDDLE_HAS_FP16`, `HEDDLE_HAS_FP64` | 1 if the device computes with the type |
 * | `HALF` | the type of a float16 element; `LOAD_HALF(pointer, index)` and `STORE_HALF(value, pointer, index)` go through float |
 * | `ATOMIC_ADD_INT(pointer, value)`, `ATOMIC_ADD_UINT`, `ATOMIC_MIN_INT`, `ATOMIC_MAX_INT`, `ATOMIC_COMPARE_EXCHANGE_INT(pointer, expected, desired)` | 32-bit atomics on device memory |
 * | `SHARED_ATOMIC_ADD_INT(pointer, value)`, `SHARED_ATOMIC_ADD_UINT` | the same on shared memory |
 */
import type { SourceLanguage } from '../signature/signature';

export interface Dialect {
  /** The language that the preamble turns portable source into. */
  readonly language: SourceLanguage;
  /** Text put in front of the source, with a line end after it. */
  readonly preamble: string;
}

/** Facts about a device that portable source may ask for by macro. */
export interface DialectFacts {
  readonly float16: boolean;
  readonly float64: boolean;
}

/**
 * Portable source as the dialect's language. The source keeps its own line numbers and name, which some compilers
 * forget at a `#line` that does not say it.
 */
export function applyDialect(dialect: Dialect, source: string, fileName: string): string {
  return `${dialect.preamble}#line 1 ${JSON.stringify(fileName)}\n${source}`;
}

/** The two macros every dialect has, from what the device can do. */
export function featureMacros(facts: DialectFacts): string {
  return `#define HEDDLE_HAS_FP16 ${facts.float16 ? 1 : 0}\n#define HEDDLE_HAS_FP64 ${facts.float64 ? 1 : 0}\n`;
}
