/**
 * Looks at a compiled binary before the driver does: the driver is given an address without a length, so a truncated
 * file would make it read past the end.
 */
import { HeddleError } from '@heddle/core';
import { argumentError, type Artifact } from '@heddle/core/backend';

/**
 * The bytes to load.
 *
 * @throws HeddleError `ARGUMENT` for a format the driver does not load, `CORRUPT` for a damaged binary
 */
export function loadableImage({ format, bytes }: Pick<Artifact, 'format' | 'bytes'>, backend: string): Uint8Array {
  switch (format) {
    case 'cubin':
    case 'code-object':
      checkElf(bytes, format, backend);
      return bytes;
    case 'fatbin':
      checkFatbin(bytes, backend);
      return bytes;
    case 'ptx':
      return checkPtx(bytes, backend);
    default:
      throw argumentError(`this device loads no ${format}; it loads cubin, fatbin and ptx`, { backend });
  }
}

const noBits = 8;

function checkElf(bytes: Uint8Array, format: string, backend: string): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 64 || view.getUint32(0, false) !== 0x7f454c46) {
    throw corrupt(`a ${format} begins with an ELF header; this does not`, backend);
  }
  if (bytes[4] !== 2 || bytes[5] !== 1) throw corrupt(`a ${format} is a 64-bit little-endian ELF file`, backend);
  if (!hasWholeSections(view)) {
    throw corrupt(`the ${format} is truncated: ${bytes.byteLength} bytes are left`, backend);
  }
}

// What lies beyond 2^53 is rounded, and beyond the file all the same.
function hasWholeSections(view: DataView): boolean {
  const { byteLength } = view;
  const sections = Number(view.getBigUint64(40, true));
  const entryBytes = view.getUint16(58, true);
  const count = view.getUint16(60, true);
  if (sections + entryBytes * count > byteLength || (count > 0 && entryBytes < 64)) return false;
  for (let at = sections; at < sections + entryBytes * count; at += entryBytes) {
    if (view.getUint32(at + 4, true) === noBits) continue;
    if (Number(view.getBigUint64(at + 24, true)) + Number(view.getBigUint64(at + 32, true)) > byteLength) return false;
  }
  return true;
}

function checkFatbin(bytes: Uint8Array, backend: string): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 16 || view.getUint32(0, true) !== 0xba55ed50) {
    throw corrupt('a fatbin begins with its own magic number; this does not', backend);
  }
  const end = BigInt(view.getUint16(6, true)) + view.getBigUint64(8, true);
  if (end > BigInt(bytes.byteLength)) {
    throw corrupt(`the fatbin is truncated: ${bytes.byteLength} bytes of ${end}`, backend);
  }
}

// Text for the driver ends with a NUL.
function checkPtx(bytes: Uint8Array, backend: string): Uint8Array {
  const end = bytes.indexOf(0);
  const text = end < 0 ? bytes : bytes.subarray(0, end);
  if (!Buffer.from(text.buffer, text.byteOffset, Math.min(text.byteLength, 65536)).includes('.version')) {
    throw corrupt('PTX begins with its .version; this text has none', backend);
  }
  const image = new Uint8Array(text.byteLength + 1);
  image.set(text);
  return image;
}

function corrupt(message: string, backend: string): HeddleError {
  return new HeddleError('CORRUPT', message, { backend });
}
