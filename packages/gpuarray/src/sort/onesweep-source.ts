/**
 * Radix sort with one sweep for each digit: the digits of all passes are counted beforehand in one reading, and each
 * sweep finds out where a tile's elements go by looking back at the tiles before it. Every pass reads and writes every
 * element once.
 *
 * A. Adinets and D. Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", arXiv:2206.01784, 2022.
 */
import { warpFunctions } from '../scan/parallel-primitives';
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

export interface OnesweepShape {
  readonly threads: number;
  /** Elements of a thread. */
  readonly items: number;
  readonly warp: number;
  /** Digits of a key. */
  readonly passes: number;
}

/** Kernels `heddle_radix_histogram`, `heddle_radix_exclusive` (a block for each pass) and `heddle_radix_onesweep`. */
export function onesweepSource(spec: RadixSpec, shape: OnesweepShape): string {
  const parameters = radixParameters(spec);
  return `${warpFunctions}
${radixTypes(spec, keyFunctions(spec.key, spec.equalZeros))}
${maskType(shape.warp)}
#define HEDDLE_FLAGS ${spec.wide ? 62 : 30}
KERNEL void heddle_radix_histogram(${parameters}) {
${histogramBody(spec, shape)}
}
KERNEL void heddle_radix_exclusive(${parameters}) {
${exclusiveBody()}
}
KERNEL void heddle_radix_onesweep(${parameters}) {
${sweepBody(spec, shape)}
}`;
}

// Votes of a warp: a bit for each thread.
function maskType(warp: number): string {
  return warp > 32
    ? `typedef UINT64 heddle_mask;
#define heddle_bits(mask) __popcll(mask)`
    : `typedef unsigned int heddle_mask;
#define heddle_bits(mask) __popc(mask)`;
}

function atomicAdd(spec: RadixSpec, pointer: string, value: string): string {
  return spec.wide
    ? `atomicAdd((unsigned long long*)(${pointer}), (unsigned long long)(${value}))`
    : `atomicAdd((unsigned int*)(${pointer}), (unsigned int)(${value}))`;
}

function histogramBody(spec: RadixSpec, { threads, passes }: OnesweepShape): string {
  return `${radixPrologue(spec)}
  SHARED unsigned int counts[${passes * digits}];
  const int thread = (int)THREAD_INDEX(0);
  heddle_count* histogram = (heddle_count*)heddle_state;
  for (int k = thread; k < ${passes * digits}; k += ${threads}) counts[k] = 0;
  BARRIER();
  const INDEX step = (INDEX)GLOBAL_SIZE(0);
  for (INDEX i = (INDEX)GLOBAL_INDEX(0); i < length; i += step) {
    const heddle_word word = heddle_to_word(keys_in[i]);
    for (int pass = 0; pass < ${passes}; pass++) {
      atomicAdd(&counts[pass * ${digits} + (int)((word >> (pass * ${digitBits})) & ${digits - 1})], 1u);
    }
  }
  BARRIER();
  for (int k = thread; k < ${passes * digits}; k += ${threads}) {
    if (counts[k] != 0) ${atomicAdd(spec, 'histogram + k', 'counts[k]')};
  }`;
}

function exclusiveBody(): string {
  return `  SHARED heddle_count sums[${digits}];
  const int thread = (int)THREAD_INDEX(0);
  heddle_count* histogram = (heddle_count*)heddle_state + BLOCK_INDEX(0) * ${digits};
  const heddle_count own = thread < ${digits} ? histogram[thread] : 0;
${digitScan('sums', 'own')}
  if (thread < ${digits}) histogram[thread] = sums[thread] - own;`;
}

/** Leaves in `sums[d]` the sum of `own` of threads 0 to d, for the first threads, one for each digit. */
function digitScan(sums: string, own: string): string {
  return `  if (thread < ${digits}) ${sums}[thread] = ${own};
  BARRIER();
  for (int apart = 1; apart < ${digits}; apart <<= 1) {
    const heddle_count left = thread >= apart && thread < ${digits} ? ${sums}[thread - apart] : 0;
    BARRIER();
    if (thread < ${digits}) ${sums}[thread] += left;
    BARRIER();
  }`;
}

