/** `peer-copies.mjs [backend]`: copies between all pairs of GPUs; skips, and says so, if there is only one. */
import { openDevice } from '@heddle/core';
import { severalGpus } from './several-gpus.mjs';

const name = process.argv[2] ?? 'nvrtc';
const { backend, count } = await severalGpus(name);
const length = 64 << 20;
const devices = await Promise.all(Array.from({ length: count }, (_, device) => openDevice(backend, { device })));
const host = Uint32Array.from({ length: length >> 2 }, (_, i) => i * 2654435761);
const sources = await Promise.all(devices.map((device) => device.upload(host)));
const targets = devices.map((device) => device.zeros('uint32', host.length + 2));
const measured = [];
let failed = 0;
for (const from of devices.keys()) {
  for (const to of devices.keys()) {
    if (from === to) continue;
    const [source, target] = [sources[from], targets[to]];
    const times = [];
    for (let i = 0; i < 8; i++) {
      const started = performance.now();
      await target.copyFromPeer(source, { offset: 1 });
      times.push(performance.now() - started);
    }
    const back = await target.read();
    const right =
      back[0] === 0 &&
      back[host.length + 1] === 0 &&
      Buffer.from(back.buffer, 4, length).equals(Buffer.from(host.buffer));
    if (!right) failed += 1;
    target.fill(0);
    await devices[to].synchronize();
    const rate = length / times.sort((a, b) => a - b)[4] / 1e6;
    console.log(`${from} to ${to}: ${right ? 'right' : 'FAILED: other bytes'} ${rate.toFixed(1)} GB/s`);
    if (from === 0 && to === 1)
      measured.push({ figure: 'peer copy, 64 MiB', who: 'heddle', value: rate, unit: 'GB/s' });
  }
}
// A kernel on each device at once, then its result handed around the ring of them.
const source = '__global__ void add(unsigned* x, unsigned by) { x[blockIdx.x * blockDim.x + threadIdx.x] += by; }';
const kernels = await Promise.all(devices.map(async (device) => (await device.compile(source)).kernel('add')));
const values = devices.map((device) => device.zeros('uint32', 256));
for (let step = 0; step < 2 * count; step++) {
  const [here, next] = [step % count, (step + 1) % count];
  kernels[here].launch({ grid: 1, block: 256 }, values[here], step + 1);
  await values[next].copyFromPeer(values[here]);
}
const sum = (2 * count * (2 * count + 1)) / 2;
const last = await values[0].read();
if (!last.every((value) => value === sum)) failed += 1;
console.log(`around ${count} devices: ${last[0]} of ${sum}`);
await Promise.all(devices.map((device) => device.dispose()));
console.log(`MEASURED ${JSON.stringify(measured)}`);
console.log(`peer copies of ${name}: ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
