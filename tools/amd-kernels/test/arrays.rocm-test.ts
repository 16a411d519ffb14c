/**
 * Compiles the kernels that arrays generate for AMD's GPUs with ROCm's own hiprtc, for wavefronts of 32 and of 64, and
 * checks the arguments of every kernel against the code object. The operations run on a HIP library whose device
 * computes nothing, so no GPU is needed.
 */
import { onTrace, openDevice, type Device } from '@heddle/core';
import { backend } from '@heddle/backend-hip';
import { gpuArrays } from '@heddle/gpuarray';
import { compareLayouts } from '../../../packages/backend-hip/test/support/compare-layouts';
import { fakeHip } from '../../../packages/backend-hip/test/support/fake-hip';
import { hiprtcIfHere } from '../../../packages/backend-hip/test/support/hiprtc-if-here';
import { withCompilers } from '../../../packages/backend-hip/test/support/with-compilers';
import { arrayOperations } from './array-operations';
import { JoiningCompiler } from './joining-compiler';

const hiprtc = hiprtcIfHere();
const devices = [
  { architecture: 'gfx1030', wavefront: 32 },
  { architecture: 'gfx90a:sramecc+:xnack-', wavefront: 64 },
] as const;

/** Fewer would mean that operations are no longer compiled here. */
const fewestKernels = 120;

/** The device of a HIP library, with a compiler that tells what it compiled. */
async function openJoining(): Promise<{ device: Device; compiler: JoiningCompiler }> {
  const compilers: JoiningCompiler[] = [];
  const device = await openDevice({
    ...backend,
    open: async (index, options) => {
      const driver = await backend.open(index, options);
      // Higher optimization levels also work, and take half as long again.
      compilers.push(...driver.compilers.slice(0, 1).map((own) => new JoiningCompiler(own, ['-O1'])));
      return withCompilers(driver, compilers);
    },
  });
  const [compiler] = compilers;
  if (!compiler) throw new Error('the device has no compiler');
  return { device, compiler };
}

if (!hiprtc || fakeHip() === undefined) {
  it.skip('ROCm or a C compiler is not installed', () => undefined);
} else {
  it.each(devices)(
    'the kernels of arrays compile for $architecture, and take the arguments that they are given',
    async (target) => {
      process.env['HEDDLE_HIP_LIBRARY'] = fakeHip(target);
      process.env['HEDDLE_HIPRTC_LIBRARY'] = hiprtc.path;
      process.env['HEDDLE_CACHE'] = 'off';
      const launched = new Set<string>();
      const stop = onTrace('heddle:launch', ({ kernel }) => launched.add(kernel));
      const { device, compiler } = await openJoining();
      expect(device.properties).toMatchObject({ architecture: target.architecture, warpSize: target.wavefront });
      const ga = gpuArrays(device);
      await Promise.all(Object.values(arrayOperations).map((operation) => operation(ga)));
      await ga.synchronize();
      stop();
      await device.dispose();
      expect(compiler.refusals).toEqual([]);
      const { compiled } = compiler;
      const kernels = compiled.reduce((sum, { request }) => sum + request.kernels.length, 0);
      const compared = compiled.reduce((sum, { request, artifact }) => sum + compareLayouts(request, artifact), 0);
      expect(compared).toBe(kernels);
      expect(kernels).toBeGreaterThan(fewestKernels);
      // A launch that is refused is not a launch: there each source had one.
      const names = compiled.map(({ request }) => request.kernels.map(({ name }) => name));
      expect(names.filter((each) => !each.some((name) => launched.has(name)))).toEqual([]);
      process.stderr.write(`${kernels} kernels of ${compiled.length} sources for ${target.architecture}\n`);
    },
    600_000,
  );
}
