import { inspect } from 'node:util';
import { onDevices } from '../support/on-devices';

// The texts are those of NumPy 2.
onDevices('printing', (test) => {
  it('aligns columns and drops what tells nothing', () => {
    const { ga } = test;
    expect(String(ga.array([[1, 2.5], [-3, 0.125]]))).toBe('[[ 1.     2.5  ]\n [-3.     0.125]]'); // prettier-ignore
    expect(String(ga.array(Int32Array.of(1, -20, 3)))).toBe('[  1 -20   3]');
    expect(String(ga.array([true, false]))).toBe('[ True False]');
    expect(String(ga.array([1, NaN, -Infinity]))).toBe('[  1.  nan -inf]');
    expect(String(ga.array([0.1, 0.2], { dtype: 'float32' }))).toBe('[0.1 0.2]');
    expect(String(ga.array([1 / 3]))).toBe('[0.33333333]');
    expect(String(ga.array(Float64Array.of(1e10, 1)))).toBe('[1.e+10 1.e+00]');
    expect(String(ga.array([1e-5, 1]))).toBe('[1.e-05 1.e+00]');
    expect(String(ga.array([{ re: 1, im: -2 }, { re: 0.5, im: 3 }]))).toBe('[1. -2.j 0.5+3.j]'); // prettier-ignore
    expect(String(ga.array(5))).toBe('5');
  });

  it('gives an element without axes by itself, as str does; the console its array', () => {
    const { ga } = test;
    const texts = (dtype: 'float64' | 'float32' | 'float16', values: readonly number[]) =>
      values.map((value) => String(ga.full([], value, dtype)));
    expect(texts('float64', [3, 1e20, 1e16, 1e15, 123456789.125, 1e-4, 1e-5, -1.5e-7, 1 / 3, NaN, -Infinity, -0])).toEqual([
      '3.0', '1e+20', '1e+16', '1000000000000000.0', '123456789.125', '0.0001', '1e-05', '-1.5e-07',
      '0.3333333333333333', 'nan', '-inf', '-0.0',
    ]); // prettier-ignore
    expect(texts('float32', [0.1, 999999, 1e6, 123456789])).toEqual(['0.1', '999999.0', '1e+06', '1.2345679e+08']);
    expect(texts('float16', [999, 1001, 65504, 0.1])).toEqual(['999.0', '1.001e+03', '6.55e+04', '0.1']);
    const complexes: [number, number][] = [[1, 2], [0, 2], [-0, 2], [0, -0], [NaN, Infinity], [1, -Infinity], [1e16, 1e-5]]; // prettier-ignore
    expect(complexes.map(([re, im]) => String(ga.full([], { re, im })))).toEqual([
      '(1+2j)', '2j', '(-0+2j)', '-0j', '(nan+infj)', '(1-infj)', '(1e+16+1e-05j)',
    ]); // prettier-ignore
    expect(String(ga.full([], { re: 1e20, im: -0.5 }, 'complex64'))).toBe('(1e+20-0.5j)');
    expect([ga.full([], true), ga.full([], -5n)].map(String)).toEqual(['True', '-5']);
    expect(inspect(ga.full([], 1e20, 'float64'))).toBe('array(1.e+20, dtype=float64)');
  });

  it('gives empty arrays of any shape as brackets', () => {
    const { ga } = test;
    for (const shape of [[0], [2, 0], [0, 3], [1, 2, 0]]) expect(String(ga.zeros(shape))).toBe('[]');
    expect(inspect(ga.zeros([2, 0]))).toBe('array([], shape=(2, 0), dtype=float64)');
  });

  it('shows the corners of large arrays, whatever their strides', async () => {
    const { ga } = test;
    ga.arange(2000, { dtype: 'int32' });
    await ga.synchronize();
    expect(String(ga.arange(2000, { dtype: 'int32' }))).toBe('[   0    1    2 ... 1997 1998 1999]');
    const square = ga.arange(10_000, { dtype: 'int32' }).reshape(100, 100).T;
    expect(String(square).split('\n')).toEqual([
      '[[   0  100  200 ... 9700 9800 9900]',
      ' [   1  101  201 ... 9701 9801 9901]',
      ' [   2  102  202 ... 9702 9802 9902]',
      ' ...',
      ' [  97  197  297 ... 9797 9897 9997]',
      ' [  98  198  298 ... 9798 9898 9998]',
      ' [  99  199  299 ... 9799 9899 9999]]',
    ]);
  });

  it('is what the console shows, with the dtype', () => {
    const { ga } = test;
    const a = ga.array([[1, 2], [3, 4]], { dtype: 'float32' }); // prettier-ignore
    expect(inspect(a)).toBe('array([[1., 2.],\n       [3., 4.]], dtype=float32)');
    expect(inspect(ga.zeros([0, 3]))).toBe('array([], shape=(0, 3), dtype=float64)');
    a.dispose();
    expect(inspect(a)).toBe('GpuArray(disposed, shape=(2, 2), dtype=float32)');
  });

  it('wraps long lines', async () => {
    test.ga.arange(40, { dtype: 'int32' });
    await test.ga.synchronize();
    const lines = String(test.ga.arange(40, { dtype: 'int32' })).split('\n');
    expect(lines[0]).toBe('[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23');
    expect(lines[1]).toBe(' 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39]');
  });
});
