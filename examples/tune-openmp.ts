/**
 * Tunes a region of a C++ program with OpenMP on the host: threads, and how the loop's iterations are dealt out.
 *
 * Where the program is compiled by itself, the marks mean nothing and its own values hold.
 */
import { directiveArguments, directiveFunction, tuneKernel } from '@heddle/tuner';

const program = `
#include <cmath>
#define N 20000
#define threads 1
#define chunk 64

int main() {
  static float x[N], y[N];
#pragma tuner start smooth x(const float*:N) y(float*:N)
#pragma omp parallel for num_threads(threads) schedule(dynamic, chunk)
  for (int i = 0; i < N; i++) {
    float sum = 0;
    for (int k = 0; k <= i % 100; k++) sum += std::sqrt(x[(i + k) % N]);
    y[i] = sum;
  }
#pragma tuner stop
}`;

const region = directiveFunction(program, 'smooth');
const [x, y] = directiveArguments(region) as [Float32Array, Float32Array];
const smooth = x.map((_, i) => {
  let sum = 0;
  for (let k = 0; k <= i % 100; k++) sum += Math.sqrt(x[(i + k) % x.length] ?? NaN);
  return sum;
});

const { results, best } = await tuneKernel({
  ...region,
  arguments: [x, y],
  answer: [null, smooth],
  tolerance: { rtol: 1e-4 },
  tune: { threads: [1, 2, 4], chunk: [16, 256] },
  device: 'host',
  isolation: 'none',
});
for (const { configuration, time, failure } of results) {
  console.log(configuration, failure?.message ?? `${time.toFixed(3)} ms`);
}
if (!best || results.some(({ failure }) => failure)) throw new Error('not every configuration was right');
console.log('best:', best.configuration);
