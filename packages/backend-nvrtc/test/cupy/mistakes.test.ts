/** Mistakes of users who come from CuPy: each is reported, none is ignored. */
import * as cp from '@heddle/backend-nvrtc/cupy';
import { StandInDevice } from './stand-in-device';

const onHost = process.platform === 'win32' ? describe.skip : describe;

onHost('mistakes', () => {
  const code = '__global__ void put(int* x, int value) { x[0] = value; }';
  let device: StandInDevice;
  beforeAll(async () => {
    device = await StandInDevice.open();
    cp.useDevice(device);
  });
  afterAll(async () => {
    cp.useDevice(undefined);
    await device.dispose();
  });

  it.each([
    ['a RawKernel', () => new cp.RawKernel(code, 'put', { option: ['-O3'] } as never), "'options'"],
    ['a RawKernel', () => new cp.RawKernel(code, 'put', { jitify: true } as never), 'enableCooperativeGroups'],
    ['a RawModule', () => new cp.RawModule({ code, name_expressions: [] } as never), "'nameExpressions'"],
    ['compileWithCache', () => cp.compileWithCache(code, 'put.cu', { dirName: '.' } as never), "'dirname'"],
  ])('%s names an option that it does not have, and the one that was meant', async (operation, call, meant) => {
    const called = (async (): Promise<unknown> => call())();
    await expect(called).rejects.toMatchObject({ code: 'ARGUMENT' });
    await expect(called).rejects.toThrow(`${operation} has no option`);
    await expect(called).rejects.toThrow(meant);
  });

  it('a call does not go on without the shared memory that was asked for', async () => {
    const kernel = new cp.RawKernel(code, 'put');
    const call = kernel([1], [1], [device.zeros('int32', 1), 1], { shared_mem: 64 } as never);
    await expect(call).rejects.toThrow("a call of put has no option 'shared_mem'\nDid you mean 'sharedMem'?");
  });

  it('says where a template is asked for', async () => {
    const module = new cp.RawModule({ code: 'template <class T> __global__ void f(T* x) {}' });
    const call = (module.getFunction('f<float>' as never) as cp.RawKernel)([1], [1], [] as never);
    await expect(call).rejects.toMatchObject({
      code: 'ARGUMENT',
      hint: expect.stringContaining("nameExpressions: ['f<float>']") as string,
    });
  });

  it.each(['/nowhere/kernel.cubin', '/nowhere/kernel.cu'])('names a file that is not there: %s', async (path) => {
    await expect(new cp.RawModule({ path }).compile()).rejects.toMatchObject({
      code: 'ARGUMENT',
      message: `${path} cannot be read: there is no such file`,
    });
  });

  it("has CuPy's complex numbers", async () => {
    const source = `
      #include <cupy/complex.cuh>
      extern "C" __global__ void f(const complex<float>* a, complex<double> factor, complex<double>* b) {
        int i = threadIdx.x;
        b[i] = complex<double>(a[i]) * factor + 1;
        if (abs(a[i]) != 5) b[i] = 0;
      }`;
    const a = await device.upload(Float32Array.of(3, 4, 1, 1), 'complex64');
    const b = device.zeros('complex128', 2);
    await new cp.RawKernel(source, 'f')([1], [2], [a, { re: 0, im: 1 }, b]);
    expect([...(await b.read())]).toEqual([-3, 3, 0, 0]);
  });
});
