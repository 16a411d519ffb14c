import { isIndependent } from '../../src/algorithms/elementwise/independent';
import { packedOperation, type OperationContext } from '../../src/algorithms/elementwise/pointer-packs';
import { onDevices } from '../support/on-devices';

const alone: OperationContext = { preamble: '', loopPrep: '', afterLoop: '', options: [] };
const pointer = (name: string, constant = false) => ({ name, dtype: 'float32' as const, constant });
const [x, y, z] = [pointer('x', true), pointer('y'), pointer('z')];

function packed(operation: string, context: Partial<OperationContext> = {}) {
  return packedOperation(operation, [x, y, z], { ...alone, ...context });
}

describe('operations on pointers that packs can do', () => {
  it('name element i of their arrays only', () => {
    expect(packed('z[i] = a * x[ i ] + y[i]')).toEqual({
      text: 'z    = a * x      + y   ',
      inputs: [{ name: 'x', dtype: 'float32' }, { name: 'y', dtype: 'float32' }],
      outputs: [{ name: 'z', dtype: 'float32', loaded: false }],
      readsFirst: true,
    }); // prettier-ignore
  });

  it('keep lines and columns, also around comments', () => {
    const operation = '// x in y\nz[i] = /* y[i+1] */ x[i]\n  + missing';
    expect(
      packed(operation)
        ?.text.split('\n')
        .map((line) => line.length),
    ).toEqual(operation.split('\n').map((line) => line.length));
    expect(packed(operation)?.text.indexOf('missing')).toBe(operation.indexOf('missing'));
  });

  it('tell what is written, and what is read before', () => {
    const outputs = (operation: string) => packed(operation)?.outputs.map(({ name, loaded }) => [name, loaded]);
    expect(outputs('y[i] += x[i]; z[i] = y[i]')).toEqual([['y', true], ['z', false]]); // prettier-ignore
    expect(outputs('++z[i]')).toEqual([['z', true]]);
    expect(outputs('z[i] = sqrtf(y[i]) == x[i]')).toEqual([['z', false]]);
    expect(outputs('float s = 0; for (int k = 0; k < 3; k++) s += y[i]; z[i] = s')).toEqual([['z', false]]);
    expect(packed('z[i] *= fmaf(x[i], y[i], i)')?.readsFirst).toBe(true);
    expect(packed('z[i] = (y[i] = 2) + x[i]')?.readsFirst).toBe(false);
    expect(packed('z[i] = 1; y[i] = x[i]')?.readsFirst).toBe(false);
  });

  it.each([
    'z[i] = x[i + 1]',
    'z[i] = x[0]',
    'float *p = z; p[i] = x[i]',
    'z[i] = *(&x[i] + 1)',
    'float &r = z[i]; r = x[i]',
    'auto f = [=](float v) { return v; }; z[i] = f(x[i])',
    'if (x[i] > 0) return; z[i] = 1',
    'if (x[i] > 0) z[i] = 1',
    'for (int i = 0; i < 4; i++) z[i] = x[i]',
    'int k, i = 3; z[i] = x[k]',
    '(z[i]) = x[i]',
    'ATOMIC_ADD_INT(z + i, 1)',
    'z[i] = threadIdx.x',
    'z[i] = __shfl_sync(~0u, x[i], 0)',
    'printf("z[i]"); z[i] = 1',
    'z[i] = s.x[i]',
    'y[i]',
  ])('are not: %s', (operation) => {
    expect(packed(operation)).toBeUndefined();
  });

  it('are alone: no macro, reference or statement around them may look for elements', () => {
    expect(packed('z[i] = twice(x[i])', { preamble: 'DEVICE float twice(float v) { return 2 * v; }' })).toBeDefined();
    expect(packed('z[i] = X', { preamble: '#define X x[i]' })).toBeUndefined();
    expect(packed('z[i] = twice(x[i])', { preamble: 'DEVICE float twice(float& v) { return v++; }' })).toBeUndefined();
    expect(packed('z[i] = X', { options: ['-DX=x[i]'] })).toBeUndefined();
    expect(packed('z[i] = x[i]', { options: ['-use_fast_math'] })).toBeDefined();
    expect(packed('z[i] = x[i]', { loopPrep: 'int k = 0;' })).toBeUndefined();
  });

  it('leave open what thread they run on', () => {
    expect(isIndependent('z[i] = x[n - 1 - i] /* return */', 'float f() { return 1; }')).toBe(true);
    expect(isIndependent('if (i > 3) return; z[i] = 1')).toBe(false);
    expect(isIndependent('z[i] = f()', 'int f() { return get_local_id(0); }')).toBe(false);
  });
});

