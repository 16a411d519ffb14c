import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dtypeInfo, dtypes, type Device, type DType } from '@heddle/core';
import type { ArrayOf } from '@heddle/core/backend';
import fc from 'fast-check';
import { uploadArray } from '../../src';
import type { GpuArray } from '../../src/array/gpu-array';
import { load, loadz, save, savez } from '../../src/algorithms/files';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

describe.each(testBackends)('files on %s', (backend) => {
  let device: Device;
  let folder: string;
  beforeAll(async () => {
    device = await openTestDevice(backend);
    folder = await mkdtemp(join(tmpdir(), 'heddle-files-'));
  });
  afterAll(async () => {
    await device.dispose();
    await rm(folder, { recursive: true });
  });

  const shapes = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 4 });

  /** Random bits, made valid where a dtype has invalid ones. */
  function bytesFor(dtype: DType, size: number, seed: number): ArrayOf<DType> {
    const info = dtypeInfo(dtype);
    const bytes = Uint8Array.from({ length: size * info.byteLength }, (_, i) => Math.imul(seed + i, 2654435761) >>> 24);
    if (dtype === 'bool') bytes.forEach((byte, i) => (bytes[i] = byte & 1));
    return new info.array(bytes.buffer);
  }

  const bits = async (array: GpuArray): Promise<Buffer> => {
    const { buffer, byteOffset, byteLength } = (await array.get()) as Uint8Array;
    return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
  };

  it('an array of any dtype and shape comes back bit by bit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...dtypes), shapes, fc.nat(), async (dtype, shape, seed) => {
        const size = shape.reduce((product, extent) => product * extent, 1);
        using array = await uploadArray(device, bytesFor(dtype, size, seed), { shape, dtype });
        const path = join(folder, 'one.npy');
        await save(path, array);
        using again = await load(device, path);
        expect([again.dtype, again.shape]).toEqual([dtype, shape]);
        expect((await bits(again)).equals(await bits(array))).toBe(true);
        using fromBytes = await load(device, await readFile(path));
        expect((await bits(fromBytes)).equals(await bits(array))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it.each([false, true])('an archive comes back whole, compressed: %p', async (compress) => {
    const names = fc.uniqueArray(fc.stringMatching(/^[\w äß.-]{1,12}$/), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(names, fc.nat(), async (keys, seed) => {
        const named: [string, GpuArray][] = [];
        for (const [i, key] of keys.entries()) {
          named.push([key, await uploadArray(device, bytesFor('float32', 1000 * i, seed))]);
        }
        // Not by assignment, which for `__proto__` makes no property.
        const arrays = Object.fromEntries(named);
        const path = join(folder, 'many.npz');
        await savez(path, arrays, { compress });
        const again = await loadz(device, path);
        expect(Object.keys(again).sort()).toEqual([...keys].sort());
        for (const key of keys) expect(await bits(again[key] as GpuArray)).toEqual(await bits(arrays[key] as GpuArray));
        for (const array of [...Object.values(arrays), ...Object.values(again)]) array.dispose();
      }),
      { numRuns: 15, examples: [[['__proto__', 'constructor'], 0]] },
    );
  });

  it('a view is saved as its elements', async () => {
    using array = await uploadArray(
      device,
      Int32Array.from({ length: 12 }, (_, i) => i),
      { shape: [3, 4] },
    );
    const path = join(folder, 'view.npy');
    await save(path, array.T.slice('::-1'));
    using again = await load(device, path);
    expect([...((await again.get()) as Int32Array)]).toEqual([3, 7, 11, 2, 6, 10, 1, 5, 9, 0, 4, 8]);
  });

  it('a list of arrays gets the names that NumPy gives', async () => {
    using array = await uploadArray(device, Float32Array.of(1, 2));
    const path = join(folder, 'list.npz');
    await savez(path, [array, array]);
    expect(Object.keys(await loadz(device, path))).toEqual(['arr_0', 'arr_1']);
  });

  it('a file that cannot be written is refused; what failed leaves nothing behind and the old file in place', async () => {
    using array = await uploadArray(device, Float32Array.of(1, 2));
    await expect(save(join(folder, 'absent', 'a.npy'), array)).rejects.toMatchObject({ code: 'ARGUMENT' });
    const path = join(folder, 'kept.npz');
    await writeFile(path, 'old');
    const disposed = await uploadArray(device, Float32Array.of(1));
    disposed.dispose();
    await expect(savez(path, { a: array, b: disposed })).rejects.toMatchObject({ code: 'ARGUMENT' });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it.each([
    ['save', () => save(join(folder, 'x.npy'), [1, 2] as never)],
    ['savez', () => savez(join(folder, 'x.npz'), { a: 3 } as never)],
    ['savez of nothing', () => savez(join(folder, 'x.npz'), null as never)],
    ['load', () => load(device, 7 as never)],
  ])('%s refuses values that are not arrays or files', async (_, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'ARGUMENT' });
  });
});

const numpy = hasNumpy();

(numpy ? describe : describe.skip)('NumPy reads what we write', () => {
  it('arrays and archives', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-numpy-'));
    await using device = await openTestDevice(testBackends[0] ?? 'host');
    try {
      using array = await uploadArray(
        device,
        Float64Array.from({ length: 6 }, (_, i) => i / 2),
        { shape: [2, 3] },
      );
      await save(join(folder, 'a.npy'), array);
      await savez(join(folder, 'b.npz'), { first: array, second: array.astype('complex64') }, { compress: true });
      const program = `
import numpy as np
a = np.load('a.npy'); b = np.load('b.npz')
print(a.dtype.str, a.tolist(), sorted(b.files), b['second'].dtype.str, (b['first'] == a).all(), (b['second'] == a).all())`;
      expect(execFileSync('python3', ['-c', program], { cwd: folder, encoding: 'utf8' }).trim()).toBe(
        "<f8 [[0.0, 0.5, 1.0], [1.5, 2.0, 2.5]] ['first', 'second'] <c8 True True",
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

function hasNumpy(): boolean {
  try {
    execFileSync('python3', ['-c', 'import numpy'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
