/** Counts bytes with atomics: a histogram of the text of this very file, checked against a loop. */
import { readFileSync } from 'node:fs';
import { openDevice } from '@heddle/core';

await using device = await openDevice();
const module = await device.compile(`
  KERNEL void histogram(GLOBAL const unsigned char* text, int n, GLOBAL int* counts) {
    for (int i = GLOBAL_INDEX(0); i < n; i += GLOBAL_SIZE(0)) ATOMIC_ADD_INT(&counts[text[i]], 1);
  }
`);

const text = new Uint8Array(readFileSync(new URL(import.meta.url)));
using bytes = await device.upload(text);
using counts = device.zeros('int32', 256);
module.kernel('histogram').launch({ grid: 4, block: 64 }, bytes, text.length, counts);

const expected = new Int32Array(256);
for (const byte of text) expected[byte] = (expected[byte] ?? 0) + 1;
const actual = await counts.read();
if (actual.some((count, byte) => count !== expected[byte])) throw new Error('the histogram is wrong');
const commonest = actual.indexOf(Math.max(...actual));
console.log(`the commonest byte is ${JSON.stringify(String.fromCharCode(commonest))}, ${actual[commonest]} times`);
