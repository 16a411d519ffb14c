/** The table of a kernel's parameters in a cubin, as nvcc has laid them out. */

export interface CubinParameter {
  readonly offset: number;
  readonly byteLength: number;
}

/** EIATTR_KPARAM_INFO, with a value of the size that follows it. */
const parameterInfo = 0x1704;
/** The low byte of an attribute: its value is in the attribute's own last two bytes, or follows them. */
const valueFollows = 4;

/** @returns the parameters in order; undefined if the cubin has no such kernel */
export function cubinParameters(bytes: Uint8Array, kernel: string): CubinParameter[] | undefined {
  const section = sectionOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), `.nv.info.${kernel}`);
  if (!section) return undefined;
  const parameters: CubinParameter[] = [];
  for (let at = 0; at < section.byteLength;) {
    const [attribute, size] = [section.readUInt16LE(at), section.readUInt16LE(at + 2)];
    if (attribute === parameterInfo) {
      const ordinal = section.readUInt16LE(at + 8);
      parameters[ordinal] = { offset: section.readUInt16LE(at + 10), byteLength: section.readUInt32LE(at + 12) >>> 18 };
    }
    at += 4 + ((attribute & 0xff) === valueFollows ? size : 0);
  }
  return parameters;
}

/** A section of a 64-bit ELF file, by its name. */
function sectionOf(file: Buffer, name: string): Buffer | undefined {
  const [table, entryBytes, count, namesIndex] = [
    Number(file.readBigUInt64LE(40)),
    file.readUInt16LE(58),
    file.readUInt16LE(60),
    file.readUInt16LE(62),
  ];
  const placeOf = (index: number): [start: number, byteLength: number] => {
    const entry = table + index * entryBytes;
    return [Number(file.readBigUInt64LE(entry + 24)), Number(file.readBigUInt64LE(entry + 32))];
  };
  const [names] = placeOf(namesIndex);
  for (let i = 0; i < count; i++) {
    const text = names + file.readUInt32LE(table + i * entryBytes);
    if (file.toString('latin1', text, file.indexOf(0, text)) !== name) continue;
    const [start, byteLength] = placeOf(i);
    return file.subarray(start, start + byteLength);
  }
  return undefined;
}
