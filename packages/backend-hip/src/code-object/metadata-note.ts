/**
 * The note in which a code object of AMD's says what its kernels are (LLVM, "User Guide for AMDGPU Backend", code
 * object V3 and later): an ELF note of the owner AMDGPU, whose text is MessagePack.
 */
import { corrupt } from './corrupt';

const noteSegment = 4;
const metadataType = 32;
const owner = 'AMDGPU\0';
const headerBytes = 64;
const noteHeaderBytes = 12;

/**
 * The note's text.
 *
 * @param bytes - an ELF file, or what is left of one
 * @returns undefined if it has no such note
 * @throws HeddleError `CORRUPT` if headers or notes point out of it
 */
export function metadataNote(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < headerBytes || view.getUint32(0, false) !== 0x7f454c46) {
    throw corrupt('a code object begins with an ELF header; this does not');
  }
  const [start, entryBytes, count] = [wordAt(view, 32), view.getUint16(54, true), view.getUint16(56, true)];
  for (let i = 0; i < count; i++) {
    const at = start + i * entryBytes;
    if (entryBytes < 56 || at + entryBytes > bytes.byteLength) throw corrupt('its program headers lie outside of it');
    if (view.getUint32(at, true) !== noteSegment) continue;
    const notes = part(bytes, wordAt(view, at + 8), wordAt(view, at + 32));
    const found = findMetadata(notes);
    if (found) return found;
  }
  return undefined;
}

// Each note: the lengths of owner and text, its type, then both, filled up to multiples of 4 bytes.
function findMetadata(notes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(notes.buffer, notes.byteOffset, notes.byteLength);
  let at = 0;
  while (at + noteHeaderBytes <= notes.byteLength) {
    const [ownerBytes, textBytes] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
    const type = view.getUint32(at + 8, true);
    const text = at + noteHeaderBytes + padded(ownerBytes);
    const name = part(notes, at + noteHeaderBytes, ownerBytes);
    if (type === metadataType && Buffer.from(name).toString('latin1') === owner) return part(notes, text, textBytes);
    at = text + padded(textBytes);
  }
  return undefined;
}

function part(bytes: Uint8Array, start: number, byteLength: number): Uint8Array {
  if (start + byteLength > bytes.byteLength) throw corrupt('its notes lie outside of it');
  return bytes.subarray(start, start + byteLength);
}

function wordAt(view: DataView, offset: number): number {
  return Number(view.getBigUint64(offset, true));
}

function padded(byteLength: number): number {
  return 4 * Math.ceil(byteLength / 4);
}
