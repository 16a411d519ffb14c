import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as cuda from '@heddle/backend-cuda/pycuda';
import { StandInDevice } from './stand-in-device';
import { withNvcc } from './with-nvcc';

withNvcc('SourceModule', () => {
  let device: StandInDevice;
  beforeEach(async () => {
    device = await StandInDevice.open();
    cuda.useDevice(device);
  });
  afterEach(async () => {
    cuda.useDevice(undefined);
    await device.dispose();
  });

  it("runs the tutorial's first listing", async () => {
    const a = Float32Array.from({ length: 16 }, (_, i) => i - 8);
    const aGpu = cuda.memAlloc(a.byteLength);
    await cuda.memcpyHtod(aGpu, a);
    const mod = await cuda.SourceModule(`
      __global__ void multiply2(float *a)
      {
        int idx = threadIdx.x + threadIdx.y*4;
        a[idx] *= 2;
      }
      `);
    const func = mod.getFunction('multiply2');
    func(aGpu, { block: [4, 4, 1] });
    const aDoubled = new Float32Array(a.length);
    await cuda.memcpyDtoh(aDoubled, aGpu);
    expect(aDoubled).toEqual(a.map((value) => 2 * value));
    expect(device.loaded).toHaveLength(1);
    // The extern "C" block leaves the kernel its plain name.
    expect(device.loaded[0]?.entryNames).toEqual({});
  });

  it('finds plain names without the extern "C" block too, and variables', async () => {
    const mod = await cuda.SourceModule(
      `template <class T> __device__ T twice(T v) { return 2 * v; }
       __constant__ float factor[2];
       __global__ void scale(float* x) { x[threadIdx.x] = twice(x[threadIdx.x]) * factor[1]; }`,
      { noExternC: true, options: ['--use_fast_math'] },
    );
    expect(device.loaded[0]?.entryNames).toEqual({ scale: '_Z5scalePf' });
    const [memory, byteLength] = mod.getGlobal('factor');
    expect(byteLength).toBe(8);
    await cuda.memcpyHtod(memory, Float32Array.of(0, 5));
    const x = await cuda.toDevice(Float32Array.of(1, 2));
    mod.getFunction('scale')(x, { block: [2] });
    expect([...(await x.read(Float32Array))]).toEqual([10, 20]);
  });

  it('reads signatures with the macros of the options', async () => {
    const mod = await cuda.SourceModule('__global__ void add(REAL* x, REAL a) { x[threadIdx.x] += a * N; }', {
      options: ['-DREAL=double', '-D', 'N=3'],
    });
    const x = await cuda.toDevice(Float64Array.of(1));
    const add = mod.getFunction('add');
    add(x, 2, { block: 1 });
    expect(await x.read(Float64Array)).toEqual(Float64Array.of(7));
    // @ts-expect-error -- an argument is missing
    expect(() => add(x, { block: 1 })).toThrow(/add: takes 2 arguments, got 1/);
  });

  it('shows the line that does not compile, in the lines of the source', async () => {
    await expect(cuda.SourceModule('__global__ void f(int* x)\n{\n  x[0] = nonsense;\n}')).rejects.toMatchObject({
      code: 'COMPILE',
      excerpt: expect.stringContaining('> 3 |   x[0] = nonsense;') as string,
    });
  });

  it('names the kernels there are, and explains what became of texture references', async () => {
    const mod = await cuda.SourceModule('__global__ void one(int* x) {}\n__global__ void two(int* x) {}');
    expect(() => mod.getFunction('three' as 'one')).toThrow(/no kernel 'three'; it has (one, two|two, one)/);
    expect(() => mod.getTexref('tex')).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED', hint: expect.stringContaining('bindTexture') as string }),
    );
  });

  it('keeps compiled modules in cacheDir, and compiler output where it is told to keep it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-pycuda-'));
    const source = '__global__ void cached(int* x) { x[0] = 1; }';
    try {
      await cuda.compile(source, { cacheDir: folder });
      expect(readdirSync(folder).length).toBeGreaterThan(0);
      const mod = await cuda.SourceModule(source, { keep: true });
      const kept = /compiler output is in (.*)$/.exec(mod.log)?.[1] ?? '';
      expect(readdirSync(kept)).toEqual(expect.arrayContaining(['kernel.cu', 'kernel.ptx']));
      rmSync(kept, { recursive: true });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes headers from includeDirs, whose kernels prepare describes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-pycuda-'));
    try {
      writeFileSync(join(folder, 'more.cuh'), '__global__ void hidden(float* x, float a) { x[0] = a; }\n');
      const mod = await cuda
        .SourceModule('#include "more.cuh"\n__global__ void seen(float* x) {}', {
          includeDirs: [folder],
        })
        .catch((error: unknown) => error);
      // The stand-in compiles without the folder: that the module was loaded at all says that nvcc found the header.
      expect(device.loaded).toHaveLength(1);
      expect(mod).toMatchObject({ code: 'COMPILE' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

withNvcc('compile', () => {
  it('makes each binary form without a device', async () => {
    const source = '__global__ void f(int* x) { x[0] = 1; }';
    const cubin = await cuda.compile(source, { arch: 'sm_90' });
    expect(Buffer.from(cubin.subarray(1, 4)).toString()).toBe('ELF');
    const ptx = await cuda.compilePlain(source, { arch: 'sm_90', target: 'ptx' });
    expect(Buffer.from(ptx).toString()).toContain('.entry _Z1fPi(');
    const fatbin = await cuda.compile(source, { arch: 'compute_80', code: 'sm_80,compute_80', target: 'fatbin' });
    expect(new DataView(fatbin.buffer, fatbin.byteOffset).getUint32(0, true)).toBe(0xba55ed50);
    await expect(cuda.compile(source)).rejects.toMatchObject({
      code: 'ARGUMENT',
      hint: expect.stringContaining('autoinit') as string,
    });
  });

  it('compiles for architectures with a suffix', async () => {
    await expect(cuda.compile('__global__ void f(int* x) {}', { arch: 'sm_90a' })).resolves.toBeInstanceOf(Uint8Array);
  });

  it('preprocesses, and says the version', async () => {
    const text = await cuda.preprocessSource('#define N 7\nint n = N;\n#ifdef M\nint m = M;\n#endif\n', ['-DM=8']);
    expect(text).toContain('int n = 7;');
    expect(text).toContain('int m = 8;');
    await expect(cuda.preprocessSource('#error no\n')).rejects.toMatchObject({ code: 'COMPILE' });
    const [major, minor] = await cuda.getNvccVersion();
    expect(major).toBeGreaterThanOrEqual(12);
    expect(minor).toBeGreaterThanOrEqual(0);
    await expect(cuda.getNvccVersion('/nowhere/nvcc')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('without a device', () => {
  it('says to open one', async () => {
    cuda.useDevice(undefined);
    expect(() => cuda.memAlloc(16)).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', hint: 'Begin with: await autoinit().' }),
    );
    await expect(cuda.SourceModule('__global__ void f() {}')).rejects.toMatchObject({ code: 'ARGUMENT' });
  });
});
