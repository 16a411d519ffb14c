/** Variables of a module: constant memory and device memory, read and written from the host. */
import { casesOf } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;

const source = {
  cuda: `
__constant__ float coefficients[4];
__constant__ int single = 11;
__device__ int counter = 5;
__device__ unsigned int table[8] = { 1, 2, 3 };
struct Pair { short a; double b; };
__device__ Pair pair = { 7, 0.5 };
__global__ void use(float* out) {
  float sum = 0;
  for (int i = 0; i < 4; i++) sum += coefficients[i] * (i + 1);
  out[0] = sum;
  out[1] = single;
  out[2] = counter;
  counter += 1;
  for (int i = 0; i < 8; i++) table[i] *= 2;
}
__global__ void peek(int* out) { out[0] = counter; }
`,
};

export const globalCases = casesOf('globals', [
  {
    id: 'constant-array',
    title: 'constant memory that the host writes is what kernels read',
    requires: ['globals'],
    source,
    run: async ({ zeros, check }, module) => {
      const out = zeros('float32', 3);
      await module.global('coefficients', 'float32').write(Float32Array.of(1, 10, 100, 1000));
      module.kernel('use').launch(one, out);
      check.arrayEqual((await out.read()).subarray(0, 1), [4321]);
      await module.global('coefficients', 'float32').write(Float32Array.of(2), { offset: 3 });
      module.kernel('use').launch(one, out);
      check.arrayEqual((await out.read()).subarray(0, 1), [329]);
    },
  },
  {
    id: 'initial-values',
    title: 'variables begin with the values of the source; the rest is zero',
    requires: ['globals'],
    source,
    run: async ({ check }, module) => {
      check.arrayEqual(await module.global('single', 'int32').read(), [11], 'single');
      check.arrayEqual(await module.global('counter', 'int32').read(), [5], 'counter');
      check.arrayEqual(await module.global('table', 'uint32').read(), [1, 2, 3, 0, 0, 0, 0, 0], 'table');
      check.arrayEqual(await module.global('coefficients', 'float32').read(), [0, 0, 0, 0], 'coefficients');
    },
  },
  {
    id: 'written-by-kernels',
    title: 'what kernels write to a variable stays, for later kernels and for the host',
    requires: ['globals'],
    source,
    run: async ({ zeros, check }, module) => {
      const [out, seen] = [zeros('float32', 3), zeros('int32', 1)];
      for (let i = 0; i < 3; i++) module.kernel('use').launch(one, out);
      module.kernel('peek').launch(one, seen);
      check.arrayEqual(await seen.read(), [8], 'counter as a kernel sees it');
      check.arrayEqual(await module.global('counter', 'int32').read(), [8], 'counter as the host sees it');
      check.arrayEqual(await module.global('table', 'uint32').read(), [8, 16, 24, 0, 0, 0, 0, 0]);
      await module.global('counter', 'int32').write(Int32Array.of(-1));
      module.kernel('peek').launch(one, seen);
      check.arrayEqual(await seen.read(), [-1], 'counter after the host wrote it');
    },
  },
  {
    id: 'raw-bytes',
    title: 'a variable without a type is its bytes, padding included',
    requires: ['globals'],
    source,
    run: async ({ check }, module) => {
      const pair = module.global('pair');
      check.equal(pair.byteLength, 16, 'bytes of the struct');
      const bytes = await pair.read();
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      check.equal(view.getInt16(0, true), 7, 'a');
      check.equal(view.getFloat64(8, true), 0.5, 'b');
      check.equal(module.global('table').byteLength, 32, 'bytes of the table');
    },
  },
  {
    id: 'in-namespace',
    title: 'variables inside namespaces are found by their full names',
    requires: ['globals'],
    source: {
      cuda: `
namespace filter { namespace deep { __constant__ int weights[3] = { 4, 5, 6 }; } __device__ float gain = 1.5f; }
__global__ void k(int* out) { out[0] = filter::deep::weights[2] + (int)(filter::gain * 2); }
`,
    },
    compile: { globals: ['filter::deep::weights', 'filter::gain'] },
    run: async ({ zeros, check }, module) => {
      check.arrayEqual(await module.global('filter::deep::weights', 'int32').read(), [4, 5, 6]);
      await module.global('filter::gain', 'float32').write(Float32Array.of(10));
      const out = zeros('int32', 1);
      module.kernel('k').launch(one, out);
      check.arrayEqual(await out.read(), [26]);
    },
  },
  {
    id: 'per-module',
    title: 'two modules of one source have variables of their own',
    requires: ['globals'],
    languages: ['cuda'],
    run: async ({ compile, check }) => {
      const [first, second] = [await compile(source), await compile(source)];
      await first.global('counter', 'int32').write(Int32Array.of(100));
      check.arrayEqual(await second.global('counter', 'int32').read(), [5]);
      check.arrayEqual(await first.global('counter', 'int32').read(), [100]);
    },
  },
  {
    id: 'as-arguments',
    title: 'a variable may be passed to a kernel as a buffer',
    requires: ['globals', 'device-pointers'],
    source: {
      cuda: `
__device__ int values[4] = { 1, 2, 3, 4 };
__global__ void doubled(int* x, int n) { for (int i = 0; i < n; i++) x[i] *= 2; }
`,
    },
    run: async ({ check }, module) => {
      const values = module.global('values', 'int32');
      module.kernel('doubled').launch(one, values, 4);
      module.kernel('doubled').launch(one, values.slice(2), 1);
      check.arrayEqual(await values.read(), [2, 4, 12, 8]);
    },
  },
  {
    id: 'refused',
    title: 'unknown names, types that do not divide it, and writes beyond its end are refused',
    requires: ['globals'],
    source,
    run: async ({ check }, module) => {
      check.throws('ARGUMENT', () => module.global('no_such_variable'));
      check.throws('ARGUMENT', () => module.global('single', 'float64'));
      await check.rejects('ARGUMENT', module.global('single', 'int32').write(Int32Array.of(1, 2)));
      await check.rejects('ARGUMENT', module.global('single', 'int32').write(Float32Array.of(1)));
      check.arrayEqual(await module.global('single', 'int32').read(), [11]);
    },
  },
  {
    id: 'after-dispose',
    title: 'variables end with their module',
    requires: ['globals'],
    languages: ['cuda'],
    run: async ({ compile, check }) => {
      const module = await compile(source);
      const counter = module.global('counter', 'int32');
      module.dispose();
      await check.rejects('ARGUMENT', counter.read());
      check.throws('ARGUMENT', () => module.global('counter'));
    },
  },
]);
