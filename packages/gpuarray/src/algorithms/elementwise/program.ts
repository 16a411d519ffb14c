/** What is computed for every element, apart from how the elements are walked. */
import type { DType } from '@heddle/core';

export interface ProgramOperand {
  /** A C identifier: the variable that the body sees. */
  readonly name: string;
  readonly dtype: DType;
}

export interface ProgramOutput extends ProgramOperand {
  /** The body may leave it as it is, or reads it: it is loaded first. */
  readonly loaded: boolean;
}

export interface ElementwiseProgram {
  /** Tells the text from all others. */
  readonly key: string;
  /** A C identifier: the name of its kernels. */
  readonly name: string;
  /** Arrays read: each is a variable of `computeType(dtype)`. */
  readonly inputs: readonly ProgramOperand[];
  /** Arrays written: each is a variable, stored after the body. */
  readonly outputs: readonly ProgramOutput[];
  /** Values that are the same for all elements. */
  readonly scalars: readonly ProgramOperand[];
  /** Arrays that the body indexes itself: each is a pointer to `cType(dtype)`. */
  readonly raw: readonly (ProgramOperand & { readonly written: boolean })[];
  /** Functions and macros before the kernel. */
  readonly preamble: string;
  /** Statements. They see the variables, `i` and `n` where {@link usesIndex}. */
  readonly body: string;
  /** Statements before and after the walk of each thread. */
  readonly loopPrep: string;
  readonly afterLoop: string;
  /** The body asks for `i`, the index in row-major order, or `n`, the number of elements. */
  readonly usesIndex: boolean;
  /**
   * Nothing in the text depends on the thread that an element falls to, and no element ends its thread: several may
   * share one. Undefined if that is plain, as of programs without a user's text.
   */
  readonly independent?: boolean;
  /** Turns a failure to compile into what the user should read. */
  readonly explain?: (error: unknown) => unknown;
  /** Options for the compiler. */
  readonly options?: readonly string[];
}

/** How elements are walked: one kernel for each. */
export type Walk =
  /** All arrays dense and alike: one element a thread. */
  | { readonly kind: 'dense' }
  /** The same, several elements a thread. */
  | { readonly kind: 'items' }
  /** The same, each thread with a pack of 16 bytes; looped, with as many as the grid leaves it. */
  | { readonly kind: 'packed'; readonly looped?: boolean }
  /** So many axes, of which every operand walks the last by packs, or is `still` along it. */
  | { readonly kind: 'rows'; readonly rank: number; readonly still: readonly boolean[] }
  /** Any strides over so many axes, each thread with a piece of the last one, along which each operand steps in its way. */
  | { readonly kind: 'strips'; readonly rank: number; readonly steps: readonly Step[] }
  /** Any strides over so many axes, one element a thread; indices of 32 or 64 bits. */
  | { readonly kind: 'strided'; readonly rank: number; readonly wide: boolean };

/** How an operand goes along an axis: from element to element, not at all, or by its stride. */
export type Step = 'unit' | 'still' | 'any';

/** The kernels' cache key for a walk. */
export function walkKey(walk: Walk): string {
  switch (walk.kind) {
    case 'strided':
      return `strided${walk.rank}${walk.wide ? 'wide' : ''}`;
    case 'strips':
      return `strips${walk.rank} ${walk.steps.join(' ')}`;
    case 'rows':
      return `rows${walk.rank} ${walk.still.map(Number).join('')}`;
    case 'packed':
      return walk.looped === true ? 'packed looped' : 'packed';
    default:
      return walk.kind;
  }
}
