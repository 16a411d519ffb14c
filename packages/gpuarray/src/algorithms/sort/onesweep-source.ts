/**
 * Radix sort with one sweep for each digit: the digits of all passes are counted beforehand in one reading, and each
 * sweep finds out where a tile's elements go by looking back at the tiles before it. Every pass reads and writes every
 * element once.
 *
 * A. Adinets and D. Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", arXiv:2206.01784, 2022.
 */
import { warpFunctions } from '../../kernel-kit/parallel-primitives';
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
  /** Blocks that a multiprocessor is to hold at once. */
  readonly blocks: number;
  /** Elements of a thread. */
  readonly items: number;
  readonly warp: number;
  /** Digits of a key. */
  readonly passes: number;
}

const maxPasses = 8;

/** Words of a sort's state that all passes share: the histogram of each digit, and whether all elements have it alike. */
export const passesWords = maxPasses * digits + maxPasses;

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
KERNEL void __launch_bounds__(${shape.threads}, ${shape.blocks}) heddle_radix_onesweep(${parameters}) {
${sweepBody(spec, shape)}
}`;
}

// A bit for each thread of a warp.
function maskType(warp: number): string {
  return warp > 32
    ? `typedef UINT64 heddle_mask;
#define heddle_bits(mask) __popcll(mask)
#define heddle_highest(mask) (63 - __clzll((long long)(mask)))
#define heddle_join(pointer, mask) atomicOr((unsigned long long*)(pointer), (unsigned long long)(mask))`
    : `typedef unsigned int heddle_mask;
#define heddle_bits(mask) __popc(mask)
#define heddle_highest(mask) (31 - __clz((int)(mask)))
#define heddle_join(pointer, mask) atomicOr((pointer), (mask))`;
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
  if (thread < ${digits}) sums[thread] = own;
  BARRIER();
  for (int apart = 1; apart < ${digits}; apart <<= 1) {
    const heddle_count left = thread >= apart && thread < ${digits} ? sums[thread - apart] : 0;
    BARRIER();
    if (thread < ${digits}) sums[thread] += left;
    BARRIER();
  }
  if (thread < ${digits}) {
    histogram[thread] = sums[thread] - own;
    if (own == (heddle_count)heddle_length) ((heddle_count*)heddle_state)[${maxPasses * digits} + BLOCK_INDEX(0)] = 1;
  }`;
}

/**
 * A tile's counts are told as early as they are known, and those of the tiles before it are asked for as late as they
 * are needed: in between lies the ranking, for which neither waits.
 */
function sweepBody(spec: RadixSpec, shape: OnesweepShape): string {
  const { threads, items, warp } = shape;
  const warps = threads / warp;
  const tile = threads * items;
  const elementBytes = Math.max(spec.key.bits / 8, spec.payload.bytes);
  const countBytes = warps * digits * (4 + (warp > 32 ? 8 : 4));
  return `${radixPrologue(spec)}
  // The counts of the warps are done with when elements come to lie in the same place.
  SHARED unsigned long long shared_words[${Math.ceil(Math.max(countBytes, tile * elementBytes) / 8)}];
  SHARED heddle_count goal[${digits}];
  SHARED unsigned int parts[${digits / warp}];
  SHARED unsigned int ticket;
  SHARED int alike;
  unsigned int* all_counts = (unsigned int*)shared_words;
  const int thread = (int)THREAD_INDEX(0);
  const int lane = thread % ${warp};
  const int warp_index = thread / ${warp};
  unsigned int* counts = all_counts + warp_index * ${digits};
  heddle_mask* votes = (heddle_mask*)(all_counts + ${warps * digits}) + warp_index * ${digits};
  heddle_count* histogram = (heddle_count*)heddle_state + heddle_shift / ${digitBits} * ${digits};
  unsigned char* counter = (unsigned char*)heddle_state + ${passesWords} * sizeof(heddle_count);
  volatile heddle_count* statuses = (volatile heddle_count*)(counter + 256);
  if (thread == 0) {
    // Tiles are numbered as blocks start, so that the tiles before this one have started.
    ticket = ATOMIC_ADD_UINT(counter, 1);
    alike = ((heddle_count*)heddle_state)[${maxPasses * digits} + heddle_shift / ${digitBits}] != 0;
  }
  for (int k = lane; k < ${digits}; k += ${warp}) {
    counts[k] = 0;
    votes[k] = 0;
  }
  BARRIER();
  const INDEX tile = (INDEX)ticket;
  const INDEX begin = tile * ${tile};
  const int count = (int)(length - begin < ${tile} ? length - begin : ${tile});
