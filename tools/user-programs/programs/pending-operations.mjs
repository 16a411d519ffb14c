/** A kernel of one's own on an array whose operation may still be waiting for its kernel to be compiled. */
import { gpuArrays } from '@heddle/gpuarray';
import { backend, device, end, expect, isOpenCl } from './report.mjs';

const ga = gpuArrays(device);
const source = isOpenCl
  ? '__kernel void inc(__global float* x) { x[get_global_id(0)] += 1; }'
  : '__global__ void inc(float* x) { x[threadIdx.x] += 1; }';
const inc = (await device.compile(source)).kernel('inc');
const shape = { grid: 1, block: 4 };
// Numbers of an expression are part of its kernel: no process has compiled this one before.
let fresh = Date.now() % 100_000;
const operation = () => ga.evaluate`${ga.arange(4, 'float32')} * 3 + ${fresh} + ${ga.zeros(4, 'float32')}`;
const wanted = (added) => [0, 3, 6, 9].map((value) => value + fresh + added);

for (const round of ['first time', 'second time']) {
  await expect(`launch on the result of an operation, ${round}`, wanted(1), async () => {
    const x = operation();
    inc.launch(shape, x);
    return [...(await x.get())];
  });
}

fresh += 1;
await expect('bound launch between two operations', [wanted(2), wanted(1)], async () => {
  const bound = inc.bind(shape);
  const x = operation();
  bound(x);
  const y = ga.evaluate`${x} + 1`;
  return [[...(await y.get())], [...(await x.get())]];
});

fresh += 1;
await expect('copy into a buffer after the launch, on a stream', wanted(1), async () => {
  const copy = device.allocate('float32', 4);
  const stream = device.createStream();
  const x = operation();
  inc.launch({ ...shape, stream }, x);
  copy.copyFrom(x.buffer.slice(0, copy.byteLength).as('float32'), { stream });
  const event = stream.record();
  stream.dispose();
  await event.synchronize();
  return [...(await copy.read())];
});

if (backend === 'cuda') {
  const cuda = await import('@heddle/backend-cuda/pycuda');
  cuda.useDevice(device);
  const func = (await cuda.SourceModule(source)).getFunction('inc');
  fresh += 1;
  await expect('PyCUDA’s func(x, { block })', wanted(1), async () => {
    const x = operation();
    func(x, { block: [4, 1, 1], grid: [1, 1] });
    return [...(await x.get())];
  });
}
if (backend === 'nvrtc') {
  const cp = await import('@heddle/backend-nvrtc/cupy');
  cp.useDevice(device);
  const kernel = new cp.RawKernel(source, 'inc');
  fresh += 1;
  await expect('CuPy’s kernel(grid, block, [x])', wanted(1), async () => {
    await kernel.compile();
    const x = operation();
    await kernel([1], [4], [x]);
    return [...(await x.get())];
  });
}
await end();
