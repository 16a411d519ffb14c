/**
 * SPIR-V on a driver that takes it. PoCL as Debian has it takes none, nor does NVIDIA's; Mesa's Clover does (Debian's
 * mesa-opencl-icd), and runs on a processor if LP_CL is set. It reports its real version 1.1 unless a variable makes it
 * report 1.2.
 */
import { execFileSync } from 'node:child_process';
import { builtEntry } from '../../../tools/sources/test/built-sources';
import { axpySpirv } from './testing/axpy-spirv';

const clover = {
  LP_CL: '1',
  CLOVER_PLATFORM_VERSION_OVERRIDE: '1.2',
  CLOVER_DEVICE_VERSION_OVERRIDE: '1.2',
  CLOVER_DEVICE_CLC_VERSION_OVERRIDE: '1.2',
};

/** The JSON output of a separate program: a process has the drivers of its environment. */
function outputOf(body: string): unknown {
  const program = `
    const { openDevice } = await import(${JSON.stringify(builtEntry('core'))});
    const { backend } = await import(${JSON.stringify(builtEntry('backend-opencl'))});
    const { devices } = await backend.probe();
    const opened = await Promise.allSettled((devices ?? []).map((_, index) => openDevice(backend, { device: index })));
    const all = opened.flatMap(({ value }) => value ?? []);
    const takesIntermediate = ({ properties }) => (properties.vendorAttributes.CL_DEVICE_IL_VERSION ?? '') !== '';
    const device = all.find(takesIntermediate);
    ${body}
    for (const one of all) await one.dispose();`;
  const options = { encoding: 'utf8', env: { ...process.env, ...clover }, timeout: 60_000 } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', program], options));
}

const driver = outputOf('console.log(JSON.stringify(device?.name ?? null));') as string | null;

(driver === null ? describe.skip : describe)(`SPIR-V on ${driver ?? 'a driver that takes it'}`, () => {
  const load = `
    const bytes = Buffer.from(${JSON.stringify(Buffer.from(axpySpirv).toString('base64'))}, 'base64');
    const load = (changed) => device.load({ format: 'spirv', bytes: changed }).then((module) => module, (error) => error);`;

  it('is loaded and launched', () => {
    const results = outputOf(`${load}
      const module = await load(bytes);
      const kernel = module.kernel('axpy', { signature: 'float a, const float *x, float *y, int n' });
      const [x, y] = [device.allocate('float32', 100), device.allocate('float32', 100)];
      await x.write(Float32Array.from({ length: 100 }, (_, i) => i));
      await y.write(new Float32Array(100).fill(1));
      kernel.launch({ grid: 2, block: 64 }, 2, x, y, 99);
      console.log(JSON.stringify(Array.from(await y.read())));`);
    expect(results).toEqual(Array.from({ length: 100 }, (_, i) => (i < 99 ? 2 * i + 1 : 1)));
  });

  it('asks for what its kernels take where the driver does not say, and is refused where it is cut short', () => {
    const codes = outputOf(`${load}
      const module = await load(bytes);
      let unsigned;
      try { module.kernel('axpy'); } catch (error) { unsigned = error.code; }
      const short = await load(bytes.subarray(0, bytes.length / 2));
      console.log(JSON.stringify([unsigned, short.code]));`);
    expect(codes).toEqual(['ARGUMENT', 'ARGUMENT']);
  });
});
