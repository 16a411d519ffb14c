import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isHeddleError, type Device } from '@heddle/core';
import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import fc from 'fast-check';
import { load, loadz } from '../../src/algorithms/files';
import { testBackends } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

const fixture = (name: string): Uint8Array => new Uint8Array(readFileSync(join(__dirname, 'fixtures', name)));

/** A .npy file of version 1 with a header of one's own. */
function npy(header: string, data = new Uint8Array(0)): Uint8Array {
  const text = Buffer.from(`${header}\n`, 'latin1');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  return new Uint8Array(Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), length, text, data]));
}

describe('damaged files', () => {
  let device: Device;
  beforeAll(async () => {
    device = await openTestDevice(testBackends[0] ?? 'host');
  });
  afterAll(async () => {
    await device.dispose();
  });

  it('a truncated array is CORRUPT wherever it ends', async () => {
    const whole = fixture('f8.npy');
    for (let length = 0; length < whole.length; length += 7) {
      await expect(load(device, whole.subarray(0, length))).rejects.toMatchObject({ code: 'CORRUPT' });
    }
  });

  it('a truncated archive is CORRUPT and leaves nothing on the device', async () => {
    const whole = fixture('deflated.npz');
    for (let length = 4; length < whole.length; length += 97) {
      await expect(loadz(device, whole.subarray(0, length))).rejects.toMatchObject({ code: 'CORRUPT' });
    }
  });

  it('any changed byte of an archive gives the same arrays or a typed error', async () => {
    const whole = fixture('deflated.npz');
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const bytes = whole.slice();
        bytes[at] = (bytes[at] ?? 0) ^ change;
        const outcome = await loadz(device, bytes).catch((error: unknown) => error);
        if (isHeddleError(outcome)) expect(['CORRUPT', 'ARGUMENT']).toContain(outcome.code);
        else {
          const [first] = Object.values(outcome as Awaited<ReturnType<typeof loadz>>);
          if (first) expect([...((await first.get()) as Int32Array).subarray(0, 3)]).toEqual([0, 1, 2]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('an archive with a name twice is CORRUPT', async () => {
    const bytes = fixture('deflated.npz');
    // The name of the second array, arr_1, as the directory at the end of the archive has it.
    bytes[Buffer.from(bytes).lastIndexOf('arr_1') + 4] = 0x30;
    await expect(loadz(device, bytes)).rejects.toMatchObject({
      code: 'CORRUPT',
      message: expect.stringContaining('two arrays are named arr_0') as string,
    });
  });

  it('any header at all gives an array or a typed error', async () => {
    const pieces = fc.constantFrom(
      ..."{ } ( ) [ ] , : 'descr' 'shape' 'fortran_order' '<f4' '>i8' '|O' True False None 3 -1 1e9 9999999999999999 \\ ' \" \0".split(
        ' ',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 25 }), async (header) => {
        const outcome = await load(device, npy(header.join(' '), new Uint8Array(64))).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(isHeddleError(outcome)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['', 10, 'no literal'],
    ['{', 10, 'at its end'],
    ["{'descr': '<f4'}", 10, "lacks 'fortran_order'"],
    ["{'descr': '<f4', 'fortran_order': 0, 'shape': ()}", 10, 'neither True nor False'],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", 10, 'no literal'],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': 3}", 10, 'not a tuple'],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999, 99999999999)}", 10, 'elements'],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (4,)} more", 10, 'goes on'],
    ["{'descr': '<f4', 'fortran_order': False, 'shape': (4000000000,)}", 60, 'truncated or damaged'],
    ['['.repeat(500), 10, 'too deep'],
  ])('the header %p is CORRUPT at a byte', async (header, _, problem) => {
    const error = await load(device, npy(header)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'CORRUPT' });
    expect((error as Error).message).toMatch(/byte \d+/);
    expect((error as Error).message).toContain(problem);
  });

  it('names an entry of an archive that is not an array', async () => {
    const archive = new ZipWriter(new Uint8ArrayWriter());
    await archive.add('first', new Uint8ArrayReader(fixture('f4.npy')));
    await archive.add('README.txt', new TextReader('about the arrays'));
    const error = await loadz(device, await archive.close()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ARGUMENT' });
    expect((error as Error).message).toContain('README.txt is not an array');
    const named = new ZipWriter(new Uint8ArrayWriter());
    await named.add('first', new Uint8ArrayReader(fixture('f4.npy')));
    await named.add('second.npy', new TextReader('no array either'));
    await expect(loadz(device, await named.close())).rejects.toMatchObject({ code: 'CORRUPT' });
  });

  it.each([33, 40, 3000])('an array of %d axes is more than there is here', async (axes) => {
    const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${'1, '.repeat(axes)})}`;
    const error = await load(device, npy(header, new Uint8Array(4))).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ARGUMENT' });
    expect((error as Error).message).toContain(`an array of ${axes} axes; an array here has at most 32`);
  });

  it('an unknown version, and a bool that is neither', async () => {
    const version = fixture('f4.npy').slice();
    version[6] = 9;
    await expect(load(device, version)).rejects.toMatchObject({ code: 'CORRUPT' });
    const truth = fixture('bool.npy').slice();
    truth[truth.length - 1] = 2;
    await expect(load(device, truth)).rejects.toThrow(/2 is not a bool/);
  });

  it('a size that the entry cannot have is noticed before memory is taken', async () => {
    const bytes = fixture('deflated.npz').slice();
    const view = new DataView(bytes.buffer);
    // The uncompressed size in the first record of the central directory.
    const directory = Buffer.from(bytes).indexOf('PK\x01\x02', 0, 'latin1');
    view.setUint32(directory + 24, 0xfffffff0, true);
    await expect(loadz(device, bytes)).rejects.toMatchObject({ code: 'CORRUPT' });
  });
});
