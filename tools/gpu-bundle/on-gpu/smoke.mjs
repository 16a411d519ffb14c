/**
 * `smoke.mjs <backend>`: one thing after another, each announced before it is tried, so that after a crash the last
 * line says where. A failing one does not stop the rest.
 */
import { openDevice } from '@heddle/core';

const name = process.argv[2] ?? 'nvrtc';
const { backend } = await import(`@heddle/backend-${name}`);
let failed = 0;

async function stage(title, body, limit = 15000) {
  const started = performance.now();
  process.stdout.write(`${title} ... `);
  try {
    const timeout = new Promise((_, reject) =>
      setTimeout(() => reject(new Error('no end within its time')), limit).unref(),
    );
    const result = await Promise.race([body(), timeout]);
    console.log(
      `ok ${(performance.now() - started).toFixed(1)} ms ${result === undefined ? '' : JSON.stringify(result)}`,
    );
  } catch (error) {
    failed += 1;
    const { code, status, call, kernel, log } = error;
    const trace = String(error.stack ?? error)
      .split('\n')
      .filter((line) => !line.includes('node:internal'))
      .slice(0, 8);
    console.log(`FAILED ${trace.join('\n').slice(0, 1500)}\n${JSON.stringify({ code, status, call, kernel, log })}`);
  }
}

function equal(actual, expected, what = 'value') {
  if (Math.abs(actual - expected) > 1e-5 * Math.max(1, Math.abs(expected)))
    throw new Error(`${what} is ${actual}, not ${expected}`);
}

const source = `
#include <cooperative_groups.h>
namespace ns { template <class T> __global__ void scale(T a, const T* x, T* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i]; } }
__global__ void saxpy(float a, const float* x, float* y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = a * x[i] + y[i]; }
__constant__ float coefficients[4];
__global__ void weigh(float* y) { y[threadIdx.x] = coefficients[threadIdx.x]; }
__global__ void reverse(int* x) { extern __shared__ int s[]; s[threadIdx.x] = x[threadIdx.x]; __syncthreads();
  x[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; }
__global__ void gridsum(int* counters) { auto g = cooperative_groups::this_grid();
  if (threadIdx.x == 0) atomicAdd(&counters[0], 1); g.sync(); if (threadIdx.x == 0) atomicAdd(&counters[1], counters[0]); }
__global__ void sample(cudaTextureObject_t t, float* out) { out[threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, 1.5f); }
__global__ void paint(cudaSurfaceObject_t s) { surf2Dwrite((float)threadIdx.x, s, threadIdx.x * 4, 0); }
__global__ void spin(long long cycles) { long long t = clock64(); while (clock64() - t < cycles); }
__global__ void crash(int* p) { p[0] = 1; }
`;

