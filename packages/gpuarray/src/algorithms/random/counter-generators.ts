/**
 * Counter-based generators in the portable dialect: a block of four 32-bit words is a function of a counter and a
 * key, so any element of any sequence is had without the ones before it.
 *
 * Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011.
 */

/** The generators there are. Philox is the faster on GPUs; Threefry needs no multiplication. */
export const generatorNames = ['philox4x32-10', 'threefry4x32-20'] as const;

export type GeneratorName = (typeof generatorNames)[number];

/**
 * Defines `random_block`, four words `x`, `y`, `z`, `w`, and
 * `random_words(counter0, counter1, counter2, counter3, key0, key1)`; and for many blocks at known distances
 * `random_begin(counter0)` and `random_words_ahead(begun, ahead, counter3, key0, key1)`, which is
 * `random_words(counter0 + ahead, 0, 0, counter3, key0, key1)` where the sum is below 2^32.
 *
 * Threefry's key has four words; the upper two are zero.
 */
export function generatorSource(name: GeneratorName): string {
  return `${wordsSource}${name === 'philox4x32-10' ? philoxSource : threefrySource}`;
}

const wordsSource = String.raw`
typedef struct { unsigned int x, y, z, w; } random_block;
`;

// The 64-bit product gives both halves in one instruction where the device has one.
const philoxSource = String.raw`
#define PHILOX_ROUND(k0, k1) { \
    const UINT64 first = (UINT64)0xD2511F53u * c.x; \
    const UINT64 second = (UINT64)0xCD9E8D57u * c.z; \
    const unsigned int y = c.y; \
    c.x = (unsigned int)(second >> 32) ^ y ^ (k0); \
    c.y = (unsigned int)second; \
    c.z = (unsigned int)(first >> 32) ^ c.w ^ (k1); \
    c.w = (unsigned int)first; \
  }
#define PHILOX_LATER_ROUNDS \
  PHILOX_ROUND(key0 + 0x9E3779B9u, key1 + 0xBB67AE85u) \
  PHILOX_ROUND(key0 + 0x3C6EF372u, key1 + 0x76CF5D0Au) \
  PHILOX_ROUND(key0 + 0xDAA66D2Bu, key1 + 0x32370B8Fu) \
  PHILOX_ROUND(key0 + 0x78DDE6E4u, key1 + 0xED9EBA14u) \
  PHILOX_ROUND(key0 + 0x1715609Du, key1 + 0xA9066899u) \
  PHILOX_ROUND(key0 + 0xB54CDA56u, key1 + 0x646E171Eu) \
  PHILOX_ROUND(key0 + 0x5384540Fu, key1 + 0x1FD5C5A3u) \
  PHILOX_ROUND(key0 + 0xF1BBCDC8u, key1 + 0xDB3D7428u) \
  PHILOX_ROUND(key0 + 0x8FF34781u, key1 + 0x96A522ADu)
DEVICE random_block random_words(unsigned int counter0, unsigned int counter1, unsigned int counter2,
    unsigned int counter3, unsigned int key0, unsigned int key1) {
  random_block c;
  c.x = counter0; c.y = counter1; c.z = counter2; c.w = counter3;
  PHILOX_ROUND(key0, key1)
  PHILOX_LATER_ROUNDS
  return c;
}
// The first round's product, to which that of what is ahead is added.
typedef UINT64 random_begun;
DEVICE random_begun random_begin(unsigned int counter0) { return (UINT64)0xD2511F53u * counter0; }
DEVICE random_block random_words_ahead(random_begun begun, unsigned int ahead, unsigned int counter3,
    unsigned int key0, unsigned int key1) {
  const UINT64 product = begun + (UINT64)0xD2511F53u * ahead;
  random_block c;
  c.x = key0; c.y = 0u; c.z = (unsigned int)(product >> 32) ^ counter3 ^ key1; c.w = (unsigned int)product;
  PHILOX_LATER_ROUNDS
  return c;
}
`;

const threefrySource = threefryText();

function threefryText(): string {
  const rotations = [
    [10, 26],
    [11, 21],
    [13, 27],
    [23, 5],
    [6, 20],
    [17, 11],
    [25, 10],
    [18, 20],
  ] as const;
  const key = ['key0', 'key1', '0u', '0u', 'parity'];
  const inject = (round: number): string =>
    ['x', 'y', 'z', 'w']
      .map((word, i) => `c.${word} += ${key[(round + i) % 5] ?? ''}${i === 3 ? ` + ${round}u` : ''};`)
      .join(' ');
  const rounds = Array.from({ length: 20 }, (_, round) => {
    const [first, second] = rotations[round % 8] ?? [0, 0];
    // Words are mixed in pairs that change with every round.
    const [low, high] = round % 2 === 0 ? ['y', 'w'] : ['w', 'y'];
    const mix = `THREEFRY_MIX(c.x, c.${low}, ${first}) THREEFRY_MIX(c.z, c.${high}, ${second})`;
    return round % 4 === 3 ? `  ${mix}\n  ${inject((round + 1) / 4)}` : `  ${mix}`;
  });
  return String.raw`
#define THREEFRY_MIX(a, b, bits) a += b; b = ((b << bits) | (b >> (32 - bits))) ^ a;
DEVICE random_block random_words(unsigned int counter0, unsigned int counter1, unsigned int counter2,
    unsigned int counter3, unsigned int key0, unsigned int key1) {
  const unsigned int parity = 0x1BD11BDAu ^ key0 ^ key1;
  random_block c;
  c.x = counter0; c.y = counter1; c.z = counter2; c.w = counter3;
  ${inject(0)}
${rounds.join('\n')}
  return c;
}
typedef unsigned int random_begun;
DEVICE random_begun random_begin(unsigned int counter0) { return counter0; }
DEVICE random_block random_words_ahead(random_begun begun, unsigned int ahead, unsigned int counter3,
    unsigned int key0, unsigned int key1) {
  return random_words(begun + ahead, 0u, 0u, counter3, key0, key1);
}
`;
}
