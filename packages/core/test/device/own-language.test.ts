/** A backend that compiles a language of its own, which core does not read. */
import { ArtifactCache, openDevice, type Device, type SourceLanguage } from '@heddle/core';
import { parseKernels } from '@heddle/core/backend';
import { memoryBackend, type MemoryBackend } from '@heddle/core/testing';
import type { MemoryKernel } from '@heddle/core/testing';

const source = `
@group(0) @binding(0) var<storage, read_write> x: array<f32>;
@compute @workgroup_size(64) fn twice(@builtin(global_invocation_id) id: vec3<u32>) { x[id.x] *= 2.0; }`;

const twice: MemoryKernel = ({ args, forEachThread }) => {
  const [x, n] = args as [Float32Array, number];
  forEachThread(({ global: [i] }) => {
    if (i < n) x[i]! *= 2;
  });
};

describe('a language that a backend names', () => {
  let backend: MemoryBackend;
  let device: Device;
  beforeEach(async () => {
    backend = memoryBackend({ languages: ['wgsl', 'cuda'], kernels: { twice } });
    device = await openDevice(backend, { cache: new ArtifactCache({ enabled: false }) });
  });
  afterEach(() => device.dispose());

  it('is one that the device compiles', () => {
    const known: SourceLanguage = 'cuda';
    expect([device.compiles('wgsl'), device.compiles(known), device.compiles('metal')]).toEqual([true, true, false]);
  });

  it('reaches the compiler with its own file name and no kernels', async () => {
    await device.compile(source, { language: 'wgsl', names: ['twice'] });
    const [request] = backend.opened[0]!.compiler.requests;
    expect(request).toMatchObject({ language: 'wgsl', fileName: 'kernel.wgsl', kernels: [], globals: [] });
  });

  it('runs kernels whose signatures are given', async () => {
    const module = await device.compile(source, { language: 'wgsl', names: ['twice'] });
    const kernel = module.kernel('twice', { signature: 'float* x, int n' });
    using x = await device.upload(Float32Array.of(1, 2, 3));
    kernel.launch({ grid: 1, block: 64 }, x, 3);
    expect(await x.read()).toEqual(Float32Array.of(2, 4, 6));
  });

  it('asks for a signature that is not given', async () => {
    const module = await device.compile(source, { language: 'wgsl', names: ['twice'] });
    expect(() => module.kernel('twice')).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', hint: expect.stringContaining('signature:') as string }),
    );
  });

  it('takes the ending of file names from the compiler', async () => {
    const { compiler } = backend.opened[0]!;
    Object.assign(compiler, { fileExtensions: { wgsl: 'shader' } });
    await device.compile(source, { language: 'wgsl', names: ['twice'] });
    expect(compiler.requests[0]?.fileName).toBe('kernel.shader');
  });

  it('refuses a language that no compiler takes, and names those that one does', async () => {
    await expect(device.compile(source, { language: 'metal' })).rejects.toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('compiles no metal') as string,
      hint: 'It takes wgsl, cuda and portable source.',
    });
  });

  it('is not read by the parser', () => {
    expect(parseKernels('__global__ void looksLikeCuda(float* x) {}', { language: 'wgsl' })).toEqual([]);
  });
});
