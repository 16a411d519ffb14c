/**
 * Radix sort for devices whose blocks must not wait for each other, in C alone: tiles count their digits, the counts
 * are added up, tiles are sorted by the digit in shared memory and written.
 *
 * N. Satish, M. Harris and M. Garland, "Designing Efficient Sorting Algorithms for Manycore GPUs", IPDPS 2009.
 */
import {
  digitBits,
  digits,
  payloadType,
  radixParameters,
  radixPrologue,
  radixTypes,
  type RadixSpec,
} from './radix-plan';
import { keyFunctions } from './sort-key';

export interface TiledShape {
  readonly threads: number;
  /** Elements of a thread. */
  readonly items: number;
}

/**
 * Kernels `heddle_radix_count` and `heddle_radix_scatter` (a block for each tile), `heddle_radix_offsets` (a block for
 * each digit) and `heddle_radix_bases` (one block).
 */
export function tiledRadixSource(spec: RadixSpec, shape: TiledShape): string {
  const parameters = radixParameters(spec);
  return `${radixTypes(spec, keyFunctions(spec.key, spec.equalZeros))}
#if defined(HEDDLE_DIALECT_OPENCL)
#define heddle_count_one(pointer) atomic_inc((volatile __local unsigned int*)(pointer))
#else
#define heddle_count_one(pointer) atomicAdd((unsigned int*)(pointer), 1u)
#endif
KERNEL void heddle_radix_count(${parameters}) {
  SHARED unsigned int counts[${digits}];
${tilePrologue(spec, shape)}
  for (int d = thread; d < ${digits}; d += ${shape.threads}) counts[d] = 0;
  BARRIER();
  for (int k = thread; k < count; k += ${shape.threads}) {
    heddle_count_one(&counts[heddle_digit(heddle_load(keys_in[begin + k]))]);
  }
  BARRIER();
  for (int d = thread; d < ${digits}; d += ${shape.threads}) table[d * heddle_tiles + tile] = counts[d];
}
KERNEL void heddle_radix_offsets(${parameters}) {
${offsetsBody(shape)}
}
KERNEL void heddle_radix_bases(${parameters}) {
  GLOBAL heddle_count* totals = (GLOBAL heddle_count*)heddle_state + ${digits} * heddle_tiles;
  if (THREAD_INDEX(0) == 0) {
    heddle_count base = 0;
    for (int d = 0; d < ${digits}; d++) {
      const heddle_count total = totals[d];
      totals[d] = base;
      base += total;
    }
  }
}
KERNEL void heddle_radix_scatter(${parameters}) {
${scatterBody(spec, shape)}
}`;
}

function tilePrologue(spec: RadixSpec, { threads, items }: TiledShape): string {
  return `${radixPrologue(spec)}
  GLOBAL heddle_count* table = (GLOBAL heddle_count*)heddle_state;
  const int thread = (int)THREAD_INDEX(0);
  const INT64 tile = (INT64)BLOCK_INDEX(0);
  const INDEX begin = (INDEX)(tile * ${threads * items});
  const int count = (int)(length - begin < ${threads * items} ? length - begin : ${threads * items});`;
}

/** A block adds up the counts of one digit over all tiles, and leaves the total behind the table. */
function offsetsBody({ threads }: TiledShape): string {
  return `  SHARED heddle_count sums[${threads}];
  const int thread = (int)THREAD_INDEX(0);
  GLOBAL heddle_count* row = (GLOBAL heddle_count*)heddle_state + BLOCK_INDEX(0) * heddle_tiles;
  heddle_count carry = 0;
  for (INT64 begin = 0; begin < heddle_tiles; begin += ${threads}) {
    const INT64 k = begin + thread;
    const heddle_count own = k < heddle_tiles ? row[k] : 0;
    sums[thread] = own;
    BARRIER();
    for (int apart = 1; apart < ${threads}; apart <<= 1) {
      const heddle_count left = thread >= apart ? sums[thread - apart] : 0;
      BARRIER();
      sums[thread] += left;
      BARRIER();
    }
    if (k < heddle_tiles) row[k] = carry + sums[thread] - own;
    carry += sums[${threads - 1}];
    BARRIER();
  }
  if (thread == 0) ((GLOBAL heddle_count*)heddle_state)[${digits} * heddle_tiles + BLOCK_INDEX(0)] = carry;`;
}

/** Elements are ordered by one bit of the digit after the other, with a scan of the bits for each. */
function scatterBody(spec: RadixSpec, shape: TiledShape): string {
  const { threads, items } = shape;
  const tile = threads * items;
  const payload = payloadType(spec.payload);
  return `  SHARED heddle_word tile_words[${tile}];
  SHARED unsigned short tile_order[${tile}];
  SHARED unsigned int sums[${threads}];
  SHARED unsigned int starts[${digits}];
${tilePrologue(spec, shape)}
  GLOBAL const heddle_count* bases = table + ${digits} * heddle_tiles;
  // Places after the last element have the greatest digit, and stay last because the sort is stable.
  heddle_word words[${items}];
  unsigned short order[${items}];
  for (int k = 0; k < ${items}; k++) {
    const int place = thread * ${items} + k;
    words[k] = place < count ? heddle_load(keys_in[begin + place]) : (heddle_word)~(heddle_word)0;
    order[k] = (unsigned short)place;
  }
  for (int bit = 0; bit < ${digitBits}; bit++) {
    unsigned int zeros = 0;
    for (int k = 0; k < ${items}; k++) zeros += ((heddle_digit(words[k]) >> bit) & 1) == 0;
    sums[thread] = zeros;
    BARRIER();
    for (int apart = 1; apart < ${threads}; apart <<= 1) {
      const unsigned int left = thread >= apart ? sums[thread - apart] : 0;
      BARRIER();
      sums[thread] += left;
      BARRIER();
    }
    const unsigned int all_zeros = sums[${threads - 1}];
    unsigned int zero = sums[thread] - zeros;
    unsigned int one = all_zeros + thread * ${items} - zero;
    for (int k = 0; k < ${items}; k++) {
      const unsigned int place = ((heddle_digit(words[k]) >> bit) & 1) == 0 ? zero++ : one++;
      tile_words[place] = words[k];
      tile_order[place] = order[k];
    }
    BARRIER();
    for (int k = 0; k < ${items}; k++) {
      words[k] = tile_words[thread * ${items} + k];
      order[k] = tile_order[thread * ${items} + k];
    }
    BARRIER();
  }
  for (int k = thread; k < ${tile}; k += ${threads}) {
    const int digit = heddle_digit(tile_words[k]);
    if (k == 0 || heddle_digit(tile_words[k - 1]) != digit) starts[digit] = k;
  }
  BARRIER();
  for (int k = thread; k < count; k += ${threads}) {
    const heddle_word word = tile_words[k];
    const int digit = heddle_digit(word);
    const heddle_count target = bases[digit] + table[digit * heddle_tiles + tile] + (k - starts[digit]);
    keys_out[target] = heddle_store(word);
    ${spec.payload.bytes > 0 ? `values_out[target] = ((GLOBAL const ${payload}*)values_in)[begin + tile_order[k]];` : ''}
  }`;
}
