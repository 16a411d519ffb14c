/** What the default stream does after work of another stream, and what `device.synchronize()` waits for. */
import { device, end, expect, isOpenCl } from './report.mjs';

// Each thread stores 2,000 times before its last value, so that a stream that does not wait sees another.
const body = (index) => `int i = ${index}; for (int r = 0; r < 2000; r++) o[i] = r; o[i] = value;`;
const source = isOpenCl
  ? `__kernel void slow(__global volatile int* o, int value) { ${body('get_global_id(0)')} }`
  : `__global__ void slow(volatile int* o, int value) { ${body('blockIdx.x * blockDim.x + threadIdx.x')} }`;
const kernel = (await device.compile(source)).kernel('slow');
const length = 1 << 16;
const stream = device.createStream();

async function wrongRounds(look) {
  const o = device.zeros('int32', length);
  await o.read();
  let wrong = 0;
  for (let round = 1; round <= 20; round++) {
    kernel.launch({ grid: length / 128, block: 128, stream }, o, round);
    if (!(await look(o)).every((value) => value === round)) wrong++;
    await stream.synchronize();
  }
  return wrong;
}

await expect('read() on the default stream after a launch on another', 0, () => wrongRounds((o) => o.read()));
await expect('device.synchronize() waits for all streams', 0, () =>
  wrongRounds(async (o) => {
    await device.synchronize();
    const aside = device.createStream({ nonBlocking: true });
    const values = await o.read({ stream: aside });
    aside.dispose();
    return values;
  }),
);
await expect('copyFrom() on the default stream, then a read of the copy', 0, async () => {
  const copy = device.zeros('int32', length);
  return wrongRounds(async (o) => {
    copy.copyFrom(o);
    return copy.read();
  });
});
await end();
