/** Many things at once, and an event loop that goes on meanwhile. */
import { casesOf } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;

export const concurrencyCases = casesOf('concurrency', [
  {
    id: 'two-devices',
    title: 'two devices of one backend work side by side, each with its own memory',
    languages: ['portable'],
    run: async ({ openDevice, check }) => {
      const devices = [await openDevice(), await openDevice()];
      const source: string = 'KERNEL void k(GLOBAL int* x, int v) { x[0] = x[0] * 10 + v; }';
      const parts = await Promise.all(
        devices.map(async (device) => ({ module: await device.compile(source), x: device.zeros('int32', 1) })),
      );
      for (const v of [1, 2, 3]) parts.forEach(({ module, x }, i) => module.kernel('k').launch(one, x, v + 4 * i));
      const results = await Promise.all(parts.map(({ x }) => x.read()));
      check.arrayEqual(results[0] ?? [], [123], 'first device');
      check.arrayEqual(results[1] ?? [], [567], 'second device');
      await devices[0]?.dispose();
      check.arrayEqual((await parts[1]?.x.read()) ?? [], [567], 'second device after the first has gone');
    },
  },
  {
    id: 'compiles',
    title: 'sixteen different sources compile at once, each as itself',
    languages: ['portable'],
    run: async ({ compile, zeros, check }) => {
      const modules = await Promise.all(
        Array.from({ length: 16 }, (_, i) =>
          compile({ portable: `KERNEL void k(GLOBAL int* x) { x[${i}] = ${100 + i}; }` }),
        ),
      );
      const out = zeros('int32', 16);
      for (const module of modules) module.kernel('k').launch(one, out);
      check.arrayEqual(
        await out.read(),
        Array.from({ length: 16 }, (_, i) => 100 + i),
      );
    },
  },
  {
    id: 'failing-among-compiles',
    title: 'a source that fails does not disturb those that compile beside it',
    languages: ['portable'],
    run: async ({ compile, check }) => {
      const results = await Promise.allSettled(
        Array.from({ length: 8 }, (_, i) =>
          compile({ portable: `KERNEL void k(GLOBAL int* x) { x[0] = ${i % 2 === 0 ? i : `missing_${i}`}; }` }),
        ),
      );
      results.forEach(({ status }, i) => check.equal(status, i % 2 === 0 ? 'fulfilled' : 'rejected', `compile ${i}`));
      for (const result of results) {
        if (result.status === 'rejected') await check.rejects('COMPILE', Promise.reject(result.reason as Error));
      }
    },
  },
  {
    id: 'everything-at-once',
    title: 'uploads, launches and reads of many callers do not mix',
    source: {
      portable: `
KERNEL void affine(GLOBAL const int* x, GLOBAL int* y, int a, int b, int n) {
  int i = (int)GLOBAL_INDEX(0);
  if (i < n) y[i] = a * x[i] + b;
}
`,
    },
    run: async ({ device, random, check }, module) => {
      const callers = Array.from({ length: 24 }, async (_, caller) => {
        const numbers = random.integers(300 + caller, -1000, 1000);
        using x = await device.upload(numbers);
        using y = device.zeros('int32', numbers.length);
        module
          .kernel('affine')
          .launch({ grid: Math.ceil(numbers.length / 32), block: 32 }, x, y, caller, -caller, numbers.length);
        check.arrayEqual(
          await y.read(),
          numbers.map((value) => caller * value - caller),
          `caller ${caller}`,
        );
      });
      await Promise.all(callers);
    },
  },
  {
    id: 'event-loop',
    title: 'timers go on while a kernel runs and its end is awaited',
    source: {
      portable: `
KERNEL void spin(GLOBAL unsigned int* x, int repeat) {
  unsigned int v = x[0];
  for (int i = 0; i < repeat; i++) v = v * 1664525u + 1013904223u + (v >> 7);
  x[0] = v;
}
`,
    },
    run: async ({ device, zeros, check }, module) => {
      const x = zeros('uint32', 1);
      // Longer and longer, until it takes a while on this device.
      for (let repeat = 2 ** 20; repeat < 2 ** 30; repeat *= 2) {
        await device.synchronize();
        let ticks = 0;
        const started = performance.now();
        module.kernel('spin').launch(one, x, repeat);
        const enqueued = performance.now() - started;
        const timer = setInterval(() => ticks++, 2);
        await device.synchronize();
        clearInterval(timer);
        const took = performance.now() - started;
        if (took < 150) continue;
        check.ok(enqueued < took / 2, `the launch itself took ${enqueued} of ${took} ms`);
        check.ok(ticks >= 3, `only ${ticks} ticks of a timer of 2 ms within ${took} ms`);
        return;
      }
    },
  },
  {
    id: 'event-loop-compile',
    title: 'timers go on while a source compiles',
    languages: ['portable'],
    run: async ({ device, random, check }) => {
      const functions = Array.from(
        { length: 400 },
        (_, i) => `DEVICE int f${i}(int x) { return x * ${i + 3} + (x >> ${(i % 7) + 1}); }`,
      );
      const calls = Array.from({ length: 400 }, (_, i) => `v = f${i}(v);`).join(' ');
      const source = `${functions.join('\n')}\nKERNEL void k(GLOBAL int* x) { int v = x[0]; ${calls} x[0] = v; } /* ${random.next()} */`;
      let ticks = 0;
      const timer = setInterval(() => ticks++, 2);
      const started = performance.now();
      using module = await device.compile(source, { language: 'portable', cache: false });
      const took = performance.now() - started;
      clearInterval(timer);
      check.equal(module.cached, false, 'cached');
      check.ok(took < 100 || ticks >= 2, `only ${ticks} ticks of a timer of 2 ms within ${took} ms`);
    },
  },
]);

