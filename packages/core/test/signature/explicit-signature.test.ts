import { parseSignature } from '../../src/signature';
import { summaries } from './summary';

describe('parseSignature', () => {
  it('reads a parameter list as C writes it', () => {
    const expected = ['a: float32', 'x: const float32*', 'y: float32*', 'n: int32'];
    expect(summaries(parseSignature('float a, const float* x, float* y, int n'))).toEqual(expected);
    expect(summaries(parseSignature('(float a, const float* x, float* y, int n)'))).toEqual(expected);
  });

  it('reads one string per parameter, dtype names included', () => {
    expect(
      summaries(
        parseSignature([
          'float32',
          'const float32*',
          'pointer',
          'int32 n',
          'complex64* z',
          'bool',
          'float4',
          'texture',
          'image i',
          'sampler',
          'local',
        ]),
      ),
    ).toEqual([
      'float32',
      'const float32*',
      'void*',
      'n: int32',
      'z: complex64*',
      'bool',
      'float32x4 (16/16)',
      'texture',
      'i: image',
      'sampler',
      'local',
    ]);
  });

  it('takes bytes of a given size', () => {
    expect(summaries(parseSignature(['bytes[24]', 'bytes[6] b', 'bytes[3]']))).toEqual([
      'bytes (24/8)',
      'b: bytes (6/2)',
      'bytes (3/1)',
    ]);
  });

  it('takes no parameters', () => {
    expect(parseSignature('')).toEqual({ name: 'kernel', parameters: [], templateParameters: [], line: 0 });
    expect(parseSignature('void', { name: 'k' }).parameters).toEqual([]);
    expect(parseSignature([]).parameters).toEqual([]);
  });

  it('uses the types of a language', () => {
    expect(summaries(parseSignature('__local float* a, float3 b', { language: 'opencl' }))).toEqual([
      'a: local',
      'b: float32x3 (16/16)',
    ]);
  });

  it.each([
    'flaot x',
    'flaot* x',
    'float& x',
    'std::vector<int> v',
    'float x,',
    'bytes[0]',
    'bytes[-1]',
    'bytes[99999999]',
    'Ts... x',
    '(',
    '* x',
  ])('refuses %p', (text) => {
    expect(() => parseSignature(text)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it('refuses what is not a text', () => {
    expect(() => parseSignature([3 as never])).toThrow(/a signature is made of strings, not 3/);
  });
});
