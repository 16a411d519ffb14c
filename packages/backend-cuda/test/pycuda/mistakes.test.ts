/** Mistakes of users who come from PyCUDA: each is reported, none is ignored. */
import * as cuda from '@heddle/backend-cuda/pycuda';
import { StandInDevice } from './stand-in-device';
import { withNvcc } from './with-nvcc';

withNvcc('mistakes', () => {
  const source = '__global__ void twice(float* x) { x[threadIdx.x] *= 2; }';
  let device: StandInDevice;
  beforeAll(async () => {
    device = await StandInDevice.open();
    cuda.useDevice(device);
  });
  afterAll(async () => {
    cuda.useDevice(undefined);
    await device.dispose();
  });

  it.each([
    ['SourceModule', () => cuda.SourceModule(source, { option: ['-O3'] } as never), "'options'"],
    ['SourceModule', () => cuda.SourceModule(source, { no_extern_c: true } as never), "'noExternC'"],
    ['compile', () => cuda.compile(source, { targt: 'ptx' } as never), "'target'"],
    ['a DynamicModule', () => new cuda.DynamicModule('', { linkOption: [] } as never), "'linkOptions'"],
    ['link', () => new cuda.DynamicModule(source).link({ arhc: 'sm_90' } as never), "'arch'"],
  ])('%s names an option that it does not have, and the one that was meant', async (operation, call, meant) => {
    const called = (async (): Promise<unknown> => call())();
    await expect(called).rejects.toMatchObject({ code: 'ARGUMENT' });
    await expect(called).rejects.toThrow(`${operation} has no option`);
    await expect(called).rejects.toThrow(meant);
  });

  it('refuses unknown forms of binaries', async () => {
    await expect(cuda.compile(source, { target: 'sass' as never })).rejects.toMatchObject({
      code: 'ARGUMENT',
      message: 'target is one of cubin, ptx, fatbin, not "sass"',
    });
  });

  it('says which of two arguments of a copy is to be memory', async () => {
    const [memory, array] = [cuda.memAlloc(16), new Float32Array(4)];
    const swapped = { code: 'ARGUMENT', message: expect.stringContaining('not a Float32Array') as string };
    await expect(cuda.memcpyHtod(array as never, memory as never)).rejects.toMatchObject(swapped);
    await expect(cuda.memcpyDtoh(memory as never, array as never)).rejects.toMatchObject(swapped);
    expect(() => cuda.memcpyDtod(memory, array as never)).toThrow(expect.objectContaining(swapped));
    expect(() => cuda.memsetD8(array as never, 0, 4)).toThrow(expect.objectContaining(swapped));
  });

  it('tells of In, Out and InOut where a host array stands for a pointer, and of what prepare does not know', async () => {
    const twice = (await cuda.SourceModule(source)).getFunction('twice');
    const array = new Float32Array(4);
    // @ts-expect-error -- tsc tells it too
    expect(() => twice(array, { block: 4 })).toThrow(/got a Float32Array\nWrap it, .*InOut\(array\)/);
    expect(() => twice.prepare('P', { blok: 4 } as never)).toThrow("Did you mean 'block'?");
  });

  it('names a file that is not there', async () => {
    const module = new cuda.DynamicModule().addFile('/nowhere/part.cubin');
    await expect(module.link()).rejects.toMatchObject({
      code: 'ARGUMENT',
      message: '/nowhere/part.cubin cannot be read: there is no such file',
    });
  });
});
