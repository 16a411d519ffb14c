/** What one radix sort does, apart from device and strategy. */
import type { SortKey } from './sort-key';

/** Bits that a pass sorts by. */
export const digitBits = 8;
export const digits = 2 ** digitBits;

/** Type of what moves along with each key: nothing, or words of so many bytes. */
export interface RadixPayload {
  /** 0: keys alone. */
  readonly bytes: 0 | 1 | 2 | 4 | 8 | 16;
}

export interface RadixSpec {
  readonly key: SortKey;
  readonly payload: RadixPayload;
  /** Negative zero and zero are equal. */
  readonly equalZeros: boolean;
  /** More elements than 30 bits count. */
  readonly wide: boolean;
}

/** Tells a spec from all others. */
export function radixKey({ key, payload, equalZeros, wide }: RadixSpec): string {
  return `${key.dtype}:${payload.bytes}:${equalZeros ? 'z' : ''}${wide ? 'w' : ''}`;
}

/** C type of the payload. */
export function payloadType({ bytes }: RadixPayload): string {
  const types = { 0: '', 1: 'unsigned char', 2: 'unsigned short', 4: 'unsigned int', 8: 'UINT64', 16: 'uint4' };
  return types[bytes];
}

/** Parameters of all radix kernels. */
export function radixParameters({ payload }: RadixSpec): string {
  return [
    'GLOBAL const void* heddle_keys_in',
    'INT64 heddle_keys_in_offset',
    'GLOBAL void* heddle_keys_out',
    'INT64 heddle_keys_out_offset',
    ...(payload.bytes > 0
      ? [
          'GLOBAL const void* heddle_values_in',
          'INT64 heddle_values_in_offset',
          'GLOBAL void* heddle_values_out',
          'INT64 heddle_values_out_offset',
        ]
      : []),
    'GLOBAL void* heddle_state',
    'INT64 heddle_length',
    'INT64 heddle_rows',
    'int heddle_shift',
    'int heddle_first',
    'int heddle_last',
    'INT64 heddle_tiles',
  ].join(', ');
}

/** Typed pointers, and `heddle_key(i)`: the word of element i in this pass. */
export function radixPrologue(spec: RadixSpec): string {
  const payload = payloadType(spec.payload);
  return `  GLOBAL const heddle_word* keys_in = (GLOBAL const heddle_word*)heddle_keys_in + heddle_keys_in_offset;
  GLOBAL heddle_word* keys_out = (GLOBAL heddle_word*)heddle_keys_out + heddle_keys_out_offset;
${
  spec.payload.bytes > 0
    ? `  GLOBAL const ${payload}* values_in = (GLOBAL const ${payload}*)heddle_values_in + heddle_values_in_offset;
  GLOBAL ${payload}* values_out = (GLOBAL ${payload}*)heddle_values_out + heddle_values_out_offset;`
    : ''
}
  const INDEX length = (INDEX)heddle_length;`;
}

/** Types and functions that come first. In the first pass keys are elements, in the last they become elements again. */
export function radixTypes(spec: RadixSpec, functions: string): string {
  return `typedef ${spec.wide ? 'INT64' : 'int'} INDEX;
typedef ${spec.wide ? 'UINT64' : 'unsigned int'} heddle_count;
${functions}
#define heddle_digit(word) ((int)(((word) >> heddle_shift) & ${digits - 1}))
#define heddle_load(bits) (heddle_first ? heddle_to_word(bits) : (bits))
#define heddle_store(word) (heddle_last ? heddle_from_word(word) : (word))
`;
}