onDevices('kernels on pointers', (test) => {
  const size = 4 * 1024 + 7;
  const counted = (value: (k: number) => number, length = size) => Float32Array.from({ length }, (_, k) => value(k));

  it('handle packs and the rest of sums', async () => {
    const { ga } = test;
    const kernel = ga.elementwiseKernel(
      'float a, const float *x, float *y, float *z',
      'z[i] = a * x[i] + y[i] + i - n',
    );
    for (const length of [1, 3, 1024, size]) {
      const [u, v] = [ga.arange(length, { dtype: 'float32' }), ga.ones(length, 'float32')];
      const w = ga.empty(length, 'float32');
      kernel(2, u, v, w);
      expect(await w.get()).toEqual(counted((k) => 3 * k + 1 - length, length));
    }
  });

  it('write in place, to parts that start between packs, and over ranges', async () => {
    const { ga } = test;
    const kernel = ga.elementwiseKernel('const float *x, float *z', 'z[i] = 2 * x[i] + 1');
    const u = ga.arange(size, { dtype: 'float32' });
    kernel(u, u);
    expect(await u.get()).toEqual(counted((k) => 2 * k + 1));
    const w = ga.zeros(size, 'float32');
    kernel(u.slice([0, size - 3]), w.slice([3, size]));
    expect(await w.get()).toEqual(counted((k) => (k < 3 ? 0 : 4 * (k - 3) + 3)));
    kernel.over({ start: 1, stop: 7, step: 2 })(w, w);
    expect(await w.slice([0, 8]).get()).toEqual(Float32Array.of(0, 1, 0, 7, 7, 23, 15, 19));
    const halves = ga.arange(2048, { dtype: 'float32' });
    kernel(halves.slice([0, 1024]), halves.slice([1024, 2048]));
    expect(await halves.get()).toEqual(counted((k) => (k < 1024 ? k : 2 * (k - 1024) + 1), 2048));
  });

  it('read what an earlier statement has written, where two arrays are one', async () => {
    const { ga } = test;
    const kernel = ga.elementwiseKernel('float *x, float *y, float *z', 'z[i] = 5; y[i] = x[i] + 1');
    const [u, v] = [ga.zeros(1024, 'float32'), ga.zeros(1024, 'float32')];
    kernel(u, v, u);
    expect(await v.get()).toEqual(counted(() => 6, 1024));
    kernel(v, v, v);
    expect(await v.get()).toEqual(counted(() => 6, 1024));
  });

  it('write arrays in the order of memory, and of several dtypes', async () => {
    const { ga } = test;
    const columns = ga.arange(32 * 48, { dtype: 'float32' }).reshape(32, 48).T;
    const result = ga.empty([32, 48], 'float32').T;
    ga.elementwiseKernel('float *x, float *y', 'y[i] = -x[i]')(columns, result);
    expect(await result.get()).toEqual((await columns.get()).map((value) => -value));
    const [flags, wide] = [ga.zeros(100, 'bool'), ga.zeros(100, 'float64')];
    const test3 = ga.elementwiseKernel('const short *x, bool *f, double *w', 'f[i] = x[i] % 3 == 0; w[i] += x[i]');
    test3(ga.arange(100, { dtype: 'int16' }), flags, wide);
    expect([...(await flags.get())].map(Boolean)).toEqual(Array.from({ length: 100 }, (_, k) => k % 3 === 0));
    expect([...(await wide.get())]).toEqual(Array.from({ length: 100 }, (_, k) => k));
  });

  it('may leave their threads early', async () => {
    const { ga } = test;
    const kernel = ga.elementwiseKernel('float *x', 'if (i % 3 == 0) return; x[i] = 1');
    const u = ga.zeros(size, 'float32');
    kernel(u);
    expect(await u.get()).toEqual(counted((k) => (k % 3 === 0 ? 0 : 1)));
    const named = ga.elementwiseKernel('', 'float32 y', 'if (i % 3 == 0) return; y += 1');
    named(u);
    expect(await u.get()).toEqual(counted((k) => (k % 3 === 0 ? 0 : 2)));
  });

  it('show the line and the column that do not compile', async () => {
    const { ga } = test;
    const kernel = ga.elementwiseKernel('const float *x, float *z', 'float u = x[i];\nz[i] = u + missing', {
      name: 'broken',
    });
    const result = ga.zeros(8, 'float32');
    kernel(ga.ones(8, 'float32'), result);
    await expect(result.get()).rejects.toThrow(/^broken: line 2 of the operation: .*missing/);
    await expect(result.get()).rejects.toMatchObject({
      excerpt: expect.stringContaining('2 | z[i] = u + missing') as unknown,
    });
  });
});
