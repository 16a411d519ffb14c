/** Device arrays from and to files. */
import type { Device } from '@heddle/core';
import {
  argumentError,
  assertOptions,
  describe,
  optionNames,
  pathOfUrl,
  writeFileWhole,
  type Append,
} from '@heddle/core/backend';
import { isList } from '../../array/is-list';
import type { GpuArray } from '../../array/gpu-array';
import { notAnArray } from '../../array/not-an-array';
import { isGpuArray } from '../../array/is-gpu-array';
import { columnMajorStrides, rowMajorStrides } from '../../array/shape';
import { denseArray } from '../../array/empty';
import { assertNoOptions } from '../../array/no-options';
import { assertDevice } from '../../array/device-context';
import { openSource, type ByteSource, type FileSource } from './byte-source';
import { npyParts, readNpy, type HostArray } from './npy';
import { isZip, readNpz, writeNpz } from './npz';

const names = optionNames<SavezOptions>({ compress: true });

/** Arrays by name. */
export type NamedArrays = Readonly<Record<string, GpuArray>>;

export interface SavezOptions {
  /** Deflates the arrays. Default false. */
  readonly compress?: boolean;
}

/**
 * Loads the array of a .npy file. An array in Fortran order keeps it.
 *
 * @param source - path, URL or the file's bytes
 * @throws HeddleError `CORRUPT` for a damaged file, `ARGUMENT` for one that is not there or holds other types
 */
export async function load(device: Device, source: FileSource): Promise<GpuArray> {
  assertDevice(device);
  await using bytes = await openSource(source);
  if (await startsArchive(bytes)) {
    throw argumentError(`${bytes.name} is an archive of several arrays`, { hint: 'loadz() gives them by name.' });
  }
  return await toDevice(device, await readNpy(bytes));
}

/**
 * Loads all arrays of a .npz file.
 *
 * @throws HeddleError as {@link load} does; nothing stays on the device then
 */
export async function loadz(device: Device, source: FileSource): Promise<Record<string, GpuArray>> {
  assertDevice(device);
  await using bytes = await openSource(source);
  const arrays = new Map<string, GpuArray>();
  try {
    await readNpz(bytes, async (name, array) => {
      arrays.set(name, await toDevice(device, array));
    });
  } catch (error) {
    for (const array of arrays.values()) array.dispose();
    throw error;
  }
  return Object.fromEntries(arrays);
}

/**
 * Saves an array as .npy, version 1, little-endian, C order. bfloat16 is written under the name 'bfloat16', which NumPy
 * reads with the ml_dtypes package.
 */
export function save(path: string | URL, array: GpuArray): Promise<void>;
export async function save(path: string | URL, array: GpuArray, options?: unknown): Promise<void> {
  assertNoOptions('save', options);
  checkArray('array', array);
  const parts = await partsOf(array);
  await writeTo(path, async (append) => {
    for (const part of parts) await append(part);
  });
}

/**
 * Saves arrays as .npz.
 *
 * @param arrays - by name; a list gets NumPy's names, arr_0, arr_1…
 */
export async function savez(
  path: string | URL,
  arrays: NamedArrays | readonly GpuArray[],
  options: SavezOptions = {},
): Promise<void> {
  assertOptions('savez', options, names);
  if (typeof arrays !== 'object' || arrays === null) {
    throw argumentError(`savez takes arrays by name or a list of them, not ${describe(arrays)}`);
  }
  const named: [string, GpuArray][] = isList(arrays)
    ? arrays.map((array, i) => [`arr_${i}`, array])
    : Object.entries(arrays);
  for (const [name, array] of named) checkArray(name, array);
  await writeTo(path, async (append) => {
    const entries = named.map(([name, array]) => ({ name, parts: () => partsOf(array) }));
    await writeNpz(append, entries, options.compress === true);
  });
}

async function writeTo(path: string | URL, body: (append: Append) => Promise<void>): Promise<void> {
  const given = path instanceof URL ? pathOfUrl(path, 'path') : path;
  await writeFileWhole(given, body, { parameter: 'path', hint: 'Free some space and save it again.' });
}

async function startsArchive(bytes: ByteSource): Promise<boolean> {
  if (bytes.byteLength < 4) return false;
  const start = new Uint8Array(4);
  await bytes.readInto(start, 0);
  return isZip(start);
}

async function toDevice(device: Device, { dtype, shape, fortranOrder, data }: HostArray): Promise<GpuArray> {
  const array = denseArray(device, dtype, shape, fortranOrder ? columnMajorStrides(shape) : rowMajorStrides(shape));
  // The elements go as they lie in the file, whatever the order of the axes.
  await array.write(data);
  return array;
}

async function partsOf(array: GpuArray): Promise<readonly Uint8Array[]> {
  return npyParts(array.dtype, array.shape, await array.get());
}

function checkArray(name: string, array: unknown): void {
  if (!isGpuArray(array)) throw notAnArray(`${name} is an array of a device`, array);
}
