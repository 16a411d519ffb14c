/**
 * Radix sort passes for CPUs: every thread counts the digits of its stretch, the counts are added up, every thread
 * distributes its stretch. Stable, since stretches and the elements in them keep their order.
 */
import { digits, radixParameters, radixPrologue, radixTypes, type RadixSpec } from './radix-plan';
import { keyFunctions } from './sort-key';

/**
 * Kernels for `heddle_tiles` stretches of one row (`heddle_radix_count`, `heddle_radix_offsets`,
 * `heddle_radix_scatter`) and, for many rows, `heddle_radix_rows`, where a thread does whole rows.
 */
export function sequentialRadixSource(spec: RadixSpec): string {
  const parameters = radixParameters(spec);
  return `${radixTypes(spec, keyFunctions(spec.key, spec.equalZeros))}
KERNEL void heddle_radix_count(${parameters}) {
${stretch(spec)}
  heddle_count count[${digits}];
  for (int d = 0; d < ${digits}; d++) count[d] = 0;
  for (INDEX i = begin; i < end; i++) count[heddle_digit(heddle_load(keys_in[i]))]++;
  for (int d = 0; d < ${digits}; d++) state[d * heddle_tiles + tile] = count[d];
}
KERNEL void heddle_radix_offsets(${parameters}) {
  GLOBAL heddle_count* state = (GLOBAL heddle_count*)heddle_state;
  heddle_count total = 0;
  for (INT64 k = 0; k < ${digits} * heddle_tiles; k++) {
    const heddle_count count = state[k];
    state[k] = total;
    total += count;
  }
}
KERNEL void heddle_radix_scatter(${parameters}) {
${stretch(spec)}
  heddle_count place[${digits}];
  for (int d = 0; d < ${digits}; d++) place[d] = state[d * heddle_tiles + tile];
  for (INDEX i = begin; i < end; i++) {
${move(spec, 'i', '0')}
  }
}
KERNEL void heddle_radix_rows(${parameters}) {
${radixPrologue(spec)}
  const INT64 job = (INT64)BLOCK_INDEX(0);
  const INT64 last = heddle_rows * (job + 1) / heddle_tiles;
  for (INT64 row = heddle_rows * job / heddle_tiles; row < last; row++) {
    const INDEX start = (INDEX)(row * length);
    heddle_count place[${digits}];
    for (int d = 0; d < ${digits}; d++) place[d] = 0;
    for (INDEX i = start; i < start + length; i++) place[heddle_digit(heddle_load(keys_in[i]))]++;
    heddle_count total = 0;
    for (int d = 0; d < ${digits}; d++) {
      const heddle_count count = place[d];
      place[d] = total;
      total += count;
    }
    for (INDEX i = start; i < start + length; i++) {
${move(spec, 'i', 'start')}
    }
  }
}`;
}

function stretch(spec: RadixSpec): string {
  return `${radixPrologue(spec)}
  GLOBAL heddle_count* state = (GLOBAL heddle_count*)heddle_state;
  const INT64 tile = (INT64)BLOCK_INDEX(0);
  const INDEX begin = (INDEX)(heddle_length / heddle_tiles * tile + heddle_length % heddle_tiles * tile / heddle_tiles);
  const INT64 next = tile + 1;
  const INDEX end = (INDEX)(heddle_length / heddle_tiles * next + heddle_length % heddle_tiles * next / heddle_tiles);`;
}

function move({ payload }: RadixSpec, i: string, start: string): string {
  return `      const heddle_word word = heddle_load(keys_in[${i}]);
      const heddle_count target = (heddle_count)${start} + place[heddle_digit(word)]++;
      keys_out[target] = heddle_store(word);
      ${payload.bytes > 0 ? `values_out[target] = values_in[${i}];` : ''}`;
}
