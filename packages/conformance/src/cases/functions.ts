/** Plain functions: no grid, called with arrays and scalars. */
import { casesOf } from '../conformance-case';

const c = `
#include <stdint.h>
void add(const float* a, const float* b, float* out, int n) { for (int i = 0; i < n; i++) out[i] = a[i] + b[i]; }
float total(const float* x, int n) { float sum = 0; for (int i = 0; i < n; i++) sum += x[i]; return sum; }
double mixed(int8_t a, double b, uint16_t c, int64_t d, float e) { return a + b * 2 + c * 3 + (double)d * 4 + e * 5; }
int count(void) { return 42; }
`;

// The inserted lines keep the names plain in C++.
const source = { c, 'c++': c.replace('#include <stdint.h>', '#include <stdint.h>\nextern "C" {') + '}\n' };

export const functionCases = casesOf('functions', [
  {
    id: 'host-arrays',
    title: 'host arrays are lent to a function and hold what it wrote',
    requires: ['plain-functions'],
    source,
    run: async ({ check }, module) => {
      const [a, b, out] = [Float32Array.of(1, 2, 3), Float32Array.of(10, 20, 30), new Float32Array(3)];
      const result = await module.function('add').call(a, b, out, 3);
      check.arrayEqual(out, [11, 22, 33]);
      check.arrayEqual(a, [1, 2, 3]);
      check.equal(result, undefined, 'result of a function that returns nothing');
    },
  },
  {
    id: 'buffers',
    title: 'buffers are passed where they lie, after what is enqueued for them',
    requires: ['plain-functions'],
    source,
    run: async ({ upload, zeros, check }, module) => {
      const [a, out] = [await upload(Float32Array.of(1, 2, 3)), zeros('float32', 4)];
      await module.function('add').call(a, a, out.slice(1), 3);
      check.arrayEqual(await out.read(), [0, 2, 4, 6]);
    },
  },
  {
    id: 'results',
    title: 'a function gives the number that it returns',
    requires: ['plain-functions'],
    source,
    run: async ({ check }, module) => {
      check.equal(await module.function('total').call(Float32Array.of(0.5, 1, 2), 3), 3.5, 'total');
      check.equal(await module.function('count').call(), 42, 'count');
    },
  },
  {
    id: 'scalars',
    title: 'scalars of every width arrive',
    requires: ['plain-functions'],
    source,
    run: async ({ check }, module) => {
      const result = await module.function('mixed').call(-1, 0.5, 65535, -(2n ** 40n), 0.25);
      check.equal(result, -1 + 1 + 3 * 65535 - 4 * 2 ** 40 + 1.25, 'mixed');
    },
  },
  {
    id: 'refused',
    title: 'wrong arguments are refused by parameter, unknown functions with those there are',
    requires: ['plain-functions'],
    source,
    run: async ({ check }, module) => {
      const x = Float32Array.of(1);
      await check.rejects('ARGUMENT', module.function('total').call(x, 1.5), { parameter: 'n' });
      await check.rejects('ARGUMENT', module.function('total').call('x', 1), { parameter: 'x' });
      await check.rejects('ARGUMENT', module.function('total').call(Int32Array.of(1), 1), { parameter: 'x' });
      await check.rejects('ARGUMENT', module.function('total').call(x));
      await check.rejects('ARGUMENT', module.function('mixed').call(128, 0, 0, 0, 0), { parameter: 'a' });
      check.throws('ARGUMENT', () => module.function('totals'));
    },
  },
  {
    id: 'fortran',
    title: 'a Fortran subroutine with C binding is a function',
    requires: ['plain-functions'],
    source: {
      fortran: `
subroutine double_it(x, n) bind(c, name="double_it")
  use iso_c_binding
  implicit none
  integer(c_int), value :: n
  real(c_float) :: x(n)
  x = x * 2
end subroutine
`,
    },
    run: async ({ check }, module) => {
      const x = Float32Array.of(1, 2, 3);
      await module.function('double_it').call(x, 3);
      check.arrayEqual(x, [2, 4, 6]);
    },
  },
]);
