/** Files that are packed with gzip. */
import { gunzipSync, gzipSync } from 'node:zlib';

/** The contents of a file, packed or not: its first bytes tell. */
export function unpacked(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes;
}

/** The text of such contents. */
export function textOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

/** The contents for a file, packed where its name ends in `.gz`. */
export function packedFor(path: string, text: string): string | Uint8Array {
  return path.endsWith('.gz') ? gzipSync(text) : text;
}
