/**
 * What elementwise operations move, against a peer of the same run: on a CPU an OpenMP loop of the same compiler, and
 * on OpenCL the hand-written kernel; on a GPU a copy on the device.
 *
 *     HEDDLE_BACKEND=host npx tsx packages/gpuarray/bench/elementwise.bench.ts
 *     HEDDLE_BACKEND=opencl npx tsx packages/gpuarray/bench/elementwise.bench.ts
 *     HEDDLE_BACKEND=cuda HEDDLE_BENCH_LOG2=28 npx tsx packages/gpuarray/bench/elementwise.bench.ts
 */
import { openDevice, type Device } from '@heddle/core';
import { gpuArrays, type GpuArray } from '@heddle/gpuarray';

const size = 2 ** Number(process.env['HEDDLE_BENCH_LOG2'] ?? 24);

/** The same work by a kernel written for the purpose: what there is to be had. */
async function handWritten(device: Device, x: GpuArray, y: GpuArray, z: GpuArray): Promise<() => void> {
  const source: string = `KERNEL void axpy(float a, GLOBAL const float* x, GLOBAL const float* y, GLOBAL float* z, INT64 n) {
    INT64 i = (INT64)GLOBAL_INDEX(0);
    if (i < n) z[i] = a * x[i] + y[i];
  }`;
  const kernel = (await device.compile(source)).kernel('axpy');
  const launch = kernel.bind({ grid: Math.ceil(size / 256), block: 256 });
  return () => {
    launch(2.5, x, y, z, size);
  };
}

/** An OpenMP loop by the backend's own C++ compiler, if it has plain functions. */
async function openMp(device: Device, data: readonly Float32Array[]): Promise<number | undefined> {
  if (!device.has('plain-functions') || !device.compiles('c++')) return undefined;
  const source: string = `#include <chrono>
extern "C" double axpy(float a, const float* x, const float* y, float* z, long long n) {
  double best = 1e30;
  for (int round = 0; round < 20; round++) {
    auto started = std::chrono::steady_clock::now();
    #pragma omp parallel for simd
    for (long long i = 0; i < n; i++) z[i] = a * x[i] + y[i];
    std::chrono::duration<double> taken = std::chrono::steady_clock::now() - started;
    if (taken.count() < best) best = taken.count();
  }
  return best;
}`;
  const module = await device.compile(source, { language: 'c++', options: ['-fopenmp', '-O3', '-march=native'] });
  const seconds = await module.function('axpy').call(2.5, ...data, size);
  return (12 * size) / Number(seconds) / 1e9;
}

/** What the design asks for on a CPU: so many times the peer's figure, or so many GB/s, if that is named too. */
interface Limit {
  readonly ratio: number;
  readonly orFigure?: number;
}

function row(what: string, figure: number, peer: number | undefined, peerName: string, limit?: Limit): void {
  const against = peer === undefined ? '' : `${peer.toFixed(1).padStart(8)} ${(figure / peer).toFixed(2)}x ${peerName}`;
  console.log(`${what.padEnd(44)} ${figure.toFixed(1).padStart(8)} GB/s ${against}${verdict(figure, peer, limit)}`);
}

function verdict(figure: number, peer: number | undefined, limit: Limit | undefined): string {
  if (limit === undefined || peer === undefined) return '';
  const { ratio, orFigure = Infinity } = limit;
  const asked = orFigure === Infinity ? `${ratio}x` : `${ratio}x or ${orFigure} GB/s`;
  return `, asked for ${asked}: ${figure >= ratio * peer || figure >= orFigure ? 'met' : 'MISSED'}`;
}

const device = await openDevice();
const ga = gpuArrays(device);
console.log(`${device.backend}, ${device.name}, 2^${Math.log2(size)} float32`);
/** Gigabytes per second of the best of several rounds, each of several calls between two waits. */
async function bandwidth(bytes: number, call: () => void): Promise<number> {
  let best = 0;
  for (let round = 0; round < 8; round++) {
    await ga.synchronize();
    const calls = round === 0 ? 1 : 5;
    const started = process.hrtime.bigint();
    for (let k = 0; k < calls; k++) call();
    await ga.synchronize();
    best = Math.max(best, (bytes * calls) / Number(process.hrtime.bigint() - started));
  }
  return best;
}

const host = [0, 1, 2].map(() => Float32Array.from({ length: Math.min(size, 2 ** 24) }, Math.random));
const [x, y] = [ga.ones(size, 'float32'), ga.ones(size, 'float32')];
const z = ga.empty(size, 'float32');
await ga.synchronize();

const byHand = await bandwidth(12 * size, await handWritten(device, x, y, z));
const copy = await bandwidth(8 * size, () => z.buffer.copyFrom(x.buffer));
row('copy on the device', copy, undefined, '');
row('a*x + y, kernel written by hand', byHand, copy, 'of the copy');
const evaluated = await bandwidth(12 * size, () => ga.evaluateInto(z)`2.5 * ${x} + ${y}`);
const cpu = device.properties.type !== 'gpu';
const onPocl = cpu && device.compiles('opencl') ? { ratio: 0.85, orFigure: 25 } : undefined;
row('a*x + y, evaluate', evaluated, byHand, 'of the hand-written kernel', onPocl);
const loop = size <= 2 ** 24 ? await openMp(device, host) : undefined;
if (loop !== undefined) row('a*x + y, evaluate', evaluated, loop, 'of an OpenMP loop', { ratio: 0.9 });
const kernel = ga.elementwiseKernel('float a, const float *x, const float *y, float *z', 'z[i] = a * x[i] + y[i]');
row(
  'a*x + y, elementwise kernel',
  await bandwidth(12 * size, () => kernel(2.5, x, y, z)),
  byHand,
  'of the hand-written kernel',
);
row('x + y', await bandwidth(12 * size, () => void ga.add(x, y, { out: z })), byHand, 'of the hand-written kernel');
const side = 2 ** Math.floor(Math.log2(size) / 2);
const [square, target] = [x.slice([0, side * side]).reshape(side, side), z.slice([0, side * side]).reshape(side, side)];
row('transposed copy', await bandwidth(8 * side * side, () => void target.assign(square.T)), copy, 'of the copy');
const rows = x.slice([0, side]);
row(
  'matrix + row',
  await bandwidth(8 * side * side, () => void ga.add(square, rows, { out: target })),
  copy,
  'of the copy',
);
await device.dispose();
