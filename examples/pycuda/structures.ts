/** The tutorial's "Structures": structs in device memory that point to arrays, doubled by one kernel. */
import './skip-without-cuda';
import * as cuda from '@heddle/backend-cuda/pycuda';

await cuda.autoinit();

const mod = await cuda.SourceModule(`
  struct DoubleOperation {
    int datalen, __padding; // so 64-bit ptrs can be aligned
    float *ptr;
  };

  __global__ void double_array(DoubleOperation *a) {
    a = &a[blockIdx.x];
    for (int idx = threadIdx.x; idx < a->datalen; idx += blockDim.x) {
      float *a_ptr = a->ptr;
      a_ptr[idx] *= 2;
    }
  }
`);

const structBytes = 16;

class DoubleOpStruct {
  readonly data: cuda.DeviceAllocation;

  private constructor(data: cuda.DeviceAllocation) {
    this.data = data;
  }

  static async create(array: Float32Array, structPointer: cuda.DeviceAllocation): Promise<DoubleOpStruct> {
    const data = await cuda.toDevice(array);
    const struct = new DataView(new ArrayBuffer(structBytes));
    struct.setInt32(0, array.length, true);
    struct.setBigUint64(8, data.address, true);
    await cuda.memcpyHtod(structPointer, new Uint8Array(struct.buffer));
    return new DoubleOpStruct(data);
  }

  read(): Promise<Float32Array> {
    return this.data.read(Float32Array);
  }
}

const structs = cuda.memAlloc(2 * structBytes);
const array1 = await DoubleOpStruct.create(Float32Array.of(1, 2, 3), structs.slice(0, structBytes));
const array2 = await DoubleOpStruct.create(Float32Array.of(0, 4), structs.slice(structBytes));

const func = mod.getFunction('double_array');
func(structs, { block: [32, 1, 1], grid: [2, 1] });
console.log('doubled arrays', await array1.read(), await array2.read());

func(structs.slice(structBytes), { block: [32, 1, 1], grid: [1, 1] });
console.log('doubled second only', await array1.read(), await array2.read());

if ((await array1.read()).join() !== '2,4,6' || (await array2.read()).join() !== '0,16') throw new Error('not doubled');
