/** Regions with OpenMP and OpenACC, compiled and tuned on the host. */
import { execFileSync } from 'node:child_process';
import { directiveArguments, directiveFunction, tuneKernel, type DirectiveFunction } from '@heddle/tuner';

const cxx = `
#include <vector>
#define N 1000
#define threads 64 // what the program does untuned
int main() {
#pragma tuner initialize
  const float two = 2;
#pragma tuner stop
#pragma tuner start twice x(const float*:N) y(float*:N) n(int:N)
#pragma omp parallel for num_threads(threads)
  for (int i = 0; i < n; i++) y[i] = two * x[i] + threads;
#pragma tuner stop
#pragma tuner start sum x(float*:N/10,N/100) \\
    total(double*:1)
  double sum = 0;
#pragma omp target parallel for reduction(+ : sum) num_threads(threads)
  for (int i = 0; i < N; i++) sum += x[i];
  total[0] = sum;
#pragma tuner stop
}`;

const fortran = `
#define ROWS 3
#define COLUMNS 4
program main
!$tuner initialize
  integer :: i
!$tuner stop
!$tuner start Scale a(double*:ROWS,COLUMNS) factor(double:3)
!$omp parallel do num_threads(threads)
  do i = 1, COLUMNS
    a(:, i) = a(:, i) * factor + threads
  end do
!$omp end parallel do
!$tuner stop
end program`;

const run = (region: DirectiveFunction, more: object) =>
  tuneKernel({
    ...region,
    tune: { threads: [1, 2] },
    arguments: directiveArguments(region, 1),
    device: 'host',
    isolation: 'none',
    iterations: 2,
    benchmark: { warmupMilliseconds: 0 },
    ...more,
  });

function hasCompiler(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

it('times a region of C++ with its parameters, before the definitions of the program', async () => {
  const region = directiveFunction(cxx, 'twice');
  expect(region).toMatchObject({ language: 'c++', compilerOptions: ['-fopenmp'], line: 9 });
  const [x, y, n] = directiveArguments(region, 1) as [Float32Array, Float32Array, number];
  expect([x.length, y.length, n]).toEqual([1000, 1000, 1000]);
  const { results } = await run(region, {
    verify: (_: unknown, [, computed]: Float32Array[]) => {
      const threads = Math.round((computed?.[7] ?? NaN) - 2 * (x[7] ?? NaN));
      return threads === 1 || threads === 2 ? true : `ran with ${threads}`;
    },
  });
  expect(results.map(({ failure }) => failure)).toEqual([undefined, undefined]);
  expect(results.every(({ time }) => time > 0 && time < 1000)).toBe(true);
}, 60_000);

it.each(['c', 'c++'] as const)(
  'takes arrays to the device where a region offloads, in %s',
  async (language) => {
    const region = directiveFunction(cxx.replace('#include <vector>', ''), 'sum', {
      language,
      dimensions: { N: 1000 },
    });
    expect(region.source).toContain('#pragma omp target enter data map(to: x[0:1000], total[0:1])');
    expect(region.parameters[0]?.dimensions).toEqual([100, 10]);
    const [x] = directiveArguments(region, 1) as [Float32Array];
    const total = x.reduce((sum, value) => sum + value, 0);
    const { results } = await run(region, { answer: [null, Float64Array.of(total)], tolerance: { atol: 1e-3 } });
    expect(results.map(({ failure }) => failure)).toEqual([undefined, undefined]);
  },
  60_000,
);

(hasCompiler('gfortran') ? it : it.skip)(
  'times a region of Fortran',
  async () => {
    const region = directiveFunction(fortran, 'scale');
    expect(region).toMatchObject({ language: 'fortran', kernel: 'scale' });
    const [a] = directiveArguments(region, 1) as [Float64Array];
    const one = await run(region, { tune: { threads: [2] }, answer: [a.map((value) => 3 * value + 2)] });
    expect(one.results.map(({ failure }) => failure)).toEqual([undefined]);
  },
  60_000,
);

it('runs OpenACC regions, their arrays declared present', async () => {
  const source = `
#pragma tuner start add a(float*:64) n(int:64)
#pragma acc parallel loop vector_length(threads)
for (int i = 0; i < n; i++) a[i] += threads;
#pragma tuner stop`;
  const region = directiveFunction(source, 'add');
  expect(region.compilerOptions).toEqual(['-fopenacc']);
  expect(region.source).toContain('#pragma acc parallel loop present(a[0:64]) vector_length(threads)');
  const own = source.replace('vector_length', 'copy(a[0:n]) vector_length');
  expect(directiveFunction(own, 'add').source).not.toMatch(/present|enter data/);
  const [a] = directiveArguments(region, 1) as [Float32Array];
  const { results } = await run(region, { tune: { threads: [32] }, answer: [a.map((value) => value + 32)] });
  expect(results.map(({ failure }) => failure)).toEqual([undefined]);
}, 60_000);

it('shows a mistake in a region where it stands in the program', async () => {
  const region = directiveFunction(cxx.replace('two * x[i]', 'tow * x[i]'), 'twice');
  const { results } = await run(region, { tune: { threads: [1] } });
  expect(results[0]?.failure?.message).toMatch(/source:11:/);
}, 60_000);
