/** Everything that is opened is closed once, and nothing is left. */
import type { Device } from '@heddle/core';
import { casesOf } from '../conformance-case';

const one = { grid: 1, block: 1 } as const;
const portable = 'KERNEL void increment(GLOBAL int* x) { x[0] += 1; }';

/** Handles as the device counts them and as the driver does. */
function handles(device: Device): string {
  const sorted = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .filter(([, count]) => count !== 0)
      .sort()
      .map(([kind, count]) => `${kind}: ${count}`)
      .join(', ');
  return `${sorted(device.openHandles())}; driver: ${sorted(device.driverHandles())}`;
}

export const lifetimeCases = casesOf('lifetime', [
  {
    id: 'two-hundred-cycles',
    title: 'two hundred rounds of allocate, launch, read and dispose leave no handle behind',
    isolated: true,
    languages: ['portable'],
    run: async ({ device, check }) => {
      const source: string = portable;
      const round = async (): Promise<void> => {
        using module = await device.compile(source, { language: 'portable' });
        using x = device.zeros('int32', 64);
        using stream = device.createStream();
        using event = device.createEvent();
        await device.synchronize();
        module.kernel('increment').launch({ ...one, stream }, x);
        module.kernel('increment').bind({ ...one, stream })(x);
        await module.kernel('increment').time({ ...one, stream, count: 2 }, x);
        stream.record(event);
        await event.synchronize();
        check.arrayEqual(await x.slice(0, 1).read({ stream }), [4]);
      };
      await round();
      await device.synchronize();
      const before = handles(device);
      for (let i = 0; i < 200; i++) await round();
      await device.synchronize();
      check.equal(handles(device), before, 'open handles');
    },
  },
  {
    id: 'memory-returns',
    title: 'memory that is given back can be had again, many times over',
    isolated: true,
    run: async ({ device, check }) => {
      const { totalBytes, limits } = device.properties;
      // Together far more than there is, if nothing came back; small enough not to take the machine's memory.
      const byteLength = Math.min(limits.allocationBytes, Math.floor(totalBytes / 16), 2 ** 26);
      const rounds = Math.min(400, Math.ceil((2 * totalBytes) / byteLength));
      for (let i = 0; i < rounds; i++) {
        using buffer = device.allocate(byteLength);
        buffer.fill(i & 255, { offset: byteLength - 16 });
        if (i % 16 === 0) await device.synchronize();
      }
      await device.synchronize();
      check.equal(device.openHandles().buffer ?? 0, 0, 'open buffers');
    },
  },
  {
    id: 'dispose-twice',
    title: 'disposing twice does nothing more',
    isolated: true,
    languages: ['portable'],
    run: async ({ device, check }) => {
      const module = await device.compile(portable, { language: 'portable' });
      const all = [device.zeros('int32', 4), device.createStream(), device.createEvent(), module];
      for (const each of all) {
        each.dispose();
        each.dispose();
        each[Symbol.dispose]();
      }
      const { buffer = 0, event = 0, module: modules = 0 } = device.openHandles();
      check.equal(buffer + event + modules, 0, 'open handles');
      await Promise.all([device.dispose(), device.dispose()]);
      await device.dispose();
    },
  },
  {
    id: 'use-after-dispose',
    title: 'what is disposed is refused in every way it can be used',
    languages: ['portable'],
    run: async ({ device, stream, check }) => {
      const buffer = device.zeros('int32', 4);
      const [gone, event] = [device.createStream(), device.createEvent()];
      for (const each of [buffer, gone, event]) each.dispose();
      const live = device.zeros('int32', 4);
      check.equal(buffer.disposed, true, 'disposed');
      for (const use of [
        () => buffer.fill(0),
        () => buffer.slice(1),
        () => buffer.as('uint8'),
        () => live.copyFrom(buffer),
        () => buffer.copyFrom(live),
        () => gone.idle,
        () => gone.record(),
        () => stream().record(event),
        () => event.reached,
        () => live.fill(0, { stream: gone }),
      ]) {
        check.throws('ARGUMENT', use);
      }
      await check.rejects('ARGUMENT', buffer.read());
      await check.rejects('ARGUMENT', buffer.write(Int32Array.of(1)));
      await check.rejects('ARGUMENT', gone.synchronize());
      await check.rejects('ARGUMENT', event.synchronize());
      live.dispose();
    },
  },
  {
    id: 'device-disposed',
    title: 'disposing a device ends everything on it',
    isolated: true,
    languages: ['portable'],
    run: async ({ device, check }) => {
      const module = await device.compile(portable, { language: 'portable' });
      const buffer = device.zeros('int32', 4);
      const stream = device.createStream();
      const kernel = module.kernel('increment');
      const bound = kernel.bind(one);
      kernel.launch(one, buffer);
      await device.dispose();
      for (const use of [
        () => device.allocate(4),
        () => device.createStream(),
        () => device.memoryInfo(),
        () => buffer.fill(0),
        () => stream.idle,
        () => kernel.launch(one, buffer),
        () => bound(buffer),
        () => module.kernel('increment'),
      ]) {
        check.throws('ARGUMENT', use);
      }
      await check.rejects('ARGUMENT', device.compile(portable));
      await check.rejects('ARGUMENT', buffer.read());
      await check.rejects('ARGUMENT', device.synchronize());
    },
  },
  {
    id: 'await-using',
    title: 'devices end with their scope, and can be opened again at once',
    run: async ({ openDevice, check }) => {
      let last: Device | undefined;
      for (let i = 0; i < 5; i++) {
        await using device = await openDevice();
        check.arrayEqual(await device.zeros('int32', 2).read(), [0, 0]);
        last = device;
      }
      check.throws('ARGUMENT', () => last?.allocate(4));
    },
  },
  {
    id: 'many-modules',
    title: 'fifty modules live side by side',
    languages: ['portable'],
    run: async ({ compile, zeros, check }) => {
      const out = zeros('int32', 50);
      const modules = [];
      for (let i = 0; i < 50; i++) {
        modules.push(await compile({ portable: `KERNEL void k(GLOBAL int* x) { x[${i % 5}] += ${(i % 5) + 1}; }` }));
      }
      for (const module of modules) module.kernel('k').launch(one, out);
      check.arrayEqual((await out.read()).subarray(0, 5), [10, 20, 30, 40, 50]);
    },
  },
]);
