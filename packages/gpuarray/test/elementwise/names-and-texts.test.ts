/** Names of kernels that are words of a language, and mistakes in each of a user's texts. */
import { onDevices } from '../support/on-devices';

const languageWords = [
  ...['double', 'main', 'sqrt', 'int', 'kernel', 'class', 'float4', 'dot', 'select', 'printf', 'blockIdx', 'KERNEL'],
  ...['__x', '_X', 'x', 'n', 'i', 'GLOBAL', 'half', 'barrier', 'threadIdx', 'asm', 'global', 'NAN', 'x'.repeat(200)],
];
const wrongNames = ['', ' ', 'a b', '1st', 'a\0b', 'a\nb', 'a-b', 'ä', 'x'.repeat(300), 'f(int)', 7 as never];

onDevices('names of kernels', (test) => {
  it.each(languageWords)('may be %s', async (name) => {
    const { ga } = test;
    const x = await ga.array(Float32Array.of(1, 2, 3)).get();
    const named = ga.elementwiseKernel('T x', 'T z', 'z = x * 2', { name });
    expect([...(await named(ga.array(x)).get())]).toEqual([2, 4, 6]);
    const z = ga.zeros(3, 'float32');
    ga.elementwiseKernel('float *u, float *v', 'v[i] = u[i] * 2', { name })(ga.array(x), z);
    expect([...(await z.get())]).toEqual([2, 4, 6]);
    const sum = ga.reductionKernel({ in: 'T x', out: 'T y', map: 'x', reduce: 'a + b', identity: '0', name });
    expect(await sum(ga.array(x)).get()).toEqual(Float32Array.of(6));
  });

  it.each(wrongNames)('cannot be %p: the error says that it is the name', (name) => {
    const { ga } = test;
    const refused = expect.objectContaining({ code: 'ARGUMENT', parameter: 'name' }) as Error;
    expect(() => ga.elementwiseKernel('T x', 'T z', 'z = x', { name })).toThrow(refused);
    expect(() => ga.elementwiseKernel('float *x', 'x[i] = 1', { name })).toThrow(refused);
    const reduction = { in: 'T x', out: 'T y', map: 'x', reduce: 'a + b', identity: '0', name };
    expect(() => ga.reductionKernel(reduction)).toThrow(refused);
    const scan = {
      dtype: 'int',
      arguments: 'int *x',
      input: 'x[i]',
      scan: 'a + b',
      output: 'x[i] = item',
      name,
    } as const;
    expect(() => ga.scanKernel({ ...scan, neutral: '0' })).toThrow(refused);
  });
});

onDevices('mistakes in texts', (test) => {
  const broken = '// one\n// two\nint wrong = not_declared_here;';

  it.each(['preamble', 'loopPrep', 'afterLoop'] as const)('are shown by the line of the %s', async (part) => {
    const { ga } = test;
    const text =
      part === 'preamble' ? 'DEVICE float f(float x) {\n  int y = 1;\n  return not_declared_here;\n}' : broken;
    const wanted = {
      code: 'COMPILE',
      message: expect.stringContaining(`odd: line 3 of the ${part}: `) as string,
      excerpt: expect.stringMatching(/^> 3 \|.*not_declared_here/m) as string,
    };
    const named = ga.elementwiseKernel('T x', 'T z', 'z = x', { name: 'odd', [part]: text });
    await expect(named(ga.zeros(3)).get()).rejects.toMatchObject(wanted);
    const z = ga.zeros(3, 'float32');
    ga.elementwiseKernel('float *z', 'z[i] = 1', { name: 'odd', [part]: text })(z);
    await expect(z.get()).rejects.toMatchObject(wanted);
  });

  it('are shown by the line of the preamble of reductions and scans', async () => {
    const { ga } = test;
    const preamble = 'DEVICE int f(int x) {\n  int y = 1;\n  return not_declared_here;\n}';
    const wanted = {
      code: 'COMPILE',
      message: expect.stringContaining('odd: line 3 of the preamble does not compile') as string,
      excerpt: expect.stringMatching(/^> 3 \|.*not_declared_here/m) as string,
    };
    const reduction = { in: 'T x', out: 'T y', map: 'x', reduce: 'a + b', identity: '0', name: 'odd', preamble };
    await expect(ga.reductionKernel(reduction)(ga.zeros(3)).get()).rejects.toMatchObject(wanted);
    const x = ga.zeros(3, 'int32');
    const scan = { dtype: 'int', arguments: 'int *x', input: 'x[i]', scan: 'a + b', output: 'x[i] = item' } as const;
    ga.scanKernel({ ...scan, neutral: '0', name: 'odd', preamble })(x);
    await expect(x.get()).rejects.toMatchObject(wanted);
  });
});
