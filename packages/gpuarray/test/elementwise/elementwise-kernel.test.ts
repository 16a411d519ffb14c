import fc from 'fast-check';
import type { GpuArray } from '@heddle/gpuarray';
import { broadcastPair, build } from '../support/arbitraries';
import { onDevices } from '../support/on-devices';
import { combine } from '../support/reference';

onDevices('elementwise kernels', (test) => {
  it("runs the tutorial's linear combination (PyCUDA, listing 3a)", async () => {
    const { ga } = test;
    const random = () => ga.array(Float32Array.from({ length: 50 }, () => Math.random()));
    const [a, b] = [random(), random()];
    const combination = ga.elementwiseKernel(
      'float a, float *x, float b, float *y, float *z',
      'z[i] = a*x[i] + b*y[i]',
      { name: 'linear_combination' },
    );
    const c = ga.emptyLike(a);
    combination(5, a, 6, b, c);
    const [x, y, z] = [await a.get(), await b.get(), await c.get()];
    z.forEach((value, i) => expect(value).toBeCloseTo(5 * (x[i] ?? 0) + 6 * (y[i] ?? 0), 4));
  });

  it('runs over ranges of indices by the rules of slices', async () => {
    const { ga } = test;
    const mark = ga.elementwiseKernel('int *x', 'x[i] = x[i] * 10 + i');
    const run = async (range: Parameters<typeof mark.over>[0]) => {
      const x = ga.ones(6, 'int32');
      mark.over(range)(x);
      return [...(await x.get())];
    };
    expect(await run({ start: 1, stop: 4 })).toEqual([1, 11, 12, 13, 1, 1]);
    expect(await run({ start: -1, stop: 0, step: -2 })).toEqual([1, 11, 1, 13, 1, 15]);
    expect(await run({ start: 5, stop: 3 })).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it("binds CuPy's letters to dtypes, broadcasts, and allocates the output", async () => {
    const kernel = test.ga.elementwiseKernel('T x, T y', 'T z', 'z = (x - y) * (x - y)', { name: 'squared_diff' });
    await fc.assert(
      fc.asyncProperty(broadcastPair, fc.nat(), async ([left, right], seed) => {
        const a = build(test.ga, 'float32', { shape: left, steps: [], seed });
        const b = build(test.ga, 'float32', { shape: right, steps: [{ kind: 'flip', axis: 0 }], seed: seed + 1 });
        const result = kernel(a.array as GpuArray<'float32'>, b.array as GpuArray<'float32'>);
        const expected = combine(a.reference, b.reference, (x, y) => (x - y) ** 2);
        expect(result.shape).toEqual(expected.shape);
        expect([...(await result.get())]).toEqual(expected.values);
      }),
      { numRuns: 20 },
    );
  });

  it('gives raw arrays, the index and the size to the operation', async () => {
    const { ga } = test;
    const x = ga.arange(5, { dtype: 'float32' });
    const y = ga.array(Float32Array.of(10, 20, 30, 40, 50)).slice('::-1');
    const kernel = ga.elementwiseKernel('T x, raw T y, int32 n', 'T z', 'z = x + y[_ind.size() - i - 1] * n');
    expect(await kernel(x, y, 2).toArray()).toEqual([20, 41, 62, 83, 104]);
    const gather = ga.elementwiseKernel('raw T x, raw int32 at', 'T z', 'z = x[at[i]]');
    expect(
      await gather
        .withSize(2)(x, ga.array(Int32Array.of(4, 1)))
        .toArray(),
    ).toEqual([4, 1]);
    expect(() => gather(x, ga.array(Int32Array.of(4, 1)))).toThrow('withSize');
  });

  it('indexes raw arrays by vectors, whatever their number of axes', async () => {
    const { ga } = test;
    const x = ga.arange(6, { dtype: 'float32' }).reshape(2, 3).T;
    const at = ga.elementwiseKernel('raw T x', 'T z', 'ptrdiff_t at[] = {i % 3, i / 3}; z = x[at]');
    // x is [[0, 3], [1, 4], [2, 5]].
    expect(await at.withSize(6)(x).toArray()).toEqual([0, 1, 2, 3, 4, 5]);
    const first = ga.elementwiseKernel('raw T x', 'T z', 'int at[] = {(int)i, 1, 0}; // x[at]\n z = 10 * x[ at ]');
    expect(
      await first
        .withSize(2)(ga.arange(12, { dtype: 'int32' }).reshape(2, 3, 2))
        .toArray(),
    ).toEqual([20, 80]);
    expect(await first.withSize(3)(x).toArray()).toEqual([30, 40, 50]);
    expect(
      await first
        .withSize(2)(ga.array(Int32Array.of(7, 8)))
        .toArray(),
    ).toEqual([70, 80]);
    const only = ga.elementwiseKernel('raw T x', 'T z', 'ptrdiff_t at[] = {0}; z = x[at]');
    expect(
      await only
        .withSize(2)(ga.full([], 3, 'int32'))
        .toArray(),
    ).toEqual([3, 3]);
    const target = ga.zeros([2, 2], 'int32');
    const put = ga.elementwiseKernel('int32 v', 'raw int32 z', 'ptrdiff_t at[] = {1 - i, i}; z[at] = v');
    put(ga.array(Int32Array.of(5, 6)), target);
    expect(await target.toArray()).toEqual([[0, 6], [5, 0]]); // prettier-ignore
  });

  it('knows the coordinates of an element', async () => {
    const { ga } = test;
    const x = ga.arange(6, { dtype: 'int32' }).reshape(3, 2);
    const turned = ga.arange(6, { dtype: 'int32' }).reshape(2, 3).T;
    const add = ga.elementwiseKernel('T y, raw T x', 'T z', 'z = y + 10 * x[_ind.get()]', { reduceDims: false });
    expect(await add(x, turned).toArray()).toEqual([[0, 31], [12, 43], [24, 55]]); // prettier-ignore
    expect(await add(turned, x).toArray()).toEqual([[0, 13], [21, 34], [42, 55]]); // prettier-ignore
    const cube = ga.arange(24, { dtype: 'int32' }).reshape(2, 3, 4);
    expect(await add(ga.zeros([2, 3, 4], 'int32'), cube).toArray()).toEqual(await cube.multiply(10).toArray());
    expect(await add(ga.full([], 1, 'int32'), ga.full([], 2, 'int32')).item()).toBe(21);
    const transpose = ga.elementwiseKernel(
      'T y, raw T x',
      'T z',
      'const ptrdiff_t* here = _ind.get(); ptrdiff_t there[2] = {here[1], here[0]}; z = x[there] - y',
    );
    expect(await transpose(x, ga.arange(6, { dtype: 'int32' }).reshape(2, 3)).toArray()).toEqual([[0, 2], [-1, 1], [-2, 0]]); // prettier-ignore
  });

  it("takes types before the preamble, and CuPy's reduceDims", async () => {
    const { ga } = test;
    const texts = {
      typePreamble: 'typedef struct { T value; } cell;',
      preamble: 'DEVICE T open(cell c) { return c.value + 1; }',
    };
    const kernel = ga.elementwiseKernel('T x', 'T y', 'cell c; c.value = x; y = open(c)', texts);
    expect(await kernel(ga.arange(3, { dtype: 'float32' })).toArray()).toEqual([1, 2, 3]);
    const sum = ga.reductionKernel({
      ...texts, in: 'T x', out: 'T y', map: 'open(wrapped(x))', reduce: 'a + b', identity: 0, reduceDims: true,
      preamble: `${texts.preamble} DEVICE cell wrapped(T x) { cell c; c.value = x; return c; }`,
    }); // prettier-ignore
    expect(await sum(ga.arange(4, { dtype: 'int32' })).item()).toBe(10);
    expect(() => ga.elementwiseKernel('T x', 'T y', 'y = x', { reduceDims: 1 as never })).toThrow('reduceDims is true or false'); // prettier-ignore
    expect(() => ga.reductionKernel({ in: 'T x', out: 'T y', map: 'x', reduce: 'a + b', reduceDims: 'no' as never })).toThrow('reduceDims is true or false'); // prettier-ignore
  });

  it('gives several outputs, and reads those that the operation reads', async () => {
    const { ga } = test;
    const x = ga.arange(4, { dtype: 'int32' });
    const divmod = ga.elementwiseKernel('int32 x, int32 y', 'int32 q, int32 r', 'q = x / y; r = x % y');
    const [q, r] = divmod(x, 3);
    expect([...(await q.get())]).toEqual([0, 0, 0, 1]);
    expect([...(await r.get())]).toEqual([0, 1, 2, 0]);
    const odd = ga.elementwiseKernel('', 'T x', 'if (i % 2) x += 10');
    odd(x.slice('::-1'));
    expect([...(await x.get())]).toEqual([10, 1, 12, 3]);
  });

  it('reads an operand before the output that shares its memory is written', async () => {
    const { ga } = test;
    const a = ga.arange(6, { dtype: 'int32' });
    const double = ga.elementwiseKernel('T x', 'T y', 'y = 2 * x');
    double(a.slice('::-1'), a);
    expect([...(await a.get())]).toEqual([10, 8, 6, 4, 2, 0]);
  });

  it('has a preamble, and statements around the walk', async () => {
    const { ga } = test;
    const kernel = ga.elementwiseKernel('T x', 'T y', 'y = shifted(x) * factor', {
      preamble: 'DEVICE float shifted(float x) { return x + 1; }',
      loopPrep: 'const float factor = 3;',
      afterLoop: '(void)factor;',
    });
    expect(await kernel(ga.arange(3, { dtype: 'float32' })).toArray()).toEqual([3, 6, 9]);
  });

  it('computes with complex numbers by the header', async () => {
    const { ga } = test;
    const z = ga.array([{ re: 0, im: 1 }, { re: 2, im: 1 }], { dtype: 'complex64' }); // prettier-ignore
    const square = ga.elementwiseKernel('complex64 z', 'complex64 w', 'w = complex64_mul(z, z)');
    expect(await square(z).toArray()).toEqual([{ re: -1, im: 0 }, { re: 3, im: 4 }]); // prettier-ignore
    const norm = ga.elementwiseKernel('pycuda::complex<float> *z, float *r', 'r[i] = complex64_abs(z[i])');
    const r = ga.zeros(2, 'float32');
    norm(z, r);
    expect((await r.get())[1]).toBeCloseTo(Math.sqrt(5), 6);
  });

  it('shows the line of the operation that does not compile', async () => {
    const { ga } = test;
    const kernel = ga.elementwiseKernel('T x', 'T y', 'T u = x;\ny = u + missing', { name: 'broken' });
    const result = kernel(ga.ones(2, 'float32'));
    await expect(result.get()).rejects.toThrow(/^broken: line 2 of the operation: .*missing/);
    const excerpt: unknown = expect.stringContaining('2 | y = u + missing');
    await expect(result.get()).rejects.toMatchObject({ code: 'COMPILE', excerpt });
  });

  it('names the argument that is wrong, before anything is written', () => {
    const { ga } = test;
    const x = ga.ones(3, 'float32');
    const kernel = ga.elementwiseKernel('T x, T y', 'T z', 'z = x + y', { name: 'sums' });
    expect(() => kernel(x, ga.ones(3) as never)).toThrow('sums: y takes float32, not float64, since T is float32 here');
    expect(() => kernel(x, ga.ones(4, 'float32'))).toThrow('sums: the shapes (3,) and (4,) do not broadcast');
    expect(() => (kernel as unknown as (x: unknown) => unknown)(x)).toThrow('sums takes 2 inputs (x, y)');
    expect(() => kernel(x, x, ga.ones(4, 'float32'))).toThrow('sums');
    expect(() => ga.elementwiseKernel('T x, T x', 'T z', '')).toThrow("two parameters are called 'x'");
    expect(() => ga.elementwiseKernel('float32 x', 'float32 x', 'x = x + 1')).toThrow('give one array for both');
    expect(() => ga.elementwiseKernel('flot32 x', 'T z', 'z = x')).toThrow("Did you mean 'float32'");
    const named = ga.elementwiseKernel.bind(ga) as (...texts: string[]) => unknown;
    expect(() => named('T x', 'T z', 'z = x', 'twice')).toThrow('{ name: "twice" }');
    expect(() => named('float *x', 'x[i] = 1', 'ones')).toThrow('(arguments, operation, { name })');
    const reduced = ga.reductionKernel.bind(ga) as unknown as (...texts: string[]) => unknown;
    expect(() => reduced('T x', 'T y', 'x', 'a + b', '0')).toThrow('{ in, out, map, reduce, postMap, identity, name }');
    expect(() => ga.elementwiseKernel('float *x', 'x[i] = 1')(ga.ones(3) as never)).toThrow(
      'x takes float32, not float64',
    );
    expect(() => ga.elementwiseKernel('float a', 'a = 1')).toThrow('needs an array');
    const two = ga.elementwiseKernel('float *x, float *y', 'x[i] = y[i]');
    expect(() => two(x, ga.ones(4, 'float32'))).toThrow('3 and 4 elements');
    expect(() => two(x, ga.ones(6, 'float32').slice('::2'))).toThrow('dense');
  });
});
