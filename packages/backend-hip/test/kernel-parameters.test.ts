import { encode } from '@msgpack/msgpack';
import fc from 'fast-check';
import { isHeddleError } from '@heddle/core';
import { kernelParameters } from '../src/code-object/kernel-parameters';

/** A code object of nothing but its header, a program header, and the notes that it points to. */
function codeObject(...notes: readonly Uint8Array[]): Uint8Array {
  const text = Buffer.concat(notes);
  const bytes = Buffer.alloc(64 + 56);
  bytes.write('\x7fELF\x02\x01', 'latin1');
  bytes.writeUInt16LE(224, 18);
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(1, 56);
  bytes.writeUInt32LE(4, 64);
  bytes.writeBigUInt64LE(120n, 64 + 8);
  bytes.writeBigUInt64LE(BigInt(text.byteLength), 64 + 32);
  return Buffer.concat([bytes, text]);
}

function note(owner: string, type: number, text: Uint8Array): Uint8Array {
  const fill = (byteLength: number): Buffer => Buffer.alloc((4 - (byteLength % 4)) % 4);
  const header = Buffer.alloc(12);
  header.writeUInt32LE(owner.length, 0);
  header.writeUInt32LE(text.byteLength, 4);
  header.writeUInt32LE(type, 8);
  return Buffer.concat([header, Buffer.from(owner), fill(owner.length), text, fill(text.byteLength)]);
}

// As LLVM's user guide for the AMDGPU backend gives it for code object V3.
const metadata = {
  'amdhsa.version': [1, 0],
  'amdhsa.kernels': [
    {
      '.name': '_Z5scalefPfi',
      '.symbol': '_Z5scalefPfi.kd',
      '.kernarg_segment_size': 280,
      '.args': [
        { '.offset': 0, '.size': 4, '.value_kind': 'by_value' },
        { '.address_space': 'global', '.offset': 8, '.size': 8, '.value_kind': 'global_buffer' },
        { '.offset': 16, '.size': 4, '.value_kind': 'by_value' },
        { '.offset': 24, '.size': 8, '.value_kind': 'hidden_global_offset_x' },
      ],
    },
    { '.name': 'nothing', '.symbol': 'nothing.kd', '.kernarg_segment_size': 0 },
  ],
};
const whole = codeObject(note('GNU\0', 3, Buffer.alloc(20)), note('AMDGPU\0', 32, encode(metadata)));
const read = (bytes: Uint8Array) => kernelParameters({ format: 'code-object', bytes });

describe('kernelParameters', () => {
  it('reads where the declared parameters lie', () => {
    expect(read(whole)).toEqual(
      new Map([
        [
          '_Z5scalefPfi',
          [
            { offset: 0, byteLength: 4 },
            { offset: 8, byteLength: 8 },
            { offset: 16, byteLength: 4 },
          ],
        ],
        ['nothing', []],
      ]),
    );
  });

  it('has nothing to say of other formats, and of code objects without metadata', () => {
    expect(kernelParameters({ format: 'cubin', bytes: whole })).toBeUndefined();
    expect(read(codeObject(note('GNU\0', 3, Buffer.alloc(20))))).toBeUndefined();
    expect(read(codeObject())).toBeUndefined();
  });

  it.each([
    ['no list of kernels', {}],
    ['a kernel without a name', { 'amdhsa.kernels': [{ '.kernarg_segment_size': 0 }] }],
    [
      'a parameter after the arguments',
      {
        'amdhsa.kernels': [
          {
            '.name': 'k',
            '.kernarg_segment_size': 8,
            '.args': [{ '.offset': 4, '.size': 8, '.value_kind': 'by_value' }],
          },
        ],
      },
    ],
    [
      'a negative place',
      {
        'amdhsa.kernels': [
          {
            '.name': 'k',
            '.kernarg_segment_size': 8,
            '.args': [{ '.offset': -4, '.size': 8, '.value_kind': 'by_value' }],
          },
        ],
      },
    ],
  ])('refuses metadata with %s', (_what, wrong) => {
    expect(() => read(codeObject(note('AMDGPU\0', 32, encode(wrong))))).toThrow(
      expect.objectContaining({ code: 'CORRUPT', backend: 'hip' }),
    );
  });

  const isResultOrCorrupt = (bytes: Uint8Array): boolean => {
    try {
      const found = read(bytes);
      return found === undefined || found instanceof Map;
    } catch (error) {
      return isHeddleError(error, 'CORRUPT');
    }
  };

  it('throws nothing but CORRUPT, wherever bytes are damaged or cut off', () => {
    const damage = fc.array(fc.tuple(fc.nat(whole.byteLength - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 8 });
    fc.assert(
      fc.property(damage, fc.nat(whole.byteLength), (changes, end) => {
        const bytes = Uint8Array.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        return isResultOrCorrupt(bytes) && isResultOrCorrupt(bytes.slice(0, end));
      }),
      { numRuns: 2000 },
    );
  });

  it('throws nothing but CORRUPT, whatever the metadata are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (text) =>
        isResultOrCorrupt(codeObject(note('AMDGPU\0', 32, text))),
      ),
    );
    fc.assert(
      fc.property(fc.object({ withNullPrototype: false }), (text) =>
        isResultOrCorrupt(codeObject(note('AMDGPU\0', 32, encode({ 'amdhsa.kernels': [text] })))),
      ),
    );
  });
});
