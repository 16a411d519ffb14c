/** One spelling of arguments for all kernels that users write: C's, PyCUDA's, PyOpenCL's. */
import { ReductionKernel, ScanKernel } from '@heddle/gpuarray';
import fc from 'fast-check';
import { onDevices } from '../support/on-devices';

const isArgumentError = (error: unknown): boolean => (error as { code?: unknown }).code === 'ARGUMENT';

onDevices('C arguments', (test) => {
  const elementwise = (list: string) => test.ga.elementwiseKernel(list, 'z[i] = 0', { name: 'fused' });
  const reduction = (list: string) =>
    new ReductionKernel({ dtypeOut: 'float32', arguments: list, reduceExpr: 'a + b', neutral: '0', name: 'fused' });
  const scan = (list: string) =>
    new ScanKernel({
      dtype: 'int32',
      arguments: list,
      input: '1',
      scan: 'a + b',
      output: 'z[i] = item',
      name: 'fused',
    });

  it('may carry the qualifiers of every dialect', async () => {
    const { ga } = test;
    const x = ga.array(Float32Array.of(1, 2, 3));
    const z = ga.zeros(3, 'float32');
    ga.elementwiseKernel('__global const float *__restrict__ x, GLOBAL float * z, unsigned k', 'z[i] = k * x[i]')(
      x,
      z,
      2,
    );
    expect([...(await z.get())]).toEqual([2, 4, 6]);
    const sum = reduction('volatile __global float const * restrict x');
    expect(await sum.call(x).item()).toBe(6);
  });

  it('may be complex in the spelling of PyCUDA and of PyOpenCL, in reductions too', async () => {
    const { ga } = test;
    const x = ga.array(Float32Array.of(1, 2, 3, 4), { dtype: 'float32' }).view('complex64');
    for (const type of ['pycuda::complex<float>', 'cfloat_t', 'complex64_t']) {
      const imaginary = new ReductionKernel({
        dtypeOut: 'float32',
        arguments: `const ${type} *x`,
        mapExpr: 'x[i].im',
        reduceExpr: 'a + b',
        neutral: '0',
      });
      expect(await imaginary.call(x).item()).toBe(6);
    }
  });

  it.each([
    ['float *x, float *x', 'x is declared twice'],
    ['float **z', 'pointer to a pointer'],
    ['float', "'float' cannot be read"],
    ['float *z,', "'' cannot be read"],
    ['float z[3]', "'float z[3]' cannot be read"],
    ['float *z, int i', "cannot be called 'i'"],
    ['float *z, int heddle_n', "cannot be called 'heddle_n'"],
  ])('refuse %s, in every kind of kernel', (list, message) => {
    for (const make of [elementwise, reduction, scan]) {
      expect(() => make(list)).toThrow(`fused: `);
      expect(() => make(list)).toThrow(message);
    }
  });

  it('suggest the type that was meant', () => {
    expect(() => elementwise('flaot *z')).toThrow("Did you mean 'float'?");
  });

  it('never fail but with an error of their own', () => {
    const word = fc.constantFrom(
      'float',
      'const',
      '*',
      ',',
      'x',
      '__global',
      ' ',
      'constructor',
      '<',
      '[',
      'long',
      '1x',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, (list) => {
        for (const make of [elementwise, scan]) {
          try {
            make(list);
          } catch (error) {
            if (!isArgumentError(error)) throw error;
          }
        }
      }),
    );
  });
});
