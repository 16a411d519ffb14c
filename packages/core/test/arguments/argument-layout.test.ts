import { layoutOf } from '../../src/arguments';
import { parseKernels, parseSignature } from '../../src/signature';

function offsets(parameters: string) {
  const { slots, byteLength, alignment, recordBytes } = layoutOf(parseSignature(parameters));
  return { offsets: slots.map(({ offset }) => offset), byteLength, alignment, recordBytes };
}

describe('layoutOf', () => {
  it('puts each argument at its natural alignment and ends with the last', () => {
    expect(offsets('float a, const float* x, float* y, int n')).toEqual({
      offsets: [0, 8, 16, 24],
      byteLength: 28,
      alignment: 8,
      recordBytes: 32,
    });
    expect(offsets('char a, short b, char c, int d, char e, double f, float4 g, float3 h, bool i')).toEqual({
      offsets: [0, 2, 4, 8, 12, 16, 32, 48, 60],
      byteLength: 61,
      alignment: 16,
      recordBytes: 64,
    });
  });

  it('gives a kernel without parameters a record all the same', () => {
    expect(offsets('')).toEqual({ offsets: [], byteLength: 0, alignment: 1, recordBytes: 16 });
  });

  it('keeps local memory out of the way of the others', () => {
    const [kernel] = parseKernels('kernel void k(int a, local float* l, int b, local int* m) {}', {
      language: 'opencl',
    });
    const layout = layoutOf(kernel ?? parseSignature(''));
    expect(layout.slots.map(({ offset }) => offset)).toEqual([0, 8, 4, 16]);
    expect(layout.locals.map(({ parameter }) => parameter.name)).toEqual(['l', 'm']);
    expect([layout.byteLength, layout.recordBytes]).toEqual([8, 32]);
  });

  it('refuses a template without arguments, and parameters of unknown size', () => {
    const [template, unknown] = parseKernels(
      'template<class T> __global__ void k(T x); __global__ void l(int n, Unknown u);',
      { language: 'cuda' },
    );
    expect(() => layoutOf(template ?? parseSignature(''))).toThrow(/k is a template.*k<T>/);
    expect(() => layoutOf(unknown ?? parseSignature(''))).toThrow(
      /l: the size of parameter 2 \(u, Unknown\) is not known/,
    );
  });
});
