/** A kernel as the driver sees it, in the context that Heddle's device has: for what is measured below Heddle. */
import { kernelSymbols, type SimtDriver } from '@heddle/simt-driver';
import { backend } from '@heddle/backend-nvrtc';

/** The launched kernel: it has four arguments and runs for a while. */
export const launchedSource: string = `__global__ void four(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i]; }
__global__ void spin(long long nanoseconds) {
  long long start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now)); while (now - start < nanoseconds);
}`;

export async function openNativeKernel() {
  const driver = (await backend.open(0, {})) as SimtDriver;
  const [compiler] = driver.compilers;
  if (!compiler) throw new Error('the driver has no compiler');
  const artifact = await compiler.compile({
    source: launchedSource,
    userSource: launchedSource,
    fileName: 'four.cu',
    language: 'cuda',
    names: [],
    globals: [],
    kernels: [],
    options: [],
    defines: {},
    includeDirs: [],
    headers: {},
  });
  const symbols = kernelSymbols(artifact.format, artifact.bytes);
  const symbol = symbols.find((one) => one.includes('four')) ?? 'four';
  return {
    driver,
    entry: driver.entry(await driver.loadModule(artifact), symbol),
    queue: driver.createQueue({ priority: 0, outOfOrder: false }),
    x: driver.allocate(1024, 'device').address,
    y: driver.allocate(1024, 'device').address,
  };
}
