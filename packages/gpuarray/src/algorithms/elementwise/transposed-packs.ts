/**
 * Transposed copies by packs of 16 bytes on both sides: a thread turns a square of elements in its registers, so that
 * what passes through shared memory are packs of the target already. Their places are exchanged by the bits of their
 * line (a swizzle: NVIDIA, "CUTLASS: fast linear algebra in CUDA C++", 2017), so that neither side meets a bank twice.
 */
import { dtypeInfo, type DType } from '@heddle/core';

const packBytes = 16;
/** Packs along each side of a tile: 256 bytes of every line, and as many squares as a block has threads, 256. */
const packsAcross = 16;

/** The words of a pack. */
const words = ['x', 'y', 'z', 'w'] as const;

/** Elements along each side of a tile. */
export function packTile(bits: DType): number {
  return packsAcross * elementsOf(bits);
}

function elementsOf(bits: DType): number {
  return packBytes / dtypeInfo(bits).byteLength;
}

/**
 * True if every line of both arrays consists of whole packs.
 *
 * @param places - lengths, offsets and strides, in elements
 */
export function liesInPacks(bits: DType, places: readonly number[]): boolean {
  const elements = elementsOf(bits);
  // Bytes have so many elements a pack that a tile does not fit into shared memory; packs of one need not be turned.
  if (elements < 2 || elements > 8) return false;
  return places.every((place) => place % elements === 0);
}

/** @internal Takes packs as `uint4`, and elements for its parameters. */
export function packSource(bits: DType, parameters: string): string {
  const n = elementsOf(bits);
  const tile = packTile(bits);
  const lines = [...new Array<undefined>(n).keys()];
  return `KERNEL void heddle_transpose(${parameters}) {
  SHARED uint4 tile[${tile * packsAcross}];
  const unsigned int block = (unsigned int)BLOCK_INDEX(0);
  const unsigned int across = block % (unsigned int)tiles_across;
  const unsigned int down = block / (unsigned int)tiles_across % (unsigned int)tiles_down;
  const unsigned int batch = block / (unsigned int)tiles_across / (unsigned int)tiles_down;
  const int t = (int)THREAD_INDEX(0);
  const INT64 row = (INT64)down * ${tile}, column = (INT64)across * ${tile};
  x += x_offset + batch * x_batch + column * x_column + row;
  y += y_offset + batch * y_batch + row * y_row + column;
  // A pack of rows by a pack of columns: neighbouring threads read along the source's lines.
  const int pd = t % ${packsAcross}, pa = t / ${packsAcross};
  if (row + pd * ${n} < rows && column + pa * ${n} < columns) {
    uint4 p[${n}], q;
    HEDDLE_UNROLL
    for (int k = 0; k < ${n}; k++) p[k] = *(GLOBAL const uint4*)(x + (INT64)(pa * ${n} + k) * x_column + pd * ${n});
    const int place = pa ^ (pd & 7);
${lines.map((line) => `    ${turned(n, line)} tile[(pd * ${n} + ${line}) * ${packsAcross} + place] = q;`).join('\n')}
  }
  BARRIER();
  HEDDLE_UNROLL
  for (int k = 0; k < ${n}; k++) {
    const int line = k * ${packsAcross} + t / ${packsAcross}, pack = t % ${packsAcross};
    if (row + line < rows && column + pack * ${n} < columns) {
      *(GLOBAL uint4*)(y + (INT64)line * y_row + pack * ${n}) = tile[line * ${packsAcross} + (pack ^ (line / ${n} & 7))];
    }
  }
}`;
}

/** The statements that make up, in `q`, one line of the square whose columns are the packs `p`. */
function turned(elements: number, line: number): string {
  return words.map((word, k) => `q.${word} = ${turnedWord(elements, line, k)};`).join(' ');
}

function turnedWord(elements: number, line: number, word: number): string {
  if (elements === 4) return `p[${word}].${words[line] ?? ''}`;
  // Elements of two words: both come from one pack.
  if (elements === 2) return `p[${word >> 1}].${words[2 * line + (word & 1)] ?? ''}`;
  // Two elements a word: the same half of two packs.
  const half = words[line >> 1] ?? '';
  const [low, high] = [`p[${2 * word}].${half}`, `p[${2 * word + 1}].${half}`];
  return line % 2 === 0 ? `(${low} & 0xffffu) | (${high} << 16)` : `(${low} >> 16) | (${high} & 0xffff0000u)`;
}
