/** From source to kernel, and where the time goes. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Device } from '@heddle/core';
import { add, median } from './measurements';

/** Milliseconds of one compilation and of its parts. */
export interface CompilationTime {
  readonly whole: number;
  /** NVRTC and the cache. */
  readonly compiler: number;
  readonly load: number;
  readonly kernel: number;
}

export interface CompilationOptions {
  readonly cache?: boolean;
  readonly options?: readonly string[];
}

export async function measureCompilation(device: Device): Promise<void> {
  await measure(device, 'compile a small template module', {});
  await measure(device, 'compile a small template module, no cache', { cache: false });
  await measure(device, 'compile a small template module, -std=c++17', { options: ['-std=c++17'] });
}

async function measure(device: Device, figure: string, options: CompilationOptions): Promise<void> {
  const times: CompilationTime[] = [];
  for (let i = 0; i < 8; i++) times.push(await compileNew(device, options));
  const usual = (part: keyof CompilationTime): number => median(times.slice(1).map((time) => time[part]));
  add(figure, usual('whole'), 'ms');
  const parts = (['compiler', 'load', 'kernel'] as const).map((part) => `${part} ${usual(part).toFixed(2)}`);
  console.log('  of it', parts.join(', '), 'ms');
}

let compiled = 0;

/** Compiles a text that was never compiled before. */
export async function compileNew(device: Device, options: CompilationOptions = {}): Promise<CompilationTime> {
  const unique = `scale_${process.pid}_${compiled++}_${Date.now()}`;
  const source: string = `template <class T> __global__ void ${unique}(T a, const T* x, T* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i]; }`;
  // The compiler's and the cache's part ends where core tells of it; loading follows.
  let traced = NaN;
  const onCompile = (): void => {
    traced = performance.now();
  };
  subscribe('heddle:compile', onCompile);
  try {
    const started = performance.now();
    const module = await device.compile(source, { names: [`${unique}<float>`], ...options });
    const ready = performance.now();
    module.kernel(`${unique}<float>`);
    const end = performance.now();
    return { whole: end - started, compiler: traced - started, load: ready - traced, kernel: end - ready };
  } finally {
    unsubscribe('heddle:compile', onCompile);
  }
}
