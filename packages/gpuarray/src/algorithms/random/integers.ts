/** Whole numbers of a range, all equally likely. */
import { dtypeInfo, type DType } from '@heddle/core';
import type { GpuArray } from '../../array/gpu-array';
import { drawArray } from './draw-kernel';
import type { DrawKernel } from './draw-source';
import type { RandomStream } from './random-stream';

export type IntegerDType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'int64' | 'uint64';

/**
 * Integers of [low, low + range).
 *
 * Without bias: a word times the range is split at the word's size, and the few words that would favour some values
 * are drawn anew from the element's own sequence. Source: D. Lemire, "Fast random integer generation in an interval",
 * 2019.
 *
 * @param range - 1 to 2^64
 */
export function integers<D extends IntegerDType>(
  stream: RandomStream,
  shape: readonly number[],
  dtype: D,
  low: bigint,
  range: bigint,
): GpuArray<D> {
  const wide = range > 2n ** 32n;
  const words = wide ? 2n ** 64n : 2n ** 32n;
  // A range of 2^64 does not fit its parameter: 0 stands for it, and the words are taken as they are.
  const args = [BigInt.asUintN(64, low), BigInt.asUintN(64, range), words % range];
  return drawArray(stream, wide ? wideKernel(dtype) : narrowKernel(dtype), shape, args);
}

function narrowKernel<D extends DType>(dtype: D): DrawKernel & { readonly dtype: D } {
  const type = valueType(dtype);
  return {
    name: 'integers',
    dtype,
    elements: 4,
    functions: narrowSource,
    parameters: ['UINT64 low', 'UINT64 range', 'UINT64 threshold'],
    valueType: type,
    body: ['x', 'y', 'z', 'w']
      .map(
        (word, lane) =>
          `value${lane} = (${type})(low + random_below32(words.${word}, ${lane}, range, (unsigned int)threshold, ` +
          'block, draw, key0, key1));',
      )
      .join('\n    '),
  };
}

function wideKernel<D extends DType>(dtype: D): DrawKernel & { readonly dtype: D } {
  const type = valueType(dtype);
  return {
    name: 'integers_wide',
    dtype,
    elements: 2,
    functions: wideSource,
    parameters: ['UINT64 low', 'UINT64 range', 'UINT64 threshold'],
    valueType: type,
    body: ['words.x | (UINT64)words.y << 32', 'words.z | (UINT64)words.w << 32']
      .map(
        (word, lane) =>
          `value${lane} = (${type})(low + random_below64(${word}, ${lane}, range, threshold, ` +
          'block, draw, key0, key1));',
      )
      .join('\n    '),
  };
}

function valueType(dtype: DType): string {
  const { byteLength, kind } = dtypeInfo(dtype);
  const name = { 1: 'char', 2: 'short', 4: 'int', 8: 'INT64' }[byteLength] ?? 'int';
  if (kind === 'integer') return byteLength === 1 ? 'signed char' : name;
  return byteLength === 8 ? 'UINT64' : `unsigned ${name}`;
}

const parameters = 'UINT64 block, unsigned int draw, unsigned int key0, unsigned int key1';

const narrowSource = `
DEVICE UINT64 random_below32(unsigned int word, int lane, UINT64 range, unsigned int threshold,
    ${parameters}) {
  UINT64 product = word * range;
  unsigned int attempt = 0u;
  while ((unsigned int)product < threshold) {
    const random_block w = random_words((unsigned int)block, (unsigned int)(block >> 32), ++attempt, draw, key0, key1);
    product = (lane == 0 ? w.x : lane == 1 ? w.y : lane == 2 ? w.z : w.w) * range;
  }
  return product >> 32;
}
`;

const wideSource = `
// The upper half of a product of 128 bits.
DEVICE UINT64 random_high64(UINT64 a, UINT64 b) {
  const UINT64 a0 = a & 0xFFFFFFFFu, a1 = a >> 32, b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
  const UINT64 low = a0 * b0;
  const UINT64 middle = a1 * b0 + (low >> 32);
  const UINT64 other = a0 * b1 + (middle & 0xFFFFFFFFu);
  return a1 * b1 + (middle >> 32) + (other >> 32);
}
DEVICE UINT64 random_below64(UINT64 word, int lane, UINT64 range, UINT64 threshold,
    ${parameters}) {
  unsigned int attempt = 0u;
  if (range == 0u) return word;
  while (word * range < threshold) {
    const random_block w = random_words((unsigned int)block, (unsigned int)(block >> 32), ++attempt, draw, key0, key1);
    word = lane == 0 ? (w.x | (UINT64)w.y << 32) : (w.z | (UINT64)w.w << 32);
  }
  return random_high64(word, range);
}
`;
