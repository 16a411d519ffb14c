/**
 * Random orders without a sort.
 *
 * A short range is ordered by a random 64-bit key for each element, ties by index. A longer one is put through a
 * bijection: a Feistel network over the next power of four, walked until it ends inside the range, with Philox's
 * product as its round. Source: R. Mitchell, D. Stokes, E. Frank, G. Holmes, "Bandwidth-optimal random shuffling for
 * GPUs", 2021.
 */
import type { GpuArray } from '../../array/gpu-array';
import { drawArray } from './draw-kernel';
import type { DrawKernel } from './draw-source';
import type { RandomStream } from './random-stream';

/** Every element computes all keys of so short a range; with it, every order is as likely as the keys are random. */
const shortRange = 256;

/** The numbers 0 to length - 1 in random order. */
export function permutation(stream: RandomStream, length: number): GpuArray<'int64'> {
  if (length <= shortRange) return drawArray(stream, ranks, [length], []);
  const bits = BigInt(length - 1).toString(2).length;
  return drawArray(stream, feistel, [length], [Math.ceil(bits / 2)]);
}

// The key of element j is the first two words of block j.
const ranks: DrawKernel & { readonly dtype: 'int64' } = {
  name: 'permutation_ranks',
  dtype: 'int64',
  elements: 1,
  parameters: [],
  body: `const UINT64 key = words.x | (UINT64)words.y << 32;
    value0 = 0;
    for (UINT64 other = 0; other < count; ++other) {
      const random_block w = random_words((unsigned int)other, 0u, 0u, draw, key0, key1);
      const UINT64 its = w.x | (UINT64)w.y << 32;
      value0 += its < key || (its == key && other < block) ? 1 : 0;
    }`,
};

const rounds = 24;

const feistel: DrawKernel & { readonly dtype: 'int64' } = {
  name: 'permutation',
  dtype: 'int64',
  elements: 1,
  parameters: ['int halfBits'],
  functions: `
// The keys of the rounds: one sequence for the whole draw, so the counter does not contain the block.
DEVICE UINT64 random_position(UINT64 position, UINT64 count, int halfBits, unsigned int draw, unsigned int key0,
    unsigned int key1) {
  const unsigned int mask = (unsigned int)(((UINT64)1 << halfBits) - 1);
  unsigned int keys[${rounds}];
  for (unsigned int i = 0; i < ${rounds / 4}; ++i) {
    const random_block w = random_words(i, 0u, 1u, draw, key0, key1);
    keys[4 * i] = w.x;
    keys[4 * i + 1] = w.y;
    keys[4 * i + 2] = w.z;
    keys[4 * i + 3] = w.w;
  }
  do {
    unsigned int left = (unsigned int)(position >> halfBits);
    unsigned int right = (unsigned int)position & mask;
    for (int i = 0; i < ${rounds}; ++i) {
      const UINT64 product = (UINT64)0xD2511F53u * (right ^ keys[i]);
      // The bits in the middle of the sum depend on all of the right half.
      const unsigned int mixed = ((unsigned int)(product >> 32) ^ (unsigned int)product) * 0x9E3779B9u;
      const unsigned int next = (left ^ (mixed >> (32 - halfBits))) & mask;
      left = right;
      right = next;
    }
    position = ((UINT64)left << halfBits) | right;
  } while (position >= count);
  return position;
}
`,
  body: 'value0 = (INT64)random_position(block, count, halfBits, draw, key0, key1);',
};
