/**
 * Archives of arrays: .npz is a ZIP file of .npy files.
 *
 * ZIP is @zip.js/zip.js's work: it has what large archives need (64-bit sizes, reading by ranges, checksums) and no
 * dependencies, and node:zlib has only the compression.
 */
import { configure, Reader, ZipReader, ZipWriter, type FileEntry } from '@zip.js/zip.js';
import { isHeddleError } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { bytesSource, corrupt, type ByteSource } from './byte-source';
import type { Append } from '@heddle/core/backend';
import { readNpy, type HostArray } from './npy';
import { isNpy } from './npy-header';
import { reasonOf } from './reason';

// Its workers are for browsers' main threads.
configure({ useWebWorkers: false });

/** Deflate cannot make more of a byte. */
const largestRatio = 1032;

/** True for the first bytes of a ZIP file, an empty one too. */
export function isZip(start: Uint8Array): boolean {
  return (
    start[0] === 0x50 && start[1] === 0x4b && ((start[2] === 3 && start[3] === 4) || (start[2] === 5 && start[3] === 6))
  );
}

/**
 * Calls `take` with the arrays of an archive, one after another, so that no two need be in memory at once.
 *
 * @throws HeddleError `CORRUPT` for a damaged or truncated archive, naming the entry; what was taken before stays so
 */
export async function readNpz(
  source: ByteSource,
  take: (name: string, array: HostArray) => Promise<void>,
): Promise<void> {
  const archive = new ZipReader(new RangeReader(source));
  const names = new Set<string>();
  try {
    for (const entry of await entriesOf(archive, source)) {
      const name = entry.filename.endsWith('.npy') ? entry.filename.slice(0, -4) : entry.filename;
      // Nobody writes a name twice: one of the two was changed, and which is not to be told.
      if (names.has(name)) throw corrupt(source, entry.offset, `two arrays are named ${name}`);
      names.add(name);
      await take(name, await readEntry(entry, source));
    }
  } finally {
    await archive.close();
  }
}

async function entriesOf(archive: ZipReader<unknown>, source: ByteSource): Promise<FileEntry[]> {
  try {
    return (await archive.getEntries()).filter((entry) => !entry.directory);
  } catch (error) {
    throw damaged(source, 0, 'the archive has no whole directory', error);
  }
}

async function readEntry(entry: FileEntry, source: ByteSource): Promise<HostArray> {
  const { filename, uncompressedSize, compressedSize, offset } = entry;
  if (entry.encrypted) throw argumentError(`${source.name}: ${filename} is encrypted`);
  // Compared before memory is taken: a damaged directory may ask for any amount.
  if (uncompressedSize > compressedSize * largestRatio + 64 || compressedSize > source.byteLength) {
    const sizes = `${compressedSize} bytes cannot hold ${uncompressedSize}`;
    throw corrupt(source, offset, `${filename}: ${sizes}`);
  }
  const bytes = new Uint8Array(uncompressedSize);
  let done = 0;
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      if (done + chunk.byteLength > bytes.byteLength) throw new RangeError(`more than ${bytes.byteLength} bytes`);
      bytes.set(chunk, done);
      done += chunk.byteLength;
    },
  });
  try {
    await entry.getData(sink, { checkCrc32: true });
  } catch (error) {
    throw damaged(source, offset, `${filename} cannot be read`, error);
  }
  if (done < bytes.byteLength)
    throw corrupt(source, offset, `${filename} ends after ${done} of ${bytes.byteLength} bytes`);
  if (!filename.endsWith('.npy') && !isNpy(bytes)) {
    throw argumentError(`${source.name}: ${filename} is not an array`, {
      hint: 'Take it out of the archive: loadz gives arrays only.',
    });
  }
  return await readNpy(bytesSource(bytes, `${source.name}: ${filename}`));
}

function damaged(source: ByteSource, offset: number, problem: string, error: unknown): unknown {
  if (isHeddleError(error)) return error;
  return corrupt(source, offset, `${problem}: ${reasonOf(error)}`, error);
}

/** One array of an archive, its bytes asked for when their turn comes. */
export interface NpzEntry {
  readonly name: string;
  readonly parts: () => Promise<readonly Uint8Array[]>;
}

/** Writes an archive. Names get their `.npy` here. */
export async function writeNpz(append: Append, entries: Iterable<NpzEntry>, compress: boolean): Promise<void> {
  const sink = new WritableStream<Uint8Array>({ write: append });
  const archive = new ZipWriter(sink, { level: compress ? 6 : 0, extendedTimestamp: false });
  for (const { name, parts } of entries) {
    await archive.add(`${name}.npy`, streamOf(await parts()));
  }
  await archive.close();
}

// Passed on in pieces, so that compression does not copy a whole array.
const pieceBytes = 2 ** 20;

function streamOf(parts: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const pieces = piecesOf(parts);
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}

function* piecesOf(parts: readonly Uint8Array[]): Generator<Uint8Array, void> {
  for (const part of parts) {
    for (let start = 0; start < part.byteLength; start += pieceBytes) {
      // A copy: who reads a piece may take its memory over.
      yield part.slice(start, start + pieceBytes);
    }
  }
}

/** A byte source as zip.js reads it. */
class RangeReader extends Reader<ByteSource> {
  readonly #source: ByteSource;

  constructor(source: ByteSource) {
    super(source);
    this.#source = source;
    this.size = source.byteLength;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - index)));
    await this.#source.readInto(bytes, index);
    return bytes;
  }
}
