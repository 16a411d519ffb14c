/** From source to kernel, and where the time goes. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Device } from '@heddle/core';
import { add, median } from './measurements';

export async function measureCompilation(device: Device): Promise<void> {
  await measure(device, 'compile a small template module', {});
  await measure(device, 'compile a small template module, no cache', { cache: false });
  await measure(device, 'compile a small template module, -std=c++17', { options: ['-std=c++17'] });
}

async function measure(
  device: Device,
  figure: string,
  options: { cache?: boolean; options?: string[] },
): Promise<void> {
  const [whole, compiled, loaded, bound]: number[][] = [[], [], [], []];
  // The compiler's and the cache's part ends where core tells of it; loading follows.
  let traced = NaN;
  const onCompile = (): void => {
    traced = performance.now();
  };
  subscribe('heddle:compile', onCompile);
  for (let i = 0; i < 8; i++) {
    const unique = `scale_${process.pid}_${i}_${Date.now()}`;
    const source: string = `template <class T> __global__ void ${unique}(T a, const T* x, T* y, int n) {
      int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i]; }`;
    const started = performance.now();
    const module = await device.compile(source, { names: [`${unique}<float>`], ...options });
    const ready = performance.now();
    module.kernel(`${unique}<float>`);
    const end = performance.now();
    whole?.push(end - started);
    compiled?.push(traced - started);
    loaded?.push(ready - traced);
    bound?.push(end - ready);
  }
  unsubscribe('heddle:compile', onCompile);
  const usual = (values: readonly number[] = []): number => median(values.slice(1));
  add(figure, usual(whole), 'ms');
  const parts = { compiler: compiled, load: loaded, kernel: bound };
  console.log(
    '  of it',
    Object.entries(parts)
      .map(([name, values]) => `${name} ${usual(values).toFixed(2)}`)
      .join(', '),
    'ms',
  );
}
