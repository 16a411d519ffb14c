import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerBackend } from '@heddle/core/backend';
import { backend as host } from '@heddle/backend-host';
import { HeldCompilation, LibraryArray } from '@heddle/core/testing';
import * as cp from '@heddle/backend-nvrtc/cupy';
import { nvrtcIfHere, StandInDevice } from './stand-in-device';

const onHost = process.platform === 'win32' ? describe.skip : describe;
const code = `
template <class T> __global__ void scale(T* x, T factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= factor;
}
__constant__ float bias[2];
__global__ void add_bias(float* x) { x[threadIdx.x] += bias[threadIdx.x % 2]; }
`;

onHost('RawModule and RawKernel', () => {
  let device: StandInDevice;
  beforeEach(async () => {
    device = await StandInDevice.open();
    cp.useDevice(device);
  });
  afterEach(async () => {
    cp.useDevice(undefined);
    await device.dispose();
  });
  const compilations = () => device.compiled.length;

  it('compile when they are first called, once for a device', async () => {
    const module = new cp.RawModule({ code, nameExpressions: ['scale<double>', 'scale<float>'] });
    const double = module.getFunction('scale<double>');
    const x = await device.upload(Float64Array.of(1, 2, 3));
    expect(compilations()).toBe(0);
    await Promise.all([double([1], [4], [x, 10, 3]), double([1], [4], [x, 10, 3])]);
    expect(await x.read()).toEqual(Float64Array.of(100, 200, 300));
    const y = await device.upload(Float32Array.of(1, 2));
    await module.getFunction('scale<float>')(1, 2, [y, 0.5, 2]);
    expect(await y.read()).toEqual(Float32Array.of(0.5, 1));
    if (nvrtcIfHere()) {
      expect(compilations()).toBe(1);
      expect(device.compiled[0]?.entryNames['scale<double>']).toBe('_Z5scaleIdEvPT_S0_i');
    }
    const bias = await module.getGlobal('bias');
    expect(bias.byteLength).toBe(8);
    await bias.write(Float32Array.of(1, 2));
    await module.getFunction('add_bias')([1], [2], [y]);
    expect(await y.read()).toEqual(Float32Array.of(1.5, 3));
    const other = await StandInDevice.open();
    cp.useDevice(other);
    const z = await other.upload(Float64Array.of(7));
    await double([1], [1], [z, 2, 1]);
    expect(await z.read()).toEqual(Float64Array.of(14));
    await other.dispose();
  });

  it('take a template by name expression without more ado', async () => {
    const kernel = new cp.RawKernel(code, 'scale<float>');
    expect(typeof kernel).toBe('function');
    expect(kernel).toBeInstanceOf(cp.RawKernel);
    expect([kernel.name, kernel.backend, kernel.code]).toEqual(['scale<float>', 'nvrtc', code]);
    const x = await device.upload(Float32Array.of(3));
    await kernel([1], [1], [x, 2, 1]);
    expect(await x.read()).toEqual(Float32Array.of(6));
  });

  it('enqueue before they return once they are compiled', async () => {
    const kernel = new cp.RawKernel('__global__ void put(int* x, int value) { x[0] = value; }', 'put');
    await kernel.compile();
    const x = device.zeros('int32', 1);
    const launched = kernel([1], [1], [x, 5]);
    x.copyFrom(await device.upload(Int32Array.of(6)));
    await launched;
    expect(await x.read()).toEqual(Int32Array.of(6));
  });

  it('follow operations on arrays that wait for their kernels to be compiled', async () => {
    const kernel = new cp.RawKernel('__global__ void append(int* x, int d) { x[0] = 10 * x[0] + d; }', 'append');
    const compilation = new HeldCompilation();
    const array = new LibraryArray(device, device.zeros('int32', 1));
    array.operation(compilation, (buffer) => {
      buffer.fillPattern(Int32Array.of(1));
    });
    await kernel([1], [1], [array, 2]);
    await kernel([1], [1], [array, 3]);
    const values = array.get();
    compilation.release();
    expect(await values).toEqual([123]);
  });

  it('have shared memory, streams and cooperative launches', async () => {
    const kernel = new cp.RawKernel(
      `__global__ void sum(int* out) {
         extern __shared__ int values[];
         values[threadIdx.x] = threadIdx.x;
         __syncthreads();
         if (threadIdx.x == 0) for (int i = 0; i < blockDim.x; i++) out[0] += values[i];
       }`,
      'sum',
      { enableCooperativeGroups: true, options: ['--std=c++17'] },
    );
    using stream = device.createStream();
    const out = device.zeros('int32', 1);
    await kernel([1], [64], [out], { sharedMem: 256, stream });
    await stream.synchronize();
    expect(await out.read()).toEqual(Int32Array.of(2016));
    expect(kernel.enableCooperativeGroups).toBe(true);
  });

  it('show attributes after compiling, and say so before', async () => {
    const kernel = new cp.RawKernel('__global__ void f(int* x) { x[0] = 1; }', 'f');
    expect(() => kernel.numRegs).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', hint: expect.stringContaining('compile()') as string }),
    );
    kernel.maxDynamicSharedSizeBytes = 4096;
    expect(kernel.maxDynamicSharedSizeBytes).toBe(4096);
    // Settings of kernels are CUDA's.
    await expect(kernel.compile()).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    const other = new cp.RawKernel('__global__ void f(int* x) { x[0] = 1; }', 'f');
    await other.compile();
    expect(other.maxThreadsPerBlock).toBeGreaterThan(0);
  });

  it('load code from a path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-cupy-'));
    try {
      writeFileSync(join(folder, 'put.cu'), '__global__ void put(int* x) { x[0] = 9; }');
      const module = new cp.RawModule({ path: join(folder, 'put.cu') });
      const x = device.zeros('int32', 1);
      await module.getFunction('put')([1], [1], [x]);
      expect(await x.read()).toEqual(Int32Array.of(9));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('bring a cuComplex.h of their own', async () => {
    const kernel = new cp.RawKernel(
      `#include "cuComplex.h"
       __global__ void f(const cuFloatComplex* x, cuFloatComplex* y, cuDoubleComplex factor) {
         cuFloatComplex product = cuCmulf(x[0], cuComplexDoubleToFloat(factor));
         y[0] = cuCaddf(product, cuConjf(make_cuComplex(cuCabsf(x[0]), cuCimagf(x[0]))));
         y[1] = cuCdivf(product, x[0]);
       }`,
      'f',
      { translateCucomplex: true },
    );
    const x = await device.upload(Float32Array.of(3, 4), 'complex64');
    const y = device.zeros('complex64', 2);
    await kernel([1], [1], [x, y, { re: 2, im: 1 }]);
    expect([...(await y.read())]).toEqual([2 + 5, 11 - 4, 2, 1]);
  });

  it('are compiled by nvcc where they are told', async () => {
    // The plugin that core would load by its name, with the CPU's compiler behind it.
    registerBackend({ ...host, name: 'cuda', packageName: '@heddle/backend-cuda' });
    const module = new cp.RawModule({ code, backend: 'nvcc', nameExpressions: ['scale<float>'] });
    const x = await device.upload(Float32Array.of(3));
    await module.getFunction('scale<float>')([1], [1], [x, 2, 1]);
    expect(await x.read()).toEqual(Float32Array.of(6));
    // What was loaded is what the other compiler made.
    expect(device.compiled.map(({ format }) => format)).not.toContain('cubin');
    expect(device.compiled[0]?.bytes.byteLength).toBeGreaterThan(1000);
  });

  it('show what does not compile, and try again', async () => {
    const kernel = new cp.RawKernel('__global__ void f(int* x) {\n  x[0] = nonsense;\n}', 'f');
    const failure = { code: 'COMPILE', excerpt: expect.stringContaining('> 2 |   x[0] = nonsense;') as string };
    await expect(kernel([1], [1], [null])).rejects.toMatchObject(failure);
    await expect(kernel.compile()).rejects.toMatchObject(failure);
  });

  it('refuse what cannot be right', async () => {
    expect(() => new cp.RawModule({})).toThrow(/either code or path/);
    expect(() => new cp.RawModule({ code, path: 'x.cubin' })).toThrow(/either code or path/);
    expect(() => new cp.RawKernel(code, 'scale<float>', { backend: 'clang' as 'nvcc' })).toThrow(/'nvrtc' or 'nvcc'/);
    const kernel = new cp.RawKernel('__global__ void f(float* x, int n) {}', 'f');
    const call = kernel as unknown as (...args: unknown[]) => Promise<void>;
    await expect(call([1], [1])).rejects.toThrow(/kernel\(grid, block, \[arguments\]\)/);
    await expect(call([1], [1], [null])).rejects.toThrow(/takes 2 arguments, got 1/);
    await expect(call([1], [1], [null, 1.5])).rejects.toThrow(/argument 2 \(n, int\)/);
    await expect(call([0], [1], [null, 1])).rejects.toMatchObject({ code: 'ARGUMENT' });
  });
});