${copyAlike(spec, shape)}
${countItems(shape)}
  BARRIER();
${tellCounts(shape)}
  BARRIER();
${rankItems(shape)}
  BARRIER();
  heddle_word* tile_words = (heddle_word*)shared_words;
  for (int k = 0; k < ${items}; k++) tile_words[ranks[k]] = words[k];
${lookBack()}
  BARRIER();
${storeItems(spec, shape)}`;
}

/** Elements that all have the same digit are in order: small numbers of wide types have many such digits. */
function copyAlike(spec: RadixSpec, { threads, items }: OnesweepShape): string {
  return `  if (alike) {
    for (int k = 0; k < ${items}; k++) {
      const int place = k * ${threads} + thread;
      if (place >= count) break;
      keys_out[begin + place] = heddle_store(heddle_load(keys_in[begin + place]));
      ${spec.payload.bytes === 0 ? '' : 'values_out[begin + place] = values_in[begin + place];'}
    }
    return;
  }`;
}

/** Every thread's elements, of neighbouring lanes side by side, and how many of each digit its warp has. */
function countItems({ items, warp }: OnesweepShape): string {
  return `  heddle_word words[${items}];
  for (int k = 0; k < ${items}; k++) {
    const INDEX i = begin + warp_index * ${warp * items} + k * ${warp} + lane;
    words[k] = i < length ? heddle_load(keys_in[i]) : (heddle_word)~(heddle_word)0;
  }
  for (int k = 0; k < ${items}; k++) atomicAdd(&counts[heddle_digit(words[k])], 1u);`;
}

/**
 * A thread for each digit tells how many elements of it the tile has, and turns the warps' counts into the places of
 * the tile where their elements start.
 */
function tellCounts({ threads, warp }: OnesweepShape): string {
  const warps = threads / warp;
  return `  unsigned int own = 0;
  unsigned int start = 0;
  if (thread < ${digits}) {
    for (int w = 0; w < ${warps}; w++) own += all_counts[w * ${digits} + thread];
    // Places after the last element count as the greatest digit; no tile comes after the one that has them.
    statuses[(INT64)tile * ${digits} + thread] = own | ((heddle_count)(tile == 0 ? 2 : 1) << HEDDLE_FLAGS);
    start = own;
    for (int apart = 1; apart < ${warp}; apart <<= 1) {
      const unsigned int left = (unsigned int)heddle_word_up((int)start, apart);
      if (lane >= apart) start += left;
    }
    if (lane == ${warp - 1}) parts[warp_index] = start;
  }
  BARRIER();
  if (thread < ${digits}) {
    start -= own;
    for (int part = 0; part < warp_index; part++) start += parts[part];
    unsigned int place = start;
    for (int w = 0; w < ${warps}; w++) {
      const unsigned int next = place + all_counts[w * ${digits} + thread];
      all_counts[w * ${digits} + thread] = place;
      place = next;
    }
  }`;
}

/**
 * Every element's place in the tile: lanes that leave their bit at the same digit share it, and the highest of them
 * counts for all.
 */
function rankItems({ items }: OnesweepShape): string {
  return `  unsigned int ranks[${items}];
  const heddle_mask below = ((heddle_mask)1 << lane) - 1;
  for (int k = 0; k < ${items}; k++) {
    const int digit = heddle_digit(words[k]);
    heddle_join(&votes[digit], (heddle_mask)1 << lane);
    heddle_warp_barrier();
    const heddle_mask peers = votes[digit];
    const int leader = heddle_highest(peers);
    const unsigned int earlier = (unsigned int)heddle_bits(peers & below);
    unsigned int before = 0;
    if (lane == leader) {
      before = counts[digit];
      counts[digit] = before + earlier + 1;
    }
    before = (unsigned int)heddle_word_from((int)before, leader);
    if (lane == leader) votes[digit] = 0;
    heddle_warp_barrier();
    ranks[k] = before + earlier;
  }`;
}

/** Leaves in `goal`, for each digit, what takes a place in the tile to the place among all elements. */
function lookBack(): string {
  return `  if (thread < ${digits}) {
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
  }`;
}

/** What lies in the tile by digit goes where it belongs, neighbours side by side; then the payloads the same way. */
function storeItems(spec: RadixSpec, { threads, items, warp }: OnesweepShape): string {
  const payload = payloadType(spec.payload);
  return `  heddle_count targets[${items}];
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
