import { createHash } from 'node:crypto';
import type { CacheEntry } from '../../src/cache';

/** The n-th of many keys. */
export function sampleKey(n: number): string {
  return createHash('sha256').update(`sample ${n}`).digest('hex');
}

/** An entry whose contents follow from its key, so that any process can tell a right one from a wrong one. */
export function sampleEntry(key: string, byteLength = 1000): CacheEntry {
  const seed = Buffer.from(key, 'hex');
  const bytes = new Uint8Array(byteLength);
  for (let i = 0; i < byteLength; i++) bytes[i] = (seed[i % seed.length] ?? 0) ^ (i >> 5);
  return { metadata: { format: 'sample', entryNames: { 'scale<float>': `_Z5scale${key}` }, log: '' }, bytes };
}
