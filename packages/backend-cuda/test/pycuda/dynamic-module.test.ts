import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as cuda from '@heddle/backend-cuda/pycuda';
import { kernelSymbols } from '@heddle/simt-driver';
import { StandInDevice } from './stand-in-device';
import { withNvcc } from './with-nvcc';

withNvcc('DynamicModule', () => {
  let device: StandInDevice;
  beforeEach(async () => {
    device = await StandInDevice.open();
    cuda.useDevice(device);
  });
  afterEach(async () => {
    cuda.useDevice(undefined);
    await device.dispose();
  });
  const symbols = () => kernelSymbols('cubin', device.loaded[0]?.bytes ?? new Uint8Array());

  it('compiles a template with what was added to it', async () => {
    const mod = new cuda.DynamicModule('__device__ float twice(float v) { return N * v; }');
    mod.addToPreamble('#define N 2');
    mod.addFunction('__global__ void f(float* x) { x[threadIdx.x] = twice(x[threadIdx.x]); }');
    mod.addFunction({ source: '__global__ void g(float* x) { x[threadIdx.x] += N; }' });
    expect(mod.source.split('\n')).toHaveLength(4);
    expect(() => mod.getFunction('f')).toThrow(/not been made yet/);
    await mod.compile();
    const x = await cuda.toDevice(Float32Array.of(1, 2));
    mod.getFunction('f')(x, { block: 2 });
    mod.getFunction('g')(x, { block: 2 });
    expect([...(await x.read(Float32Array))]).toEqual([4, 6]);
    expect(() => mod.addFunction('')).toThrow(/nothing can be added/);
  });

  it('links sources and files compiled apart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-pycuda-'));
    try {
      const thrice = '__device__ float thrice(float v) { return 3 * v; }';
      writeFileSync(join(folder, 'thrice.ptx'), await cuda.compile(thrice, { target: 'ptx', options: ['-rdc=true'] }));
      const mod = new cuda.DynamicModule();
      mod.addSource('__device__ float twice(float v) { return 2 * v; }');
      mod.addFile(join(folder, 'thrice.ptx'));
      mod.addSource(
        'extern __device__ float twice(float); extern __device__ float thrice(float);\n' +
          '__global__ void f(float* x) { x[0] = twice(x[0]) + thrice(x[0]); }',
      );
      device.preamble = `extern "C" { ${thrice} }\n`;
      await mod.link();
      expect(symbols()).toEqual(['f']);
      const x = await cuda.toDevice(Float32Array.of(10));
      mod.getFunction('f')(x, { block: 1 });
      expect([...(await x.read(Float32Array))]).toEqual([50]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('tells the warnings of all of its parts, and of a module alone, from the cache too', async () => {
    const said = (what: string): string => `#warning "said in ${what}"\n`;
    for (const _ of ['compiled', 'cached']) {
      const mod = new cuda.DynamicModule();
      mod.addSource(`${said('the first')}__device__ float twice(float v) { return 2 * v; }`);
      mod.addSource(`${said('the second')}__global__ void f(float* x) { x[0] = 1; }`);
      await mod.link();
      expect(mod.log).toMatch(/said in the first[^]*said in the second/);
      const alone = await cuda.SourceModule(`${said('größe')}__global__ void f(float* x) { x[0] = 1; }`);
      expect(alone.log).toContain('said in größe');
    }
  });

  it('names a function that no part defines', async () => {
    const mod = new cuda.DynamicModule();
    mod.addSource('extern __device__ float missing(float);\n__global__ void f(float* x) { x[0] = missing(x[0]); }');
    await expect(mod.link()).rejects.toMatchObject({
      code: 'COMPILE',
      message: expect.stringContaining("Undefined reference to 'missing'") as string,
    });
    expect(() => new cuda.DynamicModule().addFile('a.xyz')).toThrow(/cannot be told by its ending/);
    await expect(new cuda.DynamicModule().link()).rejects.toMatchObject({ code: 'ARGUMENT' });
    expect(() => new cuda.DynamicModule().addStdlib('../lib')).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it('links the device runtime, so that kernels launch kernels', async () => {
    const source = `__global__ void child(int* x) { *x = 1; }
      __global__ void parent(int* x) { child<<<1, 1>>>(x); }`;
    // The CPU has no launches from kernels.
    await expect(cuda.DynamicSourceModule(source)).rejects.toMatchObject({ code: 'COMPILE' });
    expect([...symbols()]).toEqual(expect.arrayContaining(['child', 'parent']));
  });
});
