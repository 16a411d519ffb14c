import { HeldCompilation, LibraryArray } from '@heddle/core/testing';
import * as cuda from '@heddle/backend-cuda/pycuda';
import { StandInDevice } from './stand-in-device';
import { withNvcc } from './with-nvcc';

const source = `
__global__ void vector_add(float *a, float *b, float *c, int n) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx < n) c[idx] = a[idx] + b[idx];
}
__global__ void shared_sum(int* out) {
  extern __shared__ int values[];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) for (int i = 0; i < blockDim.x; i++) out[blockIdx.x] += values[i];
}
`;

withNvcc('functions of a module', () => {
  let device: StandInDevice;
  let mod: cuda.SourceModule<typeof source>;
  beforeAll(async () => {
    device = await StandInDevice.open();
    cuda.useDevice(device);
    mod = await cuda.SourceModule(source);
  });
  afterAll(async () => {
    cuda.useDevice(undefined);
    await device.dispose();
  });

  const n = 1000;
  const a = Float32Array.from({ length: n }, (_, i) => i);
  const b = Float32Array.from({ length: n }, (_, i) => 2 * i);
  const sum = a.map((value, i) => value + (b[i] ?? 0));

  async function buffers() {
    return [await cuda.toDevice(a), await cuda.toDevice(b), cuda.memAlloc(a.byteLength)] as const;
  }
  const result = async (memory: cuda.DeviceAllocation) => memory.read(Float32Array);

  it('are called with block and grid', async () => {
    const [gpuA, gpuB, gpuC] = await buffers();
    const vectorAdd = mod.getFunction('vector_add');
    const returned: unknown = vectorAdd(gpuA, gpuB, gpuC, n, { block: [256, 1, 1], grid: [4, 1] });
    expect(returned).toBeUndefined();
    expect(await result(gpuC)).toEqual(sum);
    expect(vectorAdd.name).toBe('vector_add');
    expect(typeof vectorAdd).toBe('function');
    expect(vectorAdd).toBeInstanceOf(cuda.KernelFunction);
  });

  it('follow operations on arrays that wait for their kernels to be compiled', async () => {
    const compilation = new HeldCompilation();
    const array = new LibraryArray(device, device.zeros('int32', 1));
    array.operation(compilation, (buffer) => {
      buffer.fillPattern(Int32Array.of(100));
    });
    const sharedSum = mod.getFunction('shared_sum');
    sharedSum(array, { block: [4, 1, 1], grid: [1, 1], shared: 16 });
    const seconds = sharedSum.prepare('P', { block: [4, 1, 1], shared: 16 }).preparedTimedCall([1, 1], array)();
    const copy = cuda.memAlloc(4);
    cuda.memcpyDtod(copy, array.buffer);
    const host = new Int32Array(1);
    const read = cuda.memcpyDtoh(host, copy);
    compilation.release();
    await read;
    expect(host).toEqual(Int32Array.of(112));
    expect(await seconds).toBeGreaterThanOrEqual(0);
    expect(await array.get()).toEqual([112]);
  });

  it('are prepared with codes, and called with a grid', async () => {
    const [gpuA, gpuB, gpuC] = await buffers();
    const preparedAdd = mod.getFunction('vector_add').prepare(['P', 'P', 'P', 'i'], { block: [256, 1, 1] });
    preparedAdd.preparedCall([4, 1], gpuA, gpuB, gpuC, n);
    expect(await result(gpuC)).toEqual(sum);
    cuda.memsetD8(gpuC, 0, gpuC.byteLength);
    preparedAdd.preparedCall([8], [128, 1, 1], gpuA, gpuB, gpuC, n);
    expect(await result(gpuC)).toEqual(sum);
    using stream = device.createStream();
    cuda.memsetD32(gpuC, 0, n, stream);
    preparedAdd.preparedAsyncCall([8], stream, gpuA, gpuB, gpuC, n);
    await stream.synchronize();
    expect(await result(gpuC)).toEqual(sum);
    cuda.memsetD8(gpuC, 0, gpuC.byteLength);
    preparedAdd.preparedAsyncCall([4], [256, 1, 1], null, gpuA, gpuB, gpuC, n);
    expect(await result(gpuC)).toEqual(sum);
    preparedAdd.preparedCall([8], [128], gpuA, gpuB, gpuC, n);
    const events = device.openHandles()['event'] ?? 0;
    expect(() => preparedAdd.preparedTimedCall([8], gpuA, gpuB, gpuC)).toThrow(/takes 4 arguments, got 3/);
    expect(device.openHandles()['event'] ?? 0).toBe(events);
    const before = performance.now();
    const seconds = preparedAdd.preparedTimedCall([8], gpuA, gpuB, gpuC, n);
    const took = await seconds();
    expect(took).toBeGreaterThan(0);
    // Seconds, within those that the test itself has seen go by.
    expect(took).toBeLessThanOrEqual((performance.now() - before) / 1000);
  });

  it('take the threads of the call before where a prepared call names none', async () => {
    const own = await cuda.SourceModule(`${source}// again`);
    const add = own.getFunction('vector_add').prepare('PPPi');
    const [gpuA, gpuB, gpuC] = await buffers();
    expect(() => add.preparedCall([4, 1], gpuA, gpuB, gpuC, n)).toThrow(/block is missing/);
    add(gpuA, gpuB, gpuC, n, { block: 256, grid: 4 });
    add.preparedCall([4, 1], gpuA, gpuB, gpuC, n);
    expect(await result(gpuC)).toEqual(sum);
  });

  it('copy host arrays in and out', async () => {
    const c = new Float32Array(n);
    await mod.getFunction('vector_add')(cuda.In(a), cuda.In(b), cuda.Out(c), n, { block: 256, grid: 4 });
    expect(c).toEqual(sum);
    const once = Float32Array.from(a);
    await mod.getFunction('vector_add')(cuda.InOut(once), cuda.In(b), cuda.Out(c), n, { block: 256, grid: 4 });
    expect(once).toEqual(a);
    const open = device.openHandles()['buffer'];
    const refused = mod.getFunction('vector_add')(cuda.In(new Float64Array(4)), cuda.In(b), cuda.Out(c), n, {
      block: 4,
    });
    await expect(refused).rejects.toThrow(/argument 1 \(a, float\*\) got a float64 buffer/);
    expect(device.openHandles()['buffer']).toBe(open);
  });

  it('take dynamic shared memory', async () => {
    const out = await cuda.toDevice(new Int32Array(2));
    mod.getFunction('shared_sum')(out, { block: 64, grid: 2, shared: 256 });
    expect(await out.read(Int32Array)).toEqual(Int32Array.of(2016, 2016));
  });

  it('tell a wrong call before anything runs', async () => {
    const [gpuA, gpuB, gpuC] = await buffers();
    const add = mod.getFunction('vector_add') as unknown as (...args: unknown[]) => void;
    expect(() => add(gpuA, gpuB, gpuC, 1.5, { block: 1 })).toThrow(/argument 4 \(n, int\)/);
    expect(() => add(gpuA, gpuB, gpuC, n)).toThrow(
      /block is missing: the last argument of a call is \{ block, grid, stream, shared \}, not 1000/,
    );
    for (const given of [[], [gpuA], [gpuA, gpuB, gpuC], [undefined], [new Float32Array(1)]]) {
      expect(() => add(...given)).toThrow(expect.objectContaining({ code: 'ARGUMENT', parameter: 'block' }) as Error);
      expect(() => add(...given)).toThrow('block is missing');
    }
    expect(() => add(gpuA, gpuB, gpuC, n, { blocks: 1 })).toThrow(/not 'blocks'/);
    expect(() => add(gpuA, gpuB, gpuC, n, { block: 1, texrefs: [] })).toThrow(
      expect.objectContaining({ code: 'UNSUPPORTED' }),
    );
    const fresh = mod.getFunction('vector_add');
    expect(() => fresh.prepare('PPPf')).toThrow(/argument 4 \(n, int\) is prepared as float32/);
    expect(() => fresh.prepare('PPP')).toThrow(/takes 4 arguments, prepared for 3/);
    expect(() => fresh.prepare('PPPx')).toThrow(/'x' in 'PPPx' is not a type code/);
    expect(() => cuda.In([1] as unknown as Float32Array)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it('have textures bound to a parameter', async () => {
    const texMod = await cuda.SourceModule(
      `__global__ void sample(cudaTextureObject_t image, float* out, int n) {
         if (threadIdx.x < n) out[threadIdx.x] = tex2D<float>(image, threadIdx.x + 0.5f, 0.5f);
       }`,
      { noExternC: true },
    );
    using texture = device.createTexture({ extents: [4, 1], dtype: 'float32' });
    await texture.write(Float32Array.of(5, 6, 7, 8));
    const out = cuda.memAlloc(16);
    const sample = texMod.getFunction('sample');
    sample(texture, out, 4, { block: 4 });
    expect(await result(out)).toEqual(Float32Array.of(5, 6, 7, 8));
    sample.bindTexture('image', texture);
    cuda.memsetD8(out, 0, 16);
    const bound = sample as unknown as (...args: unknown[]) => void;
    bound(out, 4, { block: 4 });
    expect(await result(out)).toEqual(Float32Array.of(5, 6, 7, 8));
    sample.prepare(['Q', 'P', 'i']);
    expect(() => sample.bindTexture('out', texture)).toThrow(/'out' is not a texture parameter/);
  });
});
