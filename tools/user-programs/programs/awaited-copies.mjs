/** What an awaited upload or write has filled, and the zeros of `zeros`, as a kernel on a stream of one's own reads it. */
import { backend, device, end, expect, isOpenCl } from './report.mjs';

const source = isOpenCl
  ? '__kernel void k(__global const int* x, __global int* o) { o[get_global_id(0)] = x[get_global_id(0)]; }'
  : '__global__ void k(const int* x, int* o) { int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = x[i]; }';
const kernel = (await device.compile(source)).kernel('k');
const stream = device.createStream();
const rounds = 60;

async function wrongRounds(length, fill) {
  const out = device.allocate('int32', length);
  let wrong = 0;
  for (let round = 1; round <= rounds; round++) {
    const { buffer, value } = await fill(length, round);
    kernel.launch({ grid: length / 128, block: 128, stream }, buffer, out);
    if (!(await out.read({ stream })).every((each) => each === value)) wrong++;
    await device.synchronize();
  }
  return wrong;
}

const written = new Map();
const fills = {
  'await device.upload': async (length, value) => ({
    value,
    buffer: await device.upload(new Int32Array(length).fill(value)),
  }),
  'await buffer.write': async (length, value) => {
    if (!written.has(length)) written.set(length, device.allocate('int32', length));
    const buffer = written.get(length);
    await buffer.write(new Int32Array(length).fill(value));
    return { value, buffer };
  },
  'device.zeros': async (length) => ({ value: 0, buffer: device.zeros('int32', length) }),
};
for (const [name, fill] of Object.entries(fills))
  for (const length of [1024, 1 << 18, 1 << 20])
    await expect(`${name}, ${length} numbers, kernel on a stream`, 0, () => wrongRounds(length, fill));

if (backend === 'cuda') {
  const cuda = await import('@heddle/backend-cuda/pycuda');
  cuda.useDevice(device);
  const copy = (await cuda.SourceModule(source)).getFunction('k');
  await expect('PyCUDA’s memcpyHtod, then func(…, { stream })', 0, async () => {
    const length = 1 << 20;
    const x = cuda.memAlloc(4 * length);
    const o = cuda.memAlloc(4 * length);
    const host = new Int32Array(length);
    let wrong = 0;
    for (let round = 1; round <= rounds; round++) {
      await cuda.memcpyHtod(x, new Int32Array(length).fill(round));
      copy(x, o, { block: [128, 1, 1], grid: [length / 128, 1], stream });
      await stream.synchronize();
      await cuda.memcpyDtoh(host, o);
      if (!host.every((value) => value === round)) wrong++;
    }
    return wrong;
  });
}
await end();