let device, module, x, y;
const n = 1 << 20;
await stage('probe', () => backend.probe());
await stage('open', async () => {
  device = await openDevice(backend);
  const { name, architecture, driverVersion, limits, multiprocessors } = device.properties;
  return { name, architecture, driverVersion, limits, multiprocessors, capabilities: [...device.capabilities] };
});
if (!device) process.exit(1);
await stage('memory info', async () => device.memoryInfo());
await stage('allocate and fill', async () => {
  x = device.allocate('float32', n);
  y = device.zeros('float32', n);
  x.fillPattern(Float32Array.of(2));
});
await stage('read', async () => equal((await x.read())[n - 1], 2));
await stage('write 64 bytes, 4 KiB, 4 MiB, 96 MiB and read back', async () => {
  for (const length of [16, 1024, n, 24 * n]) {
    const host = Float32Array.from({ length }, (_, i) => i % 1000);
    const buffer = await device.upload(host);
    const back = await buffer.read();
    for (const i of [0, 1, length >> 1, length - 1]) equal(back[i], host[i], `element ${i} of ${length}`);
    buffer.dispose();
  }
});
await stage('fill patterns of 1 to 16 bytes', async () => {
  const buffer = device.allocate('uint8', 16 * 100);
  for (const bytes of [1, 2, 4, 8, 16]) {
    buffer.fillPattern(Uint8Array.from({ length: bytes }, (_, i) => i + 1));
    (await buffer.read()).forEach((value, i) => equal(value, (i % bytes) + 1, `byte ${i}`));
  }
});
await stage('compile', async () => {
  module = await device.compile(source, { names: ['ns::scale<float>', 'ns::scale<double>'], cache: false });
  return { entryNames: module.artifact.entryNames, format: module.artifact.format, log: module.log };
});
if (!module) process.exit(1);
await stage('compile through the cache', async () => {
  const again = await device.compile(source, { names: ['ns::scale<float>', 'ns::scale<double>'] });
  const cached = await device.compile(source, { names: ['ns::scale<float>', 'ns::scale<double>'] });
  return { first: again.cached, second: cached.cached };
});
await stage('a compile error shows the line', async () => {
  const error = await device
    .compile('__global__ void f(int* x) {\n  x[0] = nonsense;\n}', { cache: false })
    .catch((e) => e);
  if (error.code !== 'COMPILE' || !error.excerpt?.includes('nonsense')) throw error;
  return error.message.split('\n')[0];
});
await stage('a wrong name expression tells the right ones', async () => {
  const error = await device.compile(source, { names: ['ns::scal<float>'], cache: false }).catch((e) => e);
  if (error.code !== 'COMPILE') throw error;
  return error.message;
});
await stage('attributes', async () => module.kernel('saxpy').attributes);
await stage('launch', async () => {
  module.kernel('saxpy').launch({ grid: n / 256, block: 256 }, 3, x, y, n);
  equal((await y.read())[n - 1], 6);
});
await stage('bind and launch 1000 times', async () => {
  y.fill(0);
  const saxpy = module.kernel('saxpy').bind({ grid: n / 256, block: 256 });
  for (let i = 0; i < 1000; i++) saxpy(1, x, y, n);
  equal((await y.read())[5], 2000);
});
await stage('launch and copy while another context is current, or none', async () => {
  const { cuda, initialize } = await import('@heddle/simt-driver');
  const { functions } = await initialize(cuda);
  const saxpy = module.kernel('saxpy').bind({ grid: n / 256, block: 256 });
  y.fill(0);
  functions.contextSetCurrent(0n);
  saxpy(1, x, y, n);
  device.defaultStream.record();
  await device.synchronize();
  const other = new BigUint64Array(1);
  functions.contextCreate(other, 0, 0);
  saxpy(1, x, y, n);
  device.defaultStream.record();
  await device.synchronize();
  functions.contextSetCurrent(other[0]);
  saxpy(1, x, y, n);
  device.defaultStream.synchronizeBlocking();
  functions.contextSetCurrent(other[0]);
  equal((await y.read())[n - 1], 6);
  functions.contextDestroy(other[0]);
});
await stage('large copies keep their place in the stream, and leave the event loop alone', async () => {
  const length = 24 << 20;
  const [a, b] = [device.allocate('float32', length), device.zeros('float32', length)];
  const host = new Float32Array(length).fill(3);
  await a.write(host);
  let [turns, last, longest] = [0, performance.now(), 0];
  const timer = setInterval(() => {
    turns += 1;
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  module.kernel('spin').launch({ grid: 1, block: 1 }, 60_000_000);
  const called = performance.now();
  const written = a.write(host.fill(5));
  module.kernel('saxpy').launch({ grid: length / 256, block: 256 }, 2, a, b, length);
  const read = b.read();
  module.kernel('saxpy').launch({ grid: length / 256, block: 256 }, 2, a, b, length);
  const enqueued = performance.now() - called;
  const [result] = await Promise.all([read, written]);
  clearInterval(timer);
  for (const i of [0, 1, length >> 1, length - 1]) equal(result[i], 10, `element ${i}`);
  equal((await b.read({ offset: length - 1 }))[0], 20);
  a.dispose();
  b.dispose();
  return { enqueued, turns, longest };
});
await stage('template by name expression', async () => {
  module.kernel('ns::scale<float>').launch({ grid: n / 256, block: 256 }, 5, x, y, n);
  equal((await y.read())[7], 10);
});
await stage('time on the device', async () => {
  const times = await module.kernel('saxpy').time({ grid: n / 256, block: 256, count: 600 }, 0, x, y, n);
  const sorted = [...times].sort((a, b) => a - b);
  return { least: sorted[0], median: sorted[300], most: sorted[599] };
});
await stage('a wait of 50 ms does not hold the event loop', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const start = device.defaultStream.record();
  module.kernel('spin').launch({ grid: 1, block: 1 }, 90_000_000);
  const end = device.defaultStream.record();
  const t = performance.now();
  await device.synchronize();
  clearInterval(timer);
  const waited = performance.now() - t;
  if (turns < 10) throw new Error(`the event loop turned ${turns} times in ${waited} ms`);
  return { kernelMs: end.millisecondsSince(start), waited, turns };
});
await stage('constant memory', async () => {
  await module.global('coefficients', 'float32').write(Float32Array.of(1, 2, 3, 4));
  module.kernel('weigh').launch({ grid: 1, block: 4 }, y);
  equal((await y.read({ length: 4 }))[3], 4);
});
await stage('dynamic shared memory above 48 KiB', async () => {
  const z = await device.upload(Int32Array.from({ length: 1024 }, (_, i) => i));
  module.kernel('reverse').launch({ grid: 1, block: 1024, sharedBytes: 100 * 1024 }, z);
  equal((await z.read())[0], 1023);
});
await stage('cooperative launch', async () => {
  const counters = device.zeros('int32', 2);
  const blocks = device.properties.multiprocessors;
  module.kernel('gridsum').launch({ grid: blocks, block: 64, cooperative: true }, counters);
  equal((await counters.read())[1], blocks * blocks);
});
await stage('occupancy', async () => module.kernel('saxpy').residentBlocks(256));
await stage('pinned memory', async () => {
  const pinned = device.allocate('float32', n, { kind: 'pinned' });
  pinned.hostView().fill(7);
  await y.write(pinned.hostView());
  module.kernel('saxpy').launch({ grid: n / 256, block: 256 }, 1, pinned, y, n);
  await y.readInto(pinned.hostView());
  equal(pinned.hostView()[n - 1], 14);
  const view = pinned.hostView();
  pinned.dispose();
  return { lengthAfterDispose: view.length };
});
await stage('managed memory', async () => {
  if (!device.has('managed-memory')) return 'not declared';
  const managed = device.allocate('float32', 1024, { kind: 'managed' });
  managed.hostView().fill(1);
  module.kernel('saxpy').launch({ grid: 4, block: 256 }, 1, managed, managed, 1024);
  await device.synchronize();
  equal(managed.hostView()[1023], 2);
  managed.dispose();
});
await stage('rectangle copy', async () => {
  const host = Uint8Array.from({ length: 64 }, (_, i) => i);
  const box = device.zeros('uint8', 64);
  await device.copyRectangle({
    extent: [4, 2, 2],
    source: { memory: host, rowPitch: 8, slicePitch: 32, origin: [1, 1, 0] },
    destination: { memory: box, rowPitch: 8, slicePitch: 32 },
  });
  const back = await box.read();
  equal(back[0], 9);
  equal(back[8], 17);
  equal(back[32], 41);
});
await stage('texture', async () => {
  const texture = device.createTexture({ extents: [8, 4], dtype: 'float32', filterMode: 'linear' });
  await texture.write(Float32Array.from({ length: 32 }, (_, i) => i));
  equal((await texture.read())[31], 31);
  module.kernel('sample').launch({ grid: 1, block: 8 }, texture, y);
  equal((await y.read({ length: 8 }))[3], 11);
  texture.dispose();
});
await stage('surface', async () => {
  const texture = device.createTexture({ extents: [8, 4], dtype: 'float32', writable: true });
  await texture.write(new Float32Array(32));
  module.kernel('paint').launch({ grid: 1, block: 8 }, texture.surface);
  equal((await texture.read())[5], 5);
});
await stage('streams and events', async () => {
  const stream = device.createStream({ priority: -1 });
  module.kernel('saxpy').launch({ grid: n / 256, block: 256, stream }, 0, x, x, n);
  const event = stream.record();
  device.defaultStream.waitFor(event);
  await Promise.all([stream.synchronize(), event.synchronize(), device.synchronize()]);
  let called = false;
  stream.onReached(() => (called = true));
  await stream.synchronize();
  await new Promise((resolve) => setTimeout(resolve, 5));
  if (!called) throw new Error('the host callback was not called');
  stream.dispose();
});
await stage('graph', async () => {
  const stream = device.createStream();
  y.fill(0);
  await device.synchronize();
  const graph = stream.capture(() => module.kernel('saxpy').launch({ grid: n / 256, block: 256, stream }, 1, x, y, n));
  for (let i = 0; i < 10; i++) graph.launch(stream);
  await stream.synchronize();
  equal((await y.read({ length: 1 }))[0], 20);
  graph.dispose();
});
await stage('load the binary again', async () => {
  const loaded = await device.load(module.artifact, { source });
  loaded.kernel('saxpy').launch({ grid: 1, block: 32 }, 1, x, y, 32);
  await device.synchronize();
  loaded.dispose();
});
await stage('a truncated binary and a missing kernel', async () => {
  const { format, bytes } = module.artifact;
  const truncated = await device.load({ format, bytes: bytes.slice(0, bytes.length >> 1) }).catch((e) => e);
  if (truncated.code !== 'CORRUPT') throw truncated;
  const loaded = await device.load({ format, bytes });
  try {
    loaded.kernel('nosuch', { signature: 'int n' });
  } catch (error) {
    if (error.code !== 'ARGUMENT') throw error;
    return error.message;
  }
});
await stage('1000 cycles of allocate, launch, dispose', async () => {
  const before = device.memoryInfo().freeBytes;
  for (let i = 0; i < 1000; i++) {
    const buffer = device.zeros('float32', 1 << 16);
    module.kernel('saxpy').launch({ grid: 16, block: 256 }, 1, buffer, buffer, 4096);
    buffer.dispose();
    if (i % 100 === 0) await device.synchronize();
  }
  await device.synchronize();
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { grownBytes: before - device.memoryInfo().freeBytes, handles: device.openHandles() };
});
await stage('a fault names its launch and leaves the process alive', async () => {
  module.kernel('crash').launch({ grid: 1, block: 1 }, null);
  const error = await device.synchronize().catch((e) => e);
  if (error?.code !== 'DEVICE_LOST') throw new Error(`no DEVICE_LOST: ${String(error)}`);
  return { message: error.message, kernel: error.kernel };
});
await stage('reset', async () => {
  if (!device.has('reset')) return 'not declared';
  await device.reset();
  const again = await device.compile(source, { names: ['ns::scale<float>'] });
  const z = device.zeros('float32', 32);
  again.kernel('weigh').launch({ grid: 1, block: 4 }, z);
  equal((await z.read())[0], 0);
});
await stage('dispose', () => device.dispose());
console.log(`smoke of ${name}: ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
