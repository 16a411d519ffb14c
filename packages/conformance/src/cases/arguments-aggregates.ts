/** Vectors and structs by value, and pointers. */
import { casesOf } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;

export const aggregateArgumentCases = casesOf('arguments', [
  {
    id: 'vector-float4',
    title: 'float2 and float4 by value, passed as arrays or typed arrays',
    source: {
      portable: `
KERNEL void k(GLOBAL float* out, float2 a, int between, float4 b) {
  out[0] = a.x; out[1] = a.y; out[2] = (float)between; out[3] = b.x; out[4] = b.y; out[5] = b.z; out[6] = b.w;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('float32', 7);
      module.kernel('k').launch(one, out, [1, 2], 3, Float32Array.of(4, 5, 6, 7));
      check.arrayEqual(await out.read(), [1, 2, 3, 4, 5, 6, 7]);
    },
  },
  {
    id: 'vector-float3',
    title: 'float3 by value, and what follows it, lie where the language puts them',
    source: {
      portable: `
KERNEL void k(GLOBAL float* out, float3 a, float b, float3 c, short d) {
  out[0] = a.x; out[1] = a.y; out[2] = a.z; out[3] = b; out[4] = c.x; out[5] = c.y; out[6] = c.z; out[7] = (float)d;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('float32', 8);
      module.kernel('k').launch(one, out, [1, 2, 3], 4, [5, 6, 7], 8);
      check.arrayEqual(await out.read(), [1, 2, 3, 4, 5, 6, 7, 8]);
    },
  },
  {
    id: 'vector-integers',
    title: 'int2, uint4 and char4 by value',
    source: {
      cuda: `
__global__ void k(int* out, int2 a, uint4 b, char4 c) {
  out[0] = a.x; out[1] = a.y; out[2] = (int)b.w; out[3] = c.x; out[4] = c.w;
}
`,
      opencl: `
__kernel void k(__global int* out, int2 a, uint4 b, char4 c) {
  out[0] = a.x; out[1] = a.y; out[2] = (int)b.w; out[3] = c.x; out[4] = c.w;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 5);
      module.kernel('k').launch(one, out, [-1, 2], [3, 4, 5, 6], [-7, 8, 9, 10]);
      check.arrayEqual(await out.read(), [-1, 2, 6, -7, 10]);
    },
  },
  {
    id: 'struct',
    title: 'a struct by value is passed as an object, padding and all',
    source: {
      portable: `
typedef struct { signed char tag; INT64 big; short pair[2]; float weight; unsigned char last; } Record;
KERNEL void k(GLOBAL INT64* out, Record r, int after) {
  out[0] = r.tag; out[1] = r.big; out[2] = r.pair[0]; out[3] = r.pair[1];
  out[4] = (INT64)(r.weight * 4.0f); out[5] = r.last; out[6] = after;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int64', 7);
      const record = { tag: -1, big: 2n ** 62n, pair: [-3, 4], weight: 1.25, last: 200 };
      module.kernel('k').launch(one, out, record, 77);
      check.arrayEqual(await out.read(), [-1n, 2n ** 62n, -3n, 4n, 5n, 200n, 77n]);
    },
  },
  {
    id: 'struct-nested',
    title: 'structs in structs, and arrays of them, keep their layout',
    source: {
      portable: `
typedef struct { short x; INT64 y; } Inner;
typedef struct { unsigned char head; Inner one; Inner many[2]; int matrix[2][3]; } Outer;
KERNEL void k(GLOBAL INT64* out, int before, Outer o) {
  out[0] = o.head; out[1] = o.one.x; out[2] = o.one.y; out[3] = o.many[0].x; out[4] = o.many[1].y;
  out[5] = o.matrix[0][2]; out[6] = o.matrix[1][0]; out[7] = before;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int64', 8);
      const outer = {
        head: 9,
        one: { x: -2, y: 3 },
        many: [
          { x: 4, y: 5 },
          { x: 6, y: 7 },
        ],
        matrix: [
          [1, 2, 30],
          [40, 5, 6],
        ],
      };
      module.kernel('k').launch(one, out, -1, outer);
      check.arrayEqual(await out.read(), [9n, -2n, 3n, 4n, 7n, 30n, 40n, -1n]);
    },
  },
  {
    id: 'struct-bytes',
    title: 'a struct by value may be passed as its bytes',
    source: {
      portable: `
typedef struct { int a; float b; } Pair;
KERNEL void k(GLOBAL float* out, Pair p) { out[0] = (float)p.a; out[1] = p.b; }
`,
    },
    run: async ({ zeros, check }, module) => {
      const out = zeros('float32', 2);
      const bytes = new DataView(new ArrayBuffer(8));
      bytes.setInt32(0, -12, true);
      bytes.setFloat32(4, 0.5, true);
      module.kernel('k').launch(one, out, new Uint8Array(bytes.buffer));
      check.arrayEqual(await out.read(), [-12, 0.5]);
    },
  },
  {
    id: 'pointer-null',
    title: 'null is a null pointer',
    source: { portable: 'KERNEL void k(GLOBAL int* out, GLOBAL const float* x) { out[0] = x == 0 ? 1 : 2; }' },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 1);
      module.kernel('k').launch(one, out, null);
      check.arrayEqual(await out.read(), [1]);
      module.kernel('k').launch(one, out, zeros('float32', 1));
      check.arrayEqual(await out.read(), [2]);
    },
  },
  {
    id: 'pointer-order',
    title: 'each pointer is the buffer that was passed for it',
    source: {
      portable: `
KERNEL void k(GLOBAL int* a, GLOBAL int* b, GLOBAL int* c, GLOBAL int* d) {
  a[0] = 1; b[0] = 2; c[0] = 3; d[0] = 4;
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const buffers = [1, 2, 3, 4].map(() => zeros('int32', 1));
      module.kernel('k').launch(one, ...buffers);
      for (const [i, buffer] of buffers.entries()) check.arrayEqual(await buffer.read(), [i + 1], `buffer ${i}`);
    },
  },
  {
    id: 'view',
    title: 'a view with an offset is passed from its first element on',
    source: { portable: 'KERNEL void k(GLOBAL int* x, int n) { for (int i = 0; i < n; i++) x[i] += 100 + i; }' },
    run: async ({ device, upload, check }, module) => {
      // In steps that the device can express: sub-buffers begin at multiples.
      const step = Math.max(1, device.properties.offsetAlignment / 4);
      const buffer = await upload(Int32Array.from({ length: 4 * step }, (_, i) => i));
      module.kernel('k').launch(one, buffer.slice(2 * step, 3 * step), step);
      const expected = Int32Array.from({ length: 4 * step }, (_, i) =>
        i >= 2 * step && i < 3 * step ? i + 100 + (i - 2 * step) : i,
      );
      check.arrayEqual(await buffer.read(), expected);
    },
  },
  {
    id: 'view-of-view',
    title: 'a view of a view starts where both offsets together lead',
    source: { portable: 'KERNEL void k(GLOBAL int* x) { x[0] = 7; }' },
    run: async ({ device, zeros, check }, module) => {
      const step = Math.max(1, device.properties.offsetAlignment / 4);
      const buffer = zeros('int32', 4 * step);
      module.kernel('k').launch(one, buffer.slice(step).slice(2 * step));
      const values = await buffer.read();
      check.equal(values.indexOf(7), 3 * step, 'the element written');
    },
  },
  {
    id: 'view-any-offset',
    title: 'where pointers are plain addresses, a view may begin at any element',
    requires: ['device-pointers'],
    source: { portable: 'KERNEL void k(GLOBAL unsigned char* x) { x[0] = 9; }' },
    run: async ({ zeros, check }, module) => {
      const buffer = zeros('uint8', 16);
      module.kernel('k').launch(one, buffer.slice(1));
      module.kernel('k').launch(one, buffer.slice(7));
      check.arrayEqual(await buffer.read(), [0, 9, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0]);
    },
  },
  {
    id: 'pointers-in-structs',
    title: 'structs in device memory point to other memory by its address, structs by value by the buffer',
    requires: ['device-pointers'],
    source: {
      cuda: `
struct Job { int length; float* data; };
__global__ void k(const Job* jobs, Job last) {
  Job job = blockIdx.x < 2 ? jobs[blockIdx.x] : last;
  for (int i = threadIdx.x; i < job.length; i += blockDim.x) job.data[i] *= 2;
}
`,
    },
    run: async ({ upload, check }, module) => {
      const data = await Promise.all([[1, 2, 3], [4], [5, 6]].map((values) => upload(Float32Array.from(values))));
      const bytes = new DataView(new ArrayBuffer(32));
      for (const [i, { length, address }] of data.slice(0, 2).entries()) {
        bytes.setInt32(16 * i, length, true);
        bytes.setBigUint64(16 * i + 8, address, true);
      }
      const jobs = await upload(new Uint8Array(bytes.buffer));
      module.kernel('k').launch({ grid: 3, block: 2 }, jobs, { length: 2, data: data[2] });
      for (const [i, expected] of [[2, 4, 6], [8], [10, 12]].entries()) {
        check.arrayEqual((await data[i]?.read()) ?? [], expected, `what job ${i} points to`);
      }
    },
  },
  {
    id: 'view-misaligned',
    title: 'a view whose offset the device cannot express is refused',
    source: { portable: 'KERNEL void k(GLOBAL unsigned char* x) { x[0] = 9; }' },
    unless: (device) => (device.properties.offsetAlignment <= 1 ? 'the device takes every offset' : undefined),
    run: async ({ device, zeros, check }, module) => {
      const buffer = zeros('uint8', 4 * device.properties.offsetAlignment);
      check.throws('ARGUMENT', () => module.kernel('k').launch(one, buffer.slice(1)));
    },
  },
  {
    id: 'raw-memory',
    title: 'raw memory, and memory seen as another type, is taken by pointers',
    source: { portable: 'KERNEL void k(GLOBAL float* x, GLOBAL unsigned int* y) { x[0] = 1.0f; y[1] = 0x40000000u; }' },
    run: async ({ device, own, zeros, check }, module) => {
      const raw = own(device.allocate(8));
      raw.fill(0);
      module.kernel('k').launch(one, raw, raw);
      check.arrayEqual(await raw.read(Float32Array), [1, 2]);
      const floats = zeros('float32', 2);
      module.kernel('k').launch(one, floats, floats.as('uint32'));
      check.arrayEqual(await floats.read(), [1, 2]);
    },
  },
  {
    id: 'foreign-memory',
    title: 'an object that shows device memory by the registered symbol is taken as a buffer',
    source: { portable: 'KERNEL void k(GLOBAL int* x) { x[0] = 5; }' },
    run: async ({ zeros, check }, module) => {
      const buffer = zeros('int32', 1);
      const method = Symbol.for('heddle.buffer');
      const foreign = { [method]: () => (buffer as unknown as Record<symbol, () => unknown>)[method]?.() };
      module.kernel('k').launch(one, foreign);
      check.arrayEqual(await buffer.read(), [5]);
    },
  },
  {
    id: 'explicit-signature',
    title: 'a signature given by hand replaces the one of the source',
    source: { portable: 'KERNEL void k(GLOBAL int* out, int a, float b) { out[0] = a + (int)b; }' },
    run: async ({ zeros, check }, module) => {
      const out = zeros('int32', 1);
      module.kernel('k', { signature: 'int* out, int a, float b' }).launch(one, out, 3, 4.5);
      check.arrayEqual(await out.read(), [7]);
    },
  },
  {
    id: 'one-array-twice',
    title: 'an array given for two parameters is one memory: a thread reads by one what it wrote by the other',
    source: {
      portable: `
KERNEL void k(GLOBAL int* a, GLOBAL int* b, int n) {
  int i = (int)GLOBAL_INDEX(0);
  if (i >= n) return;
  a[3 * i] = 5 * i;
  int first = b[3 * i];
  a[3 * i + 1] = first + 1;
  int second = b[3 * i + 1];
  b[3 * i + 2] = first + second;
  if (a[3 * i + 2] > 99) a[3 * i] = -b[3 * i + 2];
}
`,
    },
    run: async ({ zeros, check }, module) => {
      const n = 777;
      const x = zeros('int32', 3 * n);
      module.kernel('k').launch({ grid: 8, block: 100 }, x, x, n);
      const expected = Int32Array.from({ length: 3 * n }, (_, at) => {
        const [i, place] = [Math.floor(at / 3), at % 3];
        const last = 10 * i + 1;
        return [last > 99 ? -last : 5 * i, 5 * i + 1, last][place] ?? NaN;
      });
      check.arrayEqual(await x.read(), expected);
    },
  },
  {
    id: 'own-store-first',
    title: 'a thread reads what it has just written, by another parameter and at an index out of memory too',
    // PoCL says of its loop over work items that nothing in it depends on anything, and LLVM 15 takes that for leave to
    // move a work item's own loads in front of its stores.
    unless: ({ properties: { architecture, driverVersion } }) =>
      architecture.includes(' PoCL ') && driverVersion.startsWith('3.')
        ? 'PoCL 3 moves loads across stores'
        : undefined,
    source: {
      portable: `
KERNEL void along(GLOBAL int* p, GLOBAL const int* q, GLOBAL const int* at, GLOBAL int* out, int n) {
  int i = (int)GLOBAL_INDEX(0);
  p[2 * i] = 7 + i;
  int seen = q[2 * i];
  p[2 * i + 1] = seen;
  out[i] = seen;
}
KERNEL void across(GLOBAL int* p, GLOBAL const int* q, GLOBAL const int* at, GLOBAL int* out, int n) {
  int i = (int)GLOBAL_INDEX(0);
  if (i >= n) return;
  p[2 * i] = 7 + i;
  int seen = q[at[i]];
  p[2 * i + 1] = seen;
  out[i] = seen;
}
`,
    },
    run: async ({ zeros, upload, check }, module) => {
      const n = 512;
      const at = await upload(Int32Array.from({ length: n }, (_, i) => 2 * i));
      const expected = Int32Array.from({ length: n }, (_, i) => 7 + i);
      const pairs = Int32Array.from({ length: 2 * n }, (_, i) => 7 + Math.floor(i / 2));
      for (const name of ['along', 'across']) {
        const [p, out] = [zeros('int32', 2 * n), zeros('int32', n)];
        module.kernel(name).launch({ grid: 8, block: 64 }, p, p, at, out, n);
        check.arrayEqual(await out.read(), expected);
        check.arrayEqual(await p.read(), pairs);
      }
    },
  },
]);
