import { runInNewContext } from 'node:vm';
import { textureSymbol } from '../../src/arguments';
import { isHeddleError } from '../../src/errors';
import { device, explicitPacker, memory, packerFor, packerOf, ways } from './memory';

describe.each(ways)('%s', (_, pack) => {
  const bytesAfter = (parameters: string, args: readonly unknown[], before = ''): DataView => {
    const packer = packerFor(parameters, before);
    pack(packer, args);
    return new DataView(packer.record);
  };
  const messageOf = (parameters: string, args: readonly unknown[], before = ''): string => {
    try {
      pack(packerFor(parameters, before), args);
    } catch (error) {
      if (isHeddleError(error, 'ARGUMENT')) return error.message;
      throw error;
    }
    return 'was accepted';
  };

  it('writes a usual launch', () => {
    const view = bytesAfter('float a, const float* x, float* y, int n', [
      2.5,
      memory({ dtype: 'float32', address: 0xffff_ffff_ffff_fff0n }),
      null,
      -7,
    ]);
    expect([
      view.getFloat32(0, true),
      view.getBigUint64(8, true),
      view.getBigUint64(16, true),
      view.getInt32(24, true),
    ]).toEqual([2.5, 0xffff_ffff_ffff_fff0n, 0n, -7]);
  });

  it('writes every scalar', () => {
    const view = bytesAfter(
      'bool a, signed char b, unsigned char c, short d, unsigned short e, int f, unsigned g, long long h, unsigned long long i, half j, __nv_bfloat16 k, float l, double m, cuFloatComplex n, cuDoubleComplex o',
      [
        true,
        -128,
        255,
        -32768,
        65535,
        -(2 ** 31),
        2 ** 32 - 1,
        -(2n ** 63n),
        2n ** 64n - 1n,
        1.5,
        -2,
        Infinity,
        NaN,
        { re: 1, im: -1 },
        4,
      ],
    );
    expect([
      view.getUint8(0),
      view.getInt8(1),
      view.getUint8(2),
      view.getInt16(4, true),
      view.getUint16(6, true),
    ]).toEqual([1, -128, 255, -32768, 65535]);
    expect([
      view.getInt32(8, true),
      view.getUint32(12, true),
      view.getBigInt64(16, true),
      view.getBigUint64(24, true),
    ]).toEqual([-(2 ** 31), 2 ** 32 - 1, -(2n ** 63n), 2n ** 64n - 1n]);
    expect([
      view.getUint16(32, true),
      view.getUint16(34, true),
      view.getFloat32(36, true),
      view.getFloat64(40, true),
    ]).toEqual([0x3e00, 0xc000, Infinity, NaN]);
    expect([
      view.getFloat32(48, true),
      view.getFloat32(52, true),
      view.getFloat64(64, true),
      view.getFloat64(72, true),
    ]).toEqual([1, -1, 4, 0]);
  });

  it.each([
    [0, 0n],
    [-1, -1n],
    [2 ** 32, 2n ** 32n],
    [-(2 ** 32) - 1, -(2n ** 32n) - 1n],
    [Number.MAX_SAFE_INTEGER, 2n ** 53n - 1n],
    [Number.MIN_SAFE_INTEGER, 1n - 2n ** 53n],
    [-5n, -5n],
  ])('writes the 64-bit integer %p', (value, expected) => {
    expect(bytesAfter('long long n', [value]).getBigInt64(0, true)).toBe(expected);
  });

  it('overwrites what an earlier call left', () => {
    const packer = packerFor('long long n, float* x, float3 v');
    pack(packer, [-1n, memory({ address: 2n ** 64n - 1n }), [1, 2, 3]]);
    pack(packer, [1, null, [0, 0, 0]]);
    expect([...new Uint8Array(packer.record)].filter((byte) => byte !== 0)).toEqual([1]);
  });

  it('writes vectors from arrays and typed arrays', () => {
    const view = bytesAfter('float3 v, longlong2 w, half2 h', [
      [1, 2, 3],
      new BigInt64Array([-1n, 5n]),
      new Float32Array([1, 2]),
    ]);
    expect([0, 4, 8].map((at) => view.getFloat32(at, true))).toEqual([1, 2, 3]);
    expect([16, 24].map((at) => view.getBigInt64(at, true))).toEqual([-1n, 5n]);
    expect([32, 34].map((at) => view.getUint16(at, true))).toEqual([0x3c00, 0x4000]);
  });

  const point = 'struct In { char c; float2 v; }; struct P { int n; In in[2]; double m[2][2]; float* x; };';
  const value = {
    n: 1,
    in: [
      { c: 2, v: [3, 4] },
      { c: 5, v: [6, 7] },
    ],
    m: [
      [1, 2],
      [3, 4],
    ],
    x: memory({ dtype: 'float32', address: 99n }),
  };

  it('writes structs field by field', () => {
    const view = bytesAfter('char before, P p', [9, value], point);
    const at = 8;
    expect([
      view.getInt8(0),
      view.getInt32(at, true),
      view.getInt8(at + 8),
      view.getFloat32(at + 16, true),
      view.getFloat32(at + 20, true),
    ]).toEqual([9, 1, 2, 3, 4]);
    expect([view.getInt8(at + 24), view.getFloat32(at + 32, true), view.getFloat32(at + 36, true)]).toEqual([5, 6, 7]);
    expect([40, 48, 56, 64].map((offset) => view.getFloat64(at + offset, true))).toEqual([1, 2, 3, 4]);
    expect(view.getBigUint64(at + 72, true)).toBe(99n);
  });

  it('writes structs of odd alignment, and ones given as bytes', () => {
    const packed = bytesAfter(
      'P p',
      [{ a: 1, b: 2.5 }],
      '#pragma pack(push, 1)\nstruct P { char a; double b; };\n#pragma pack(pop)',
    );
    expect(packed.getFloat64(1, true)).toBe(2.5);
    const bytes = bytesAfter(
      'int n, P p',
      [1, new DataView(new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8]).buffer, 1)],
      'struct P { int a, b; };',
    );
    expect([...new Uint8Array(bytes.buffer, 4, 8)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('takes fields from getters of a class', () => {
    class Pair {
      get a(): number {
        return 3;
      }
      readonly b = 4;
    }
    expect(bytesAfter('P p', [new Pair()], 'struct P { int a, b; };').getInt32(0, true)).toBe(3);
  });

  it('writes textures and the byte counts of local memory', () => {
    const packer = explicitPacker(['texture', 'image', 'local', 'int32', 'local']);
    pack(packer, [2n ** 64n - 1n, { [textureSymbol]: () => 5n }, 4096, 1, 2 ** 33]);
    const view = new DataView(packer.record);
    expect(
      packer.layout.slots.map(({ offset }, i) =>
        i === 3 ? view.getInt32(offset, true) : view.getBigUint64(offset, true),
      ),
    ).toEqual([2n ** 64n - 1n, 5n, 4096n, 1, 2n ** 33n]);
  });

  it.each([
    ['float* x', 'float32'],
    ['float4* x', 'float32'],
    ['float2* x', 'complex64'],
    ['float2* x', 'float32'],
    ['cuFloatComplex* x', 'float32'],
    ['double2* x', 'complex128'],
    ['bool* x', 'uint8'],
    ['unsigned char* x', 'bool'],
    ['void* x', 'float64'],
    ['Unknown* x', 'int8'],
    ['int** x', 'uint64'],
    ['half* x', undefined],
  ] as const)('%s takes a buffer of %s', (parameter, dtype) => {
    expect(messageOf(parameter, [memory({ dtype })])).toBe('was accepted');
  });

  it.each<[string, readonly unknown[], string, string?]>([
    [
      'float a, const float* x',
      [1, memory({ dtype: 'float64' })],
      'k: argument 2 (x, const float*) got a float64 buffer',
    ],
    ['float* x', [memory({ dtype: 'complex64' })], 'k: argument 1 (x, float*) got a complex64 buffer'],
    ['half* x', [memory({ dtype: 'uint16' })], 'k: argument 1 (x, half*) got a uint16 buffer'],
    ['float* x', [memory({ device: {} })], 'k: argument 1 (x, float*) got a buffer of another device'],
    [
      'float* x',
      [memory({ unusable: 'disposed' })],
      'k: argument 1 (x, float*) got a buffer that cannot be used any more: disposed',
    ],
    [
      'float* x',
      [memory({ contiguous: false })],
      'k: argument 1 (x, float*) got a strided view; a kernel takes contiguous memory, so pass a copy',
    ],
    ['float* x', [undefined], 'k: argument 1 (x, float*) got undefined'],
    [
      'float* x',
      [new Float32Array(4)],
      'k: argument 1 (x, float*) got a Float32Array; it takes a buffer, which device.upload(typedArray) makes',
    ],
    ['float* x', [0], 'k: argument 1 (x, float*) got 0'],
    ['float* x', [{ [Symbol.for('heddle.buffer')]: () => undefined }], 'k: argument 1 (x, float*) got an Object'],
    [
      'float* x',
      [{ [Symbol.for('heddle.buffer')]: () => ({ device, address: 3, contiguous: true }) }],
      'k: argument 1 (x, float*) got an Object',
    ],
    ['float* x', [{ [Symbol.for('heddle.buffer')]: 3 }], 'k: argument 1 (x, float*) got an Object'],
    ['int', [1.5], 'k: argument 1 (int) got 1.5, which is not an integer'],
    ['int n', [2 ** 31], 'k: argument 1 (n, int) got 2147483648; int32 holds -2147483648 to 2147483647'],
    ['unsigned n', [-1], 'k: argument 1 (n, unsigned) got -1; uint32 holds 0 to 4294967295'],
    ['unsigned char n', [256], 'k: argument 1 (n, unsigned char) got 256; uint8 holds 0 to 255'],
    ['int n', ['1'], 'k: argument 1 (n, int) got "1"'],
    ['int n', [1n], 'k: argument 1 (n, int) got 1n'],
    ['size_t n', [-1], 'k: argument 1 (n, size_t) got -1; uint64 holds 0 to 18446744073709551615'],
    ['float a', [1e39], 'k: argument 1 (a, float) got 1e+39, which is beyond the range of float32'],
    ['float a', [true], 'k: argument 1 (a, float) got true'],
    ['half a', [70000], 'k: argument 1 (a, half) got 70000, which is beyond the range of float16'],
    ['bool b', [2], 'k: argument 1 (b, bool) got 2'],
    ['float3 v', [[1, 2]], 'k: argument 1 (v, float3) got 2 values; it takes 3'],
    ['float3 v', [[1, 2, 'x']], 'k: argument 1 (v, float3) [2] got "x"'],
    ['float3 v', [1], 'k: argument 1 (v, float3) got 1; it takes an array of 3'],
    [
      'float2 v',
      [new DataView(new ArrayBuffer(8))],
      'k: argument 1 (v, float2) got a DataView; it takes an array of 2',
    ],
    ['P p', [{ n: 1, in: [] }], "k: argument 1 (p, P) lacks field 'm'; it has n, in, m, x", point],
    ['P p', [{ ...value, q: 1 }], "k: argument 1 (p, P) has no field 'q'; it has n, in, m, x", point],
    [
      'P p',
      [{ ...value, in: [value.in[0], { c: 1, v: [1] }] }],
      'k: argument 1 (p, P) field in: [1] field v: got 1 values; it takes 2',
      point,
    ],
    ['P p', [[]], 'k: argument 1 (p, P) got an Array; it takes an object with n, in, m, x, or the bytes of one', point],
    ['P p', [new Uint8Array(79)], 'k: argument 1 (p, P) got 79 bytes; it takes 80', point],
    ['U u', [{ a: 1 }], 'k: argument 1 (u, U) got an Object; it takes 4 bytes in a typed array', 'union U { int a; };'],
    [
      'cudaTextureObject_t t',
      [3],
      'k: argument 1 (t, cudaTextureObject_t) got 3; it takes what device.createTexture makes',
    ],
    [
      'cudaSurfaceObject_t s',
      [{ surface: 1, [Symbol.for('heddle.texture')]: () => 1n }],
      "k: argument 1 (s, cudaSurfaceObject_t) got an Object; it takes the texture's surface: texture.surface",
    ],
    ['cudaTextureObject_t t', [-1n], 'k: argument 1 (t, cudaTextureObject_t) got -1n, which is not a 64-bit handle'],
    ['int a, int b', [1], 'k: takes 2 arguments, got 1'],
    ['int a', [1, 2], 'k: takes 1 argument, got 2'],
    ['', [1], 'k: takes 0 arguments, got 1'],
  ])('refuses (%s) %#', (parameters, args, message, before = '') => {
    expect(messageOf(parameters, args, before)).toBe(message);
  });

  it.each([0, -1, 1.5, NaN, '16', 16n, undefined])('refuses %p bytes of local memory', (count) => {
    expect(() => pack(explicitPacker(['local']), [count])).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it('names kernel and parameter in the error', () => {
    expect(() => pack(packerFor('int count'), [null])).toThrow(
      expect.objectContaining({ kernel: 'k', parameter: 'count' }),
    );
  });

  it('takes arrays of another realm', () => {
    const [array, typed, bytes] = runInNewContext('[[1, 2], new Float32Array([3, 4]), new Uint8Array(8)]') as unknown[];
    expect(messageOf('float2 a, float2 b, P p', [array, typed, bytes], 'struct P { int a, b; };')).toBe('was accepted');
  });
});

describe('a bound function', () => {
  it('enqueues after packing, gives the result back, and counts its parameters', () => {
    const packer = packerFor('int a, int b');
    const bound = packer.bind(() => new DataView(packer.record).getInt32(4, true));
    expect(bound(1, 42)).toBe(42);
    expect(bound).toHaveLength(2);
  });

  it('does not enqueue where any argument is wrong', () => {
    let enqueued = 0;
    const bound = packerFor('int a, float* x, int b').bind(() => enqueued++);
    for (const args of [
      [1, null],
      [1, null, 'x'],
      [1, 2, 3],
      ['x', null, 3],
    ]) {
      expect(() => bound(...args)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    }
    expect(enqueued).toBe(0);
  });

  it('sees a buffer that was disposed after the first call', () => {
    const reference = {
      device,
      address: 1n,
      dtype: undefined,
      byteLength: 8,
      contiguous: true,
      unusable: undefined as string | undefined,
    };
    const buffer = { [Symbol.for('heddle.buffer')]: () => reference };
    const bound = packerFor('float* x').bind(() => 'enqueued');
    expect(bound(buffer)).toBe('enqueued');
    reference.unusable = 'disposed';
    expect(() => bound(buffer)).toThrow(/disposed/);
  });

  it('holds no text of the user, whatever the parameters are called', () => {
    const hostile = {
      name: 'k',
      templateParameters: [],
      line: 0,
      parameters: [{ name: '); throw 1; (', kind: 'scalar', type: '`${', dtype: 'int32', byteLength: 4, alignment: 4 }],
    } as const;
    const packer = packerOf(hostile);
    expect(packer.bind(() => 'enqueued')(1)).toBe('enqueued');
  });
});
