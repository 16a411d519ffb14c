/** `linking.mjs [backend]`: functions of one source called, and with link-time optimisation inlined, in another. */
import assert from 'node:assert/strict';
import { openDevice } from '@heddle/core';

const name = process.argv[2] ?? 'nvrtc';
const { backend } = await import(`@heddle/backend-${name}`);
const device = await openDevice(backend);
const callee = '__device__ float step(float x, int k) { return x * 0.5f + k; }';
const caller = `
extern __device__ float step(float x, int k);
extern "C" __global__ void walk(float* x, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = x[i];
  for (int k = 0; k < steps; k++) value = step(value, k & 7);
  x[i] = value;
}`;
const length = 1 << 20;
const steps = 2000;
const expected = new Float32Array(1);
for (let k = 0; k < steps; k++) expected[0] = Math.fround(expected[0] * 0.5 + (k & 7));

const milliseconds = {};
for (const linkTimeOptimization of [false, true]) {
  const started = performance.now();
  const module = await device.link([callee, caller], { linkTimeOptimization });
  const linked = performance.now() - started;
  const walk = module.kernel('walk');
  const x = device.zeros('float32', length);
  await walk.launch({ grid: length / 256, block: 256 }, x, steps);
  assert.ok(
    (await x.read()).every((value) => Math.abs(value - expected[0]) < 1e-4),
    'a linked kernel computed wrongly',
  );
  const stream = device.createStream();
  const [from, to] = [device.createEvent(), device.createEvent()];
  stream.record(from);
  for (let i = 0; i < 5; i++) walk.launch({ grid: length / 256, block: 256, stream }, x, steps);
  stream.record(to);
  await stream.synchronize();
  milliseconds[linkTimeOptimization] = to.millisecondsSince(from) / 5;
  const how = linkTimeOptimization ? 'link-time optimisation' : 'relocatable code';
  console.log(
    `${how}: linked in ${linked.toFixed(1)} ms, ${milliseconds[linkTimeOptimization].toFixed(3)} ms a launch`,
  );
}
console.log(`inlined ${(milliseconds.false / milliseconds.true).toFixed(2)}x as fast as called`);
await device.dispose();
