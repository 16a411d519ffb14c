/**
 * The kernel that all distributions share: one thread computes one block of the generator, turns its words into
 * elements and stores them at once.
 *
 * Element i of a draw depends on the seed, the draw's number and i alone, whatever the launch looks like: the counter
 * is (i / elements per block, attempt, draw). Attempts beyond 0 are for distributions that reject.
 */
import { dtypeInfo, type DType } from '@heddle/core';
import { cType, storeStatement } from '../kernels/c-types';

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
   * Statements that set `value0`… from `words`. Also there: `block` (64-bit), `draw`, `key0`, `key1`, the parameters.
   */
  readonly body: string;
  /** C type of the values. Default: the dtype's storage type. */
  readonly valueType?: string;
}

/** Name of the kernel in the source. */
export function entryName({ name, dtype }: DrawKernel): string {
  return `random_${name}_${dtype}`;
}

/** The source of a distribution's kernel, to go behind a generator's. */
export function drawSource(kernel: DrawKernel): string {
  const { dtype, elements, functions = '', parameters, body } = kernel;
  const type = cType(dtype);
  const values = Array.from({ length: elements }, (_, i) => `value${i}`);
  const first = [`GLOBAL ${type}* out`, 'UINT64 offset', 'UINT64 count', 'unsigned int draw', 'unsigned int key0'];
  const declared = [...first, 'unsigned int key1', ...parameters].join(', ');
  return `${functions}
KERNEL void ${entryName(kernel)}(${declared}) {
  out += offset;
  const UINT64 step = GLOBAL_SIZE(0);
  for (UINT64 block = GLOBAL_INDEX(0); block * ${elements} < count; block += step) {
    const random_block words =
        random_words((unsigned int)block, (unsigned int)(block >> 32), 0u, draw, key0, key1);
    ${kernel.valueType ?? type} ${values.join(', ')};
    ${body}
    const UINT64 start = block * ${elements};
    ${storeSource(dtype, values)}
  }
}
`;
}

// Sixteen bytes by one instruction where the elements make up as many.
function storeSource(dtype: DType, values: readonly string[]): string {
  const vector = values.length * dtypeInfo(dtype).byteLength === 16 ? vectorTypes[dtype] : undefined;
  const singly = values.map((value, i) => {
    const store = storeStatement(dtype, 'out', `start + ${i}`, value);
    return i === 0 ? store : `if (start + ${i} < count) { ${store} }`;
  });
  if (vector === undefined) return singly.join('\n    ');
  const lanes = values.length;
  return `if (start + ${lanes} <= count) {
#ifdef HEDDLE_DIALECT_OPENCL
      vstore${lanes}((${vector.opencl})(${values.join(', ')}), block, out);
#else
      ((${vector.cuda}*)out)[block] = make_${vector.cuda}(${values.join(', ')});
#endif
    } else {
      ${singly.join('\n      ')}
    }`;
}

const vectorTypes: { readonly [D in DType]?: { readonly opencl: string; readonly cuda: string } } = {
  int32: { opencl: 'int4', cuda: 'int4' },
  uint32: { opencl: 'uint4', cuda: 'uint4' },
  float32: { opencl: 'float4', cuda: 'float4' },
  int64: { opencl: 'long2', cuda: 'longlong2' },
  uint64: { opencl: 'ulong2', cuda: 'ulonglong2' },
  float64: { opencl: 'double2', cuda: 'double2' },
};