function sweepBody(spec: RadixSpec, shape: OnesweepShape): string {
  const { threads, items, warp } = shape;
  const warps = threads / warp;
  const tile = threads * items;
  const bytes = Math.max(spec.key.bits / 8, spec.payload.bytes);
  const payload = payloadType(spec.payload);
  return `${radixPrologue(spec)}
  // The counts of the warps are done with when elements come to lie in the same place.
  SHARED unsigned long long shared_words[${Math.ceil(Math.max(warps * digits * 4, tile * bytes) / 8)}];
  SHARED heddle_count sums[${digits}];
  SHARED heddle_count goal[${digits}];
  SHARED unsigned int ticket;
  unsigned int* warp_counts = (unsigned int*)shared_words;
  const int thread = (int)THREAD_INDEX(0);
  const int lane = thread % ${warp};
  const int warp_index = thread / ${warp};
  heddle_count* histogram = (heddle_count*)heddle_state + heddle_shift / ${digitBits} * ${digits};
  unsigned char* counter = (unsigned char*)heddle_state + ${8 * digits} * sizeof(heddle_count);
  volatile heddle_count* statuses = (volatile heddle_count*)(counter + 256);
  // Tiles are numbered as blocks start, so that the tiles before this one have started.
  if (thread == 0) ticket = ATOMIC_ADD_UINT(counter, 1);
  for (int k = thread; k < ${warps * digits}; k += ${threads}) warp_counts[k] = 0;
  BARRIER();
  const INDEX tile = (INDEX)ticket;
  const INDEX begin = tile * ${tile};
  const int count = (int)(length - begin < ${tile} ? length - begin : ${tile});
${rankItems(shape)}
  BARRIER();
  // A thread for each digit: where the warps' elements start, how many the tile has, how many came before it.
  heddle_count own = 0;
  if (thread < ${digits}) {
    for (int w = 0; w < ${warps}; w++) {
      const unsigned int before = warp_counts[w * ${digits} + thread];
      warp_counts[w * ${digits} + thread] = own;
      own += before;
    }
    // Places behind the last element count as the greatest digit; no tile comes after the one that has them.
    statuses[(INT64)tile * ${digits} + thread] = own | ((heddle_count)(tile == 0 ? 2 : 1) << HEDDLE_FLAGS);
  }
${digitScan('sums', 'own')}
  if (thread < ${digits}) {
    const heddle_count start = sums[thread] - own;
    sums[thread] = start;
    heddle_count earlier = 0;
    if (tile > 0) {
      const heddle_count low = ((heddle_count)1 << HEDDLE_FLAGS) - 1;
      for (INDEX look = tile - 1;;) {
        const heddle_count status = statuses[(INT64)look * ${digits} + thread];
        const int flag = (int)(status >> HEDDLE_FLAGS);
        if (flag == 0) continue;
        earlier += status & low;
        if (flag == 2) break;
        look--;
      }
      statuses[(INT64)tile * ${digits} + thread] = (earlier + own) | ((heddle_count)2 << HEDDLE_FLAGS);
    }
    goal[thread] = histogram[thread] + earlier - start;
  }
  BARRIER();
  for (int k = 0; k < ${items}; k++) {
    const int digit = heddle_digit(words[k]);
    ranks[k] += (unsigned int)sums[digit] + warp_counts[warp_index * ${digits} + digit];
  }
  BARRIER();
  heddle_word* tile_words = (heddle_word*)shared_words;
  for (int k = 0; k < ${items}; k++) tile_words[ranks[k]] = words[k];
  BARRIER();
  heddle_count targets[${items}];
  for (int k = 0; k < ${items}; k++) {
    const int place = k * ${threads} + thread;
    const heddle_word word = tile_words[place];
    targets[k] = goal[heddle_digit(word)] + place;
    if (place < count) keys_out[targets[k]] = heddle_store(word);
  }
${
  spec.payload.bytes === 0
    ? ''
    : `  BARRIER();
  ${payload}* tile_values = (${payload}*)shared_words;
  for (int k = 0; k < ${items}; k++) {
    const INDEX i = begin + warp_index * ${warp * items} + k * ${warp} + lane;
    if (i < length) tile_values[ranks[k]] = values_in[i];
  }
  BARRIER();
  for (int k = 0; k < ${items}; k++) {
    const int place = k * ${threads} + thread;
    if (place < count) values_out[targets[k]] = tile_values[place];
  }`
}`;
}

/**
 * Every thread's elements, of neighbouring lanes side by side, and each one's rank among those of its warp with the same
 * digit: lanes that vote alike on all bits of the digit share it, and the lowest of them counts for all.
 */
function rankItems({ items, warp }: OnesweepShape): string {
  return `  heddle_word words[${items}];
  unsigned int ranks[${items}];
  for (int k = 0; k < ${items}; k++) {
    const INDEX i = begin + warp_index * ${warp * items} + k * ${warp} + lane;
    words[k] = i < length ? heddle_load(keys_in[i]) : (heddle_word)~(heddle_word)0;
  }
  for (int k = 0; k < ${items}; k++) {
    const int digit = heddle_digit(words[k]);
    heddle_mask peers = ~(heddle_mask)0;
    for (int bit = 0; bit < ${digitBits}; bit++) {
      const heddle_mask votes = heddle_votes((digit >> bit) & 1);
      peers &= (digit >> bit) & 1 ? votes : ~votes;
    }
    const int earlier = heddle_bits(peers & (((heddle_mask)1 << lane) - 1));
    unsigned int* slot = warp_counts + warp_index * ${digits} + digit;
    const unsigned int before = *slot;
    heddle_warp_barrier();
    if (earlier == 0) *slot = before + heddle_bits(peers);
    heddle_warp_barrier();
    ranks[k] = before + earlier;
  }`;
}
