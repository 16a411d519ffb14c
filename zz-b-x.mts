import { openDevice } from '@heddle/core';
import * as G from '@heddle/gpuarray';
const device = await openDevice('host'); const ga = G.gpuArrays(device);
const u = () => ga.memoryStatistics.usedByteLength;
{ const z = ga.zeros(1_000_000, 'bool'); z.slice(5).fill(true); await ga.synchronize(); const b = u(); const [n] = await z.nonzero(); console.log('nonzero result', n!.byteLength, 'bytes; pool grew', u() - b); n!.dispose(); console.log('after dispose', u() - b); const c = u(); const q = await z.unique(); console.log('unique result', q.byteLength, 'pool grew', u() - c); }
for (const [n, f] of Object.entries({ full: () => ga.full(1_000_000, 0.5, 'int32'), linspace: () => ga.linspace(0, 1000, 100000, { dtype: 'uint8' }), arange: () => ga.arange(-3n, 2n ** 64n, 2n ** 60n), array: () => ga.array(new Float32Array(1_000_000), { shape: [3, 5] }), concat: () => 0 } as any)) { const b = u(); try { await (f as any)(); console.log(n, 'no error'); } catch (e: any) { console.log(n, e.code, 'leaked until GC', u() - b); } }
{ const b = u(); const v = ga.array({ data: new Float32Array(1_000_000), shape: [1000, 1000], strides: [1, 1000] } as any, { shape: 1_000_000 }); await ga.synchronize(); console.log('array strided + shape: pool', u() - b, 'array', v.byteLength); v.dispose(); console.log('  after dispose', u() - b); }
// mode
console.log('take mode raise', await ga.take(ga.array([10, 20, 30]), ga.array([5, -9]), { mode: 'raise' as any }).toArray());
console.log('fullLike', await ga.fullLike(ga.ones(2), 'a' as any).toArray(), await (ga.ones(2) as any).fill('a').toArray(), await (ga.ones(2,'int32') as any).fill(null).toArray().catch((e: any) => e.message));
// custom kernels vs reference
const sc = ga.scanKernel({ dtype: 'int32', arguments: 'const int *x, int *y', input: 'x[i]', scan: 'a + b', output: 'y[i] = item', neutral: '0' } as any); const xs = ga.random(1).integers(100003, -50, 50, { dtype: 'int32' }); const ys = ga.empty(100003, 'int32'); (sc as any)(xs, ys); const X = await xs.get(), Y = await ys.get(); let acc = 0, bad = 0; X.forEach((v: number, k: number) => { acc += v; if (Y[k] !== acc) bad++; }); console.log('scan bad', bad);
const rk = ga.reductionKernel({ in: 'T x, T y', out: 'T z', map: 'x > y ? x : y', reduce: 'a > b ? a : b', postMap: 'z = a', identity: '-1000' } as any); console.log('rk', String(await (rk as any)(xs.reshape(7, -1 as any).slice ? xs.slice([0, 100002]).reshape(6, 16667) : xs, ga.zeros([6, 1], 'int32'), { axis: 1 }).toArray()));
const ek = ga.elementwiseKernel('T x, raw T y, int32 k', 'T z', 'z = x + y[n - 1 - i] * k'); console.log('ek', await (ek as any)(ga.arange(6, { dtype: 'int16' }).reshape(2, 3).T, ga.arange(6, { dtype: 'int16' }), 10).toArray());
const pk: any = ga.elementwiseKernel('float *x', 'x[i] = 7'); const px = ga.zeros(6, 'float32'); pk.over({ start: -2, stop: 10 })(px); console.log('over -2..10', await px.toArray()); const p2 = ga.zeros(6, 'float32'); pk.over({ start: 5, stop: 0, step: -2 })(p2); console.log('over neg', await p2.toArray());
await device.dispose();