describe('memoize', () => {
  afterEach(() => cp.useDevice(undefined));

  it('remembers results by arguments, and for each device where it is told', async () => {
    let calls = 0;
    const plain = cp.memoize()((a: number, b: object) => [++calls, a, b]);
    const key = {};
    expect(plain(1, key)).toBe(plain(1, key));
    expect(plain(2, key)).not.toBe(plain(1, key));
    expect(plain(1, {})).not.toBe(plain(1, key));
    expect(calls).toBe(3);
    const perDevice = cp.memoize(true)((a: number) => [++calls, a]);
    const first = perDevice(1);
    cp.useDevice({} as never);
    expect(perDevice(1)).not.toBe(first);
    cp.useDevice(undefined);
    expect(perDevice(1)).toBe(first);
    cp.clearMemo();
    expect(perDevice(1)).not.toBe(first);
  });

  it('forgets promises that fail', async () => {
    let calls = 0;
    const failing = cp.memoize()(async () => {
      if (++calls === 1) throw new Error('once');
      return calls;
    });
    await expect(failing()).rejects.toThrow('once');
    await expect(failing()).resolves.toBe(2);
    await expect(failing()).resolves.toBe(2);
  });
});

onHost('compileWithCache', () => {
  it('gives a compiled module, and names the file in diagnostics', async () => {
    const device = await StandInDevice.open();
    cp.useDevice(device);
    const module = await cp.compileWithCache('__global__ void put(int* x) { x[0] = 9; }', 'put.cu');
    const x = device.zeros('int32', 1);
    await module.getFunction('put')([1], [1], [x]);
    expect(await x.read()).toEqual(Int32Array.of(9));
    await expect(cp.compileWithCache('__global__ void f( {}', 'broken.cu')).rejects.toMatchObject({
      code: 'COMPILE',
      message: expect.stringContaining('broken.cu') as string,
    });
    cp.useDevice(undefined);
    await device.dispose();
  });
});
