/**
 * How one entry looks as a file: magic (8 bytes), SHA-256 of all that follows (32), format version (4), length of the
 * metadata (4), length of the payload (8), the key (32), the metadata as JSON, the payload. Numbers are little-endian.
 *
 * The checksum is what makes every other precaution optional: a file that a crash left half written, that a disk
 * damaged or that is an entry of another key does not pass, and counts as a miss.
 */
import { createHash, hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownMark } from '../files';
import type { ArtifactMetadata, CacheEntry } from './artifact';

/** Part of every key and every file: raise it when either changes, and old entries are never met again. */
export const formatVersion = 1;

// The first bytes of the file, in hexadecimal like the checksum and the key.
const magic = Buffer.from(ownMark, 'latin1').toString('hex');
const checksumAt = 8;
const versionAt = 40;
const metadataLengthAt = 44;
const payloadLengthAt = 48;
const keyAt = 56;
const headerLength = 88;
// The payload starts at a multiple of this, so that a loader may read words from it in place.
const payloadAlignment = 16;
const turnByteLength = 1024 * 1024;

/** A file's contents for an entry, but for the checksum. */
export function encodeEntry(key: string, entry: CacheEntry): Buffer {
  const json = Buffer.from(JSON.stringify(entry.metadata), 'utf8');
  // JSON allows trailing spaces: they bring the payload to its alignment.
  const padding = -(headerLength + json.length) & (payloadAlignment - 1);
  const metadataLength = json.length + padding;
  const file = Buffer.allocUnsafeSlow(headerLength + metadataLength + entry.bytes.byteLength);
  file.write(magic, 0, checksumAt, 'hex');
  const header = new DataView(file.buffer, file.byteOffset, headerLength);
  header.setUint32(versionAt, formatVersion, true);
  header.setUint32(metadataLengthAt, metadataLength, true);
  header.setUint32(payloadLengthAt, entry.bytes.byteLength % 2 ** 32, true);
  header.setUint32(payloadLengthAt + 4, Math.floor(entry.bytes.byteLength / 2 ** 32), true);
  file.write(key, keyAt, 32, 'hex');
  json.copy(file, headerLength);
  file.fill(' ', headerLength + json.length, headerLength + metadataLength);
  file.set(entry.bytes, headerLength + metadataLength);
  return file;
}

/** Writes the checksum into a file's contents; without it they are not entry. */
export function sealEntry(file: Buffer, checksum: string): void {
  file.write(checksum, checksumAt, versionAt - checksumAt, 'hex');
}

/** The entry in a file's contents; undefined unless it is whole, of this format and of this key. */
export function decodeEntry(key: string, file: Buffer, checksum: string): CacheEntry | undefined {
  if (file.length < headerLength || file.toString('hex', 0, versionAt) !== magic + checksum) return undefined;
  const header = new DataView(file.buffer, file.byteOffset, headerLength);
  if (header.getUint32(versionAt, true) !== formatVersion) return undefined;
  const metadataLength = header.getUint32(metadataLengthAt, true);
  const payloadLength = header.getUint32(payloadLengthAt, true) + header.getUint32(payloadLengthAt + 4, true) * 2 ** 32;
  if (headerLength + metadataLength + payloadLength !== file.length) return undefined;
  if (file.toString('hex', keyAt, headerLength) !== key) return undefined;
  const payloadAt = headerLength + metadataLength;
  const metadata = parseMetadata(file.toString('utf8', headerLength, payloadAt));
  return metadata && { metadata, bytes: file.subarray(payloadAt) };
}

/** The checksum that a file with these contents must carry, in hexadecimal. */
export function checksumOf(file: Buffer): string {
  return hash('sha256', file.subarray(versionAt), 'hex');
}

/** The same for large contents, giving way to other work about every millisecond. */
export async function checksumInTurns(file: Buffer): Promise<string> {
  const digest = createHash('sha256');
  for (let at = versionAt; at < file.length; at += turnByteLength) {
    digest.update(file.subarray(at, at + turnByteLength));
    await nextTurn();
  }
  return digest.digest('hex');
}

// The checksum has passed, so only a program that writes entries on purpose can get here with something else.
function parseMetadata(json: string): ArtifactMetadata | undefined {
  try {
    const value = JSON.parse(json) as Partial<ArtifactMetadata> | null;
    const { format, entryNames, log } = value ?? {};
    const valid = typeof format === 'string' && typeof log === 'string' && typeof entryNames === 'object' && entryNames;
    return valid ? (value as ArtifactMetadata) : undefined;
  } catch {
    return undefined;
  }
}
