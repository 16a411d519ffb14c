/** A kernel as the driver sees it, in the context that Heddle's device has: for what is measured below Heddle. */
import { kernelSymbols, type SimtDriver } from '@heddle/simt-driver';
import { backend } from '@heddle/backend-nvrtc';

export type NativeKernel = Awaited<ReturnType<typeof openNativeKernel>>;

export async function openNativeKernel(source: string, name: string) {
  const driver = (await backend.open(0, {})) as SimtDriver;
  const [compiler] = driver.compilers;
  if (!compiler) throw new Error('the driver has no compiler');
  const artifact = await compiler.compile({
    source,
    userSource: source,
    fileName: `${name}.cu`,
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
  const symbol = symbols.find((one) => one.includes(name)) ?? name;
  return {
    driver,
    entry: driver.entry(await driver.loadModule(artifact), symbol),
    queue: driver.createQueue({ priority: 0, outOfOrder: false }),
    x: driver.allocate(1024, 'device').address,
    y: driver.allocate(1024, 'device').address,
  };
}
