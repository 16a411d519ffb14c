/** The smallest whole program: open, compile or take from the cache, launch, print. Says where its time went. */
import { subscribe } from 'node:diagnostics_channel';
const started = performance.now();
const marks = {};
const mark = (name) => (marks[name] = Number((performance.now() - started).toFixed(2)));
const { openDevice } = await import('@heddle/core');
const { backend } = await import(`@heddle/backend-${process.argv[2] ?? 'nvrtc'}`);
mark('imported');
const device = await openDevice(backend);
mark('opened');
// Core tells of a compilation before what was compiled, or found, is loaded.
subscribe('heddle:compile', () => mark('found'));
const module = await device.compile(
  '__global__ void square(const float* x, float* y) { y[threadIdx.x] = x[threadIdx.x] * x[threadIdx.x]; }',
);
mark('loaded');
const x = await device.upload(Float32Array.from({ length: 32 }, (_, i) => i));
const y = device.allocate('float32', 32);
module.kernel('square').launch({ grid: 1, block: 32 }, x, y);
const result = await y.read();
mark('read');
console.log(
  JSON.stringify({ result: result[31], cached: module.cached, nodeStarted: Number(started.toFixed(1)), ...marks }),
);
await device.dispose();
