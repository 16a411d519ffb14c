/**
 * The kernel that all distributions share: a thread computes blocks of the generator, turns each one's words into
 * elements and stores them at once.
 *
 * Element i of a draw depends on the seed, the draw's number and i alone, whatever the launch looks like: the counter
 * is (i / elements per block, attempt, draw). Attempts beyond 0 are for distributions that reject.
 */
import { dtypeInfo, type DType } from '@heddle/core';
import { cType, storeStatement } from '../../kernel-kit/c-types';
import type { DrawWalk } from './draw-walk';

/** A distribution, for one dtype. */
export interface DrawKernel {
  /** Names the kernel; with generator and dtype it must name the source. */
  readonly name: string;
  readonly dtype: DType;
  /** Elements that come out of one block of four words. */
  readonly elements: 1 | 2 | 4;
  /** Functions the body calls. */
  readonly functions?: string;
  /** Declarations of the distribution's own parameters: `float low, float high`. */
  readonly parameters: readonly string[];
  /**
   * Statements that set `value0`… from `words`. Also there: `block` (32 or 64 bits), `draw`, `key0`, `key1`, the
   * parameters.
   */
  readonly body: string;
  /** C type of the values. Default: the dtype's storage type. */
  readonly valueType?: string;
  /**
   * Blocks of the generator for each of a GPU's threads: enough that what a thread does before the first of them counts
   * for little, and that their operations fill each other's waits. For bodies without branches. Default: as many as the
   * grid leaves to a thread.
   */
  readonly packs?: number;
}

/** Threads of a block. */
export const threadsPerBlock = 256;

/** Name of the kernel in the source. */
export function entryName({ name, dtype }: DrawKernel): string {
  return `random_${name}_${dtype}`;
}

/** The source of a distribution's kernel. It goes after a generator's source. */
export function drawSource(kernel: DrawKernel, walk: DrawWalk): string {
  const { dtype, functions = '', parameters } = kernel;
  const first = [`GLOBAL ${cType(dtype)}* out`, 'UINT64 offset', 'UINT64 count', 'unsigned int draw'];
  const declared = [...first, 'unsigned int key0', 'unsigned int key1', ...parameters].join(', ');
  return `${functions}
KERNEL void ${entryName(kernel)}(${declared}) {
  out += offset;
${walk === 'side-by-side' ? sideBySide(kernel) : striding(kernel, walk)}
}
`;
}

/** Each thread takes one block of the generator after the other, a grid apart. */
function striding(kernel: DrawKernel, walk: DrawWalk): string {
  const counter = walk === 'wide' ? 'UINT64' : 'unsigned int';
  return `  const ${counter} apart = (${counter})GLOBAL_SIZE(0);
  for (${counter} block = (${counter})GLOBAL_INDEX(0); (UINT64)block * ${kernel.elements} < count; block += apart) {
    ${valuesSource(kernel, walk)}
    ${guardedStore(kernel)}
  }`;
}

/**
 * The threads of a block share a stretch of the draw. Where it is whole, nothing is compared, and all places are at
 * known distances from the first; the last one is taken pack by pack.
 */
function sideBySide(kernel: DrawKernel): string {
  const { dtype, elements, packs = 1 } = kernel;
  const stretch = packs * threadsPerBlock;
  return `  const unsigned int begin = BLOCK_INDEX(0) * ${stretch}u;
  const unsigned int first = begin + THREAD_INDEX(0);
  if ((UINT64)(begin + ${stretch}u) * ${elements} <= count) {
    GLOBAL ${cType(dtype)}* own = out + (UINT64)first * ${elements};
    const random_begun begun = random_begin(first);
    HEDDLE_UNROLL
    for (unsigned int pack = 0u; pack < ${packs}u; pack++) {
      const unsigned int block = first + pack * ${threadsPerBlock}u;
      ${valuesOfWords(kernel, `random_words_ahead(begun, pack * ${threadsPerBlock}u, draw, key0, key1)`)}
      ${wholeStore(kernel, 'own', `pack * ${threadsPerBlock}u`)}
    }
  } else {
    for (unsigned int block = first; (UINT64)block * ${elements} < count; block += ${threadsPerBlock}u) {
      ${valuesSource(kernel, 'side-by-side')}
      ${guardedStore(kernel)}
    }
  }`;
}

/** Declares and sets `value0`… of the block of the generator. */
function valuesSource(kernel: DrawKernel, walk: DrawWalk): string {
  const counters = walk === 'wide' ? '(unsigned int)block, (unsigned int)(block >> 32)' : 'block, 0u';
  return valuesOfWords(kernel, `random_words(${counters}, 0u, draw, key0, key1)`);
}

function valuesOfWords(kernel: DrawKernel, words: string): string {
  return `const random_block words = ${words};
    ${kernel.valueType ?? cType(kernel.dtype)} ${valuesOf(kernel).join(', ')};
    ${kernel.body}`;
}

function valuesOf({ elements }: DrawKernel): readonly string[] {
  return Array.from({ length: elements }, (_, i) => `value${i}`);
}

/** Stores the values that are within the draw. */
function guardedStore(kernel: DrawKernel): string {
  const { dtype, elements } = kernel;
  const singly = valuesOf(kernel).map((value, i) => {
    const store = storeStatement(dtype, 'out', `start + ${i}`, value);
    return i === 0 ? store : `if (start + ${i} < count) { ${store} }`;
  });
  const start = `const UINT64 start = (UINT64)block * ${elements};`;
  const vector = vectorStore(kernel, 'out', 'block');
  if (vector === undefined) return [start, ...singly].join('\n    ');
  return `${start}
    if (start + ${elements} <= count) {
      ${vector}
    } else {
      ${singly.join('\n      ')}
    }`;
}

/**
 * Stores all values, where all are within the draw.
 *
 * @param place - of the block of the generator, counted from `pointer` on
 */
function wholeStore(kernel: DrawKernel, pointer: string, place: string): string {
  const singly = (): string =>
    valuesOf(kernel)
      .map((value, i) => storeStatement(kernel.dtype, pointer, `(${place}) * ${kernel.elements} + ${i}`, value))
      .join('\n      ');
  return vectorStore(kernel, pointer, place) ?? singly();
}

// Sixteen bytes by one instruction where the elements make up as many.
function vectorStore(kernel: DrawKernel, pointer: string, place: string): string | undefined {
  const { dtype, elements } = kernel;
  const vector = elements * dtypeInfo(dtype).byteLength === 16 ? vectorTypes[dtype] : undefined;
  if (vector === undefined) return undefined;
  const values = valuesOf(kernel).join(', ');
  return `
#ifdef HEDDLE_DIALECT_OPENCL
      vstore${elements}((${vector.opencl})(${values}), ${place}, ${pointer});
#else
      ((${vector.cuda}*)${pointer})[${place}] = make_${vector.cuda}(${values});
#endif`;
}

const vectorTypes: { readonly [D in DType]?: { readonly opencl: string; readonly cuda: string } } = {
  int32: { opencl: 'int4', cuda: 'int4' },
  uint32: { opencl: 'uint4', cuda: 'uint4' },
  float32: { opencl: 'float4', cuda: 'float4' },
  int64: { opencl: 'long2', cuda: 'longlong2' },
  uint64: { opencl: 'ulong2', cuda: 'ulonglong2' },
  float64: { opencl: 'double2', cuda: 'double2' },
};