export const capabilityCases = casesOf('capabilities', [
  {
    id: 'properties',
    title: 'the properties of the device make sense',
    run: async ({ device, check }) => {
      const { limits, name, vendor, driverVersion, architecture, warpSize, multiprocessors, offsetAlignment } =
        device.properties;
      for (const text of [name, vendor, driverVersion, architecture]) check.ok(text !== '', 'a name is empty');
      check.ok(warpSize >= 1 && multiprocessors >= 1, `warpSize ${warpSize}, multiprocessors ${multiprocessors}`);
      check.ok(
        Number.isInteger(Math.log2(offsetAlignment)),
        `offsetAlignment ${offsetAlignment} is not a power of two`,
      );
      for (const extent of [...limits.grid, ...limits.block, limits.threadsPerBlock])
        check.ok(extent >= 1, 'a limit below 1');
      check.ok(limits.sharedBytesOptIn >= limits.sharedBytes, 'less shared memory on request than without');
      check.ok(
        limits.allocationBytes > 0 && limits.argumentBytes >= 1024,
        'limits of memory or arguments are too small',
      );
    },
  },
  {
    id: 'undeclared-is-unsupported',
    title: 'what the device does not declare is UNSUPPORTED',
    source: { portable: 'KERNEL void k(GLOBAL int* x) { x[0] = 1; }' },
    run: async ({ device, zeros, stream, check }, module) => {
      const x = zeros('int32', 1);
      const kernel = module.kernel('k');
      const operations: readonly [capability: Parameters<typeof device.has>[0], use: () => unknown][] = [
        ['pinned-memory', () => device.allocate(4, { kind: 'pinned' })],
        ['managed-memory', () => device.allocate(4, { kind: 'managed' })],
        ['stream-priority', () => stream({ priority: -1 })],
        ['out-of-order-streams', () => stream({ outOfOrder: true })],
        ['host-callbacks', () => stream().onReached(() => undefined)],
        ['graphs', () => stream().capture(() => undefined)],
        ['occupancy', () => kernel.residentBlocks(1)],
        ['cooperative-launch', () => kernel.launch({ ...one, cooperative: true }, x)],
        ['globals', () => module.global('x')],
        ['plain-functions', () => module.function('k')],
        ['binaries', () => device.load(module.artifact)],
        ['reset', () => device.reset()],
        [
          'rectangle-copy',
          () =>
            device.copyRectangle({
              extent: [4],
              source: { memory: x, rowPitch: 4 },
              destination: { memory: new Uint8Array(4), rowPitch: 4 },
            }),
        ],
        ['headers', () => device.compile('KERNEL void k(GLOBAL int* x) { }', { headers: { 'a.h': '' } })],
        ['name-expressions', () => device.compile('KERNEL void k(GLOBAL int* x) { }', { names: ['k<int>'] })],
      ];
      for (const [capability, use] of operations) {
        if (device.has(capability)) continue;
        const error = await check.rejects('UNSUPPORTED', async () => use());
        check.ok(error.message.length > 0, `there is no message about ${capability}`);
      }
      if (!device.has('textures') && !device.has('images')) {
        check.throws('UNSUPPORTED', () => device.createTexture({ extents: [4], dtype: 'float32' }));
      }
    },
  },
]);
