/**
 * The header of a .npy file: magic, version, length, and a Python dictionary as text.
 *
 * Source: NumPy Enhancement Proposal 1, and its versions 2 (a longer header) and 3 (UTF-8).
 */
import { argumentError } from '@heddle/core/backend';
import { mostAxes, sizeOf } from '../../array/shape';
import { corrupt, type ByteSource } from './byte-source';
import { isDictionary, parsePython, type PythonValue } from './python-literal';

export interface NpyHeader {
  readonly descriptor: string;
  /** The first axis varies fastest. */
  readonly fortranOrder: boolean;
  readonly shape: readonly number[];
  /** Byte at which the elements begin. */
  readonly dataOffset: number;
}

const magic = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59);

/** True for the first bytes of a .npy file. */
export function isNpy(start: Uint8Array): boolean {
  return magic.every((byte, i) => start[i] === byte);
}

/**
 * @throws HeddleError `CORRUPT` for anything but a whole header of version 1 to 3
 * @throws HeddleError `ARGUMENT` for structured element types, and more axes than arrays have here
 */
export async function readHeader(source: ByteSource): Promise<NpyHeader> {
  const start = new Uint8Array(8);
  if (source.byteLength < 10) throw corrupt(source, 0, `a .npy file has 10 bytes at least, not ${source.byteLength}`);
  await source.readInto(start, 0);
  if (!isNpy(start)) throw corrupt(source, 0, 'this is not a .npy file: it does not begin with \\x93NUMPY');
  const version = start[6] ?? 0;
  if (version < 1 || version > 3) {
    throw corrupt(source, 6, `format version ${version}.${start[7] ?? 0} is unknown; 1, 2 and 3 are known`);
  }
  const lengthBytes = version === 1 ? 2 : 4;
  const length = await readUnsigned(source, 8, lengthBytes);
  const textOffset = 8 + lengthBytes;
  if (textOffset + length > source.byteLength) {
    throw corrupt(source, 8, `a header of ${length} bytes should follow; the file ends at byte ${source.byteLength}`);
  }
  const text = new Uint8Array(length);
  await source.readInto(text, textOffset);
  const fields = parseFields(source, new TextDecoder(version === 3 ? 'utf-8' : 'latin1').decode(text), textOffset);
  return { ...fields, dataOffset: textOffset + length };
}

async function readUnsigned(source: ByteSource, offset: number, byteLength: number): Promise<number> {
  const bytes = new Uint8Array(4);
  await source.readInto(bytes.subarray(0, byteLength), offset);
  return new DataView(bytes.buffer).getUint32(0, true);
}

function parseFields(source: ByteSource, text: string, offset: number): Omit<NpyHeader, 'dataOffset'> {
  const refuse = (at: number, problem: string) => corrupt(source, offset + at, problem);
  const fields = parsePython(text, refuse);
  if (!isDictionary(fields)) throw refuse(0, 'the header is not a dictionary');
  const field = (name: string): PythonValue => {
    const value = fields.get(name);
    if (value === undefined) throw refuse(0, `the header lacks '${name}'`);
    return value;
  };
  const descriptor = field('descr');
  if (Array.isArray(descriptor)) {
    throw argumentError(`${source.name} holds records with fields; an array here has elements of one dtype`, {
      hint: 'Save the fields one by one: np.savez(file, **{name: a[name] for name in a.dtype.names}).',
    });
  }
  if (typeof descriptor !== 'string') throw refuse(0, "'descr' is not a string");
  const fortranOrder = field('fortran_order');
  if (typeof fortranOrder !== 'boolean') throw refuse(0, "'fortran_order' is neither True nor False");
  const shape = checkShape(field('shape'), refuse);
  if (shape.length > mostAxes) {
    throw argumentError(
      `${source.name} holds an array of ${shape.length} axes; an array here has at most ${mostAxes}`,
      {
        hint: 'Save it with fewer: np.save(file, a.reshape(...)).',
      },
    );
  }
  return { descriptor, fortranOrder, shape };
}

function checkShape(shape: PythonValue, refuse: (at: number, problem: string) => Error): readonly number[] {
  if (!Array.isArray(shape)) throw refuse(0, "'shape' is not a tuple");
  const lengths: number[] = [];
  for (const extent of shape) {
    if (typeof extent !== 'number' || !Number.isSafeInteger(extent) || extent < 0) {
      throw refuse(0, "'shape' holds a value that is not a length");
    }
    lengths.push(extent);
  }
  const size = sizeOf(lengths);
  if (size > Number.MAX_SAFE_INTEGER) throw refuse(0, `a shape of ${size} elements`);
  return lengths;
}

/** The header of a C-ordered array, padded so that the elements begin at a multiple of 64 bytes. */
export function writeHeader(descriptor: string, shape: readonly number[]): Uint8Array {
  const tuple = shape.length === 1 ? `${shape[0] ?? 0},` : shape.join(', ');
  const text = `{'descr': '${descriptor}', 'fortran_order': False, 'shape': (${tuple}), }`;
  // Version 1 holds 65,535 bytes of it, which takes thousands of axes to exceed.
  const version = text.length + 74 > 0xffff ? 2 : 1;
  const prefix = version === 1 ? 10 : 12;
  const total = Math.ceil((prefix + text.length + 1) / 64) * 64;
  const bytes = new Uint8Array(total).fill(0x20);
  bytes.set(magic);
  bytes[6] = version;
  bytes[7] = 0;
  const view = new DataView(bytes.buffer);
  if (version === 1) view.setUint16(8, total - prefix, true);
  else view.setUint32(8, total - prefix, true);
  bytes.set(new TextEncoder().encode(text), prefix);
  bytes[total - 1] = 0x0a;
  return bytes;
}
