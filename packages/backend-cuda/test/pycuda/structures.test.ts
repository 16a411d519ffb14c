/** The tutorial's structs that point to memory. */
import * as cuda from '@heddle/backend-cuda/pycuda';
import { StandInDevice } from './stand-in-device';
import { withNvcc } from './with-nvcc';

withNvcc('structures', () => {
  let device: StandInDevice;
  beforeAll(async () => {
    device = await StandInDevice.open();
    cuda.useDevice(device);
  });
  afterAll(async () => {
    cuda.useDevice(undefined);
    await device.dispose();
  });

  it("the tutorial's DoubleOperation follows the addresses in device memory", async () => {
    const mod = await cuda.SourceModule(`
      struct DoubleOperation {
        int datalen, __padding; // so 64-bit ptrs can be aligned
        float *ptr;
      };
      __global__ void double_array(DoubleOperation *a) {
        a = &a[blockIdx.x];
        for (int idx = threadIdx.x; idx < a->datalen; idx += blockDim.x) a->ptr[idx] *= 2;
      }`);
    const arrays = [await cuda.toDevice(Float32Array.of(1, 2, 3)), await cuda.toDevice(Float32Array.of(0, 4))];
    const structs = cuda.memAlloc(32);
    const words = new BigUint64Array(4);
    for (const [i, { byteLength, address }] of arrays.entries()) words.set([BigInt(byteLength / 4), address], 2 * i);
    await cuda.memcpyHtod(structs, words);
    const doubleArray = mod.getFunction('double_array');
    doubleArray(structs, { block: [32, 1, 1], grid: [2, 1] });
    expect(await arrays[0]?.read(Float32Array)).toEqual(Float32Array.of(2, 4, 6));
    expect(await arrays[1]?.read(Float32Array)).toEqual(Float32Array.of(0, 8));
    // Only the second, by pointer arithmetic.
    doubleArray(structs.slice(16), { block: [32, 1, 1], grid: [1, 1] });
    expect(await arrays[0]?.read(Float32Array)).toEqual(Float32Array.of(2, 4, 6));
    expect(await arrays[1]?.read(Float32Array)).toEqual(Float32Array.of(0, 16));
  });
});
