/** Plain functions, as Kernel Tuner's compiler backend runs them. */
import { findCompiler } from '../src/compile/find-compiler';
import { openHost, type OpenHost } from './open-host';

describe('plain functions', () => {
  let host: OpenHost;

  beforeAll(async () => {
    host = await openHost();
  });

  afterAll(async () => {
    await host.close();
  });

  it('calls a C function with arrays and scalars of every kind', async () => {
    using module = await host.device.compile<string>(
      `#include <stdint.h>
       double mix(const float* x, double* out, int8_t a, uint16_t b, int32_t c, int64_t d, float e, double f, _Bool g) {
         for (int i = 0; i < 3; i++) out[i] = x[i] * 2;
         return a + b + c + (double)d + e + f + g;
       }`,
      { language: 'c' },
    );
    const out = new Float64Array(3);
    const sum = await module
      .function('mix')
      .call(Float32Array.of(1, 2, 3), out, -5, 60000, -7, 2n ** 40n, 0.5, 0.25, true);
    expect(sum).toBe(-5 + 60000 - 7 + 2 ** 40 + 0.5 + 0.25 + 1);
    expect([...out]).toEqual([2, 4, 6]);
  });

  it('passes more arguments than there are registers', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `a${i}`);
    const parameters = names.map((name, i) => `${i % 2 === 0 ? 'int' : 'double'} ${name}`).join(', ');
    const sum = names.map((name, i) => `${i + 1} * ${name}`).join(' + ');
    using module = await host.device.compile<string>(`double all(${parameters}) { return ${sum}; }`, { language: 'c' });
    const values = names.map((_, i) => i * i + 1);
    expect(await module.function('all').call(...values)).toBe(values.reduce((total, v, i) => total + (i + 1) * v, 0));
  });

  it('calls C++ functions of C linkage, with OpenMP where the flag is passed', async () => {
    using module = await host.device.compile<string>(
      `#include <omp.h>
       extern "C" float sum(const float* x, int n, int* threads) {
         double total = 0;
         #pragma omp parallel for reduction(+:total)
         for (int i = 0; i < n; i++) { total += x[i]; *threads = omp_get_num_threads(); }
         return total;
       }`,
      { language: 'c++', options: ['-fopenmp'] },
    );
    const threads = new Int32Array(1);
    expect(await module.function('sum').call(new Float32Array(1000).fill(0.5), 1000, threads)).toBe(500);
    expect(threads[0]).toBeGreaterThan(0);
  });

  it('leaves const arrays alone and takes buffers as they are', async () => {
    using module = await host.device.compile<string>(
      'void copy(const int* from, int* to, int n) { for (int i = 0; i < n; i++) to[i] = from[i]; }',
      { language: 'c' },
    );
    using to = host.device.zeros('int32', 3);
    expect(await module.function('copy').call(Int32Array.of(7, 8, 9), to, 3)).toBeUndefined();
    expect([...(await to.read())]).toEqual([7, 8, 9]);
  });

  (findCompiler('fortran') ? it : it.skip)('calls Fortran subroutines', async () => {
    using module = await host.device.compile<string>(
      `subroutine scale(x, n, factor) bind(c)
         use iso_c_binding
         integer(c_int), value :: n
         real(c_float), value :: factor
         real(c_float) :: x(n)
         x = x * factor
       end subroutine`,
      { language: 'fortran' },
    );
    const x = Float32Array.of(1, 2, 3);
    await module.function('scale').call(x, 3, 10);
    expect([...x]).toEqual([10, 20, 30]);
  });

  it('lends an array once where it is given for several parameters', async () => {
    using module = await host.device.compile<string>(
      `int chain(const double* x, double* y, unsigned* words, double* z, int n) {
         for (int i = 0; i < n; i++) {
           y[i] = x[i] + 1;
           z[i] *= 10;
         }
         words[1] |= 0x80000000u;
         return x == y && y == z;
       }`,
      { language: 'c' },
    );
    const [values, others] = [Float64Array.of(1, 2, 3), Float64Array.of(7, 8, 9)];
    const words = new Uint32Array(values.buffer);
    expect(await module.function('chain').call(values, values, words, values, 3)).toBe(1);
    expect([...values]).toEqual([-20, 30, 40]);
    expect(await module.function('chain').call(others, values, words, values, 3)).toBe(0);
    expect([...values, ...others]).toEqual([-80, 90, 100, 7, 8, 9]);
  });

  it('keeps the event loop running while a function computes', async () => {
    using module = await host.device.compile<string>(
      `#include <time.h>
       void wait(double milliseconds) {
         struct timespec begin, now;
         clock_gettime(CLOCK_MONOTONIC, &begin);
         do clock_gettime(CLOCK_MONOTONIC, &now);
         while ((now.tv_sec - begin.tv_sec) * 1e3 + (now.tv_nsec - begin.tv_nsec) / 1e6 < milliseconds);
       }`,
      { language: 'c' },
    );
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    await module.function('wait').call(200);
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });

  it('refuses wrong arguments, unknown names, kernels called as functions and functions launched', async () => {
    using module = await host.device.compile<string>('int twice(int x) { return 2 * x; }', { language: 'c' });
    const twice = module.function('twice');
    expect(await twice.call(21)).toBe(42);
    await expect(twice.call()).rejects.toMatchObject({ code: 'ARGUMENT' });
    await expect(twice.call('x')).rejects.toMatchObject({ code: 'ARGUMENT', parameter: 'x' });
    expect(() => module.function('thrice')).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    expect(() => module.kernel('twice').launch({ grid: 1, block: 1 }, 1)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT' }),
    );
    using kernels = await host.device.compile('__global__ void k(int x) {}');
    await expect(kernels.function('k').call(1)).rejects.toMatchObject({ code: 'ARGUMENT' });
  });

  it('shows the failing line of C and of Fortran', async () => {
    await expect(
      host.device.compile<string>('int ok;\nint bad() { return missing; }', { language: 'c' }),
    ).rejects.toMatchObject({
      code: 'COMPILE',
      excerpt: expect.stringContaining('> 2 | int bad() { return missing; }'),
    });
    if (!findCompiler('fortran')) return;
    await expect(
      host.device.compile<string>('subroutine s(x) bind(c)\n  real :: x\n  x = = 1\nend subroutine', {
        language: 'fortran',
      }),
    ).rejects.toMatchObject({ code: 'COMPILE', excerpt: expect.stringContaining('> 3 |   x = = 1') });
  });
});
