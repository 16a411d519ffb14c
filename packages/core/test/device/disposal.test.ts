import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { onTrace, type Device } from '@heddle/core';
import type { LeakTrace } from '@heddle/core/backend';
import { openMemoryDevice, type MemoryCall, type MemoryDriver } from '../support/memory-driver';

const argument = { code: 'ARGUMENT' };
const source: string = '__global__ void nothing(int* x) {}';
const kernels = { nothing: (_: MemoryCall): void => undefined };

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects, and lets finalizers run. */
async function collected(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('disposal', () => {
  let device: Device;
  let driver: MemoryDriver;

  beforeEach(async () => {
    ({ device, driver } = await openMemoryDevice({ kernels }));
  });
  afterEach(() => device.dispose());

  it('returns the open handles to where they were', async () => {
    const before = device.openHandles();
    const live = device.driverHandles();
    for (let i = 0; i < 200; i++) {
      using module = await device.compile(source);
      using x = device.zeros('int32', 4);
      using stream = device.createStream();
      using event = device.createEvent();
      module.kernel('nothing').launch({ grid: 1, block: 1, stream }, x.slice(1));
      stream.record(event);
      await event.synchronize();
    }
    expect(device.openHandles()).toEqual(before);
    expect(device.driverHandles()).toEqual(live);
  });

  it('twice does nothing more', async () => {
    const x = device.zeros('int32', 1);
    x.dispose();
    x.dispose();
    x[Symbol.dispose]();
    expect(driver.liveHandles()).not.toHaveProperty('memory');
    await Promise.all([device.dispose(), device.dispose()]);
    await device.dispose();
  });

  it('of a device ends everything on it, and every use of it', async () => {
    const x = device.zeros('int32', 1);
    const stream = device.createStream();
    const event = stream.record();
    const module = await device.compile(source);
    const kernel = module.kernel('nothing');
    await device.dispose();
    expect(driver.liveHandles()).toEqual({});
    expect(driver.disposed).toBe(true);
    for (const use of [
      () => device.allocate(4),
      () => device.createStream(),
      () => device.createEvent(),
      () => device.memoryInfo(),
      () => x.fill(0),
      () => x.slice(0),
      () => stream.idle,
      () => stream.record(),
      () => event.reached,
      () => kernel.launch({ grid: 1, block: 1 }, x),
      () => kernel.bind({ grid: 1, block: 1 }),
      () => module.kernel('nothing'),
    ]) {
      expect(use).toThrow(expect.objectContaining(argument));
    }
    await expect(device.compile(source)).rejects.toMatchObject(argument);
    await expect(device.upload(Int32Array.of(1))).rejects.toMatchObject(argument);
    await expect(x.read()).rejects.toMatchObject(argument);
    await expect(device.synchronize()).rejects.toMatchObject(argument);
    await expect(device.reset()).rejects.toMatchObject(argument);
    x.dispose();
    stream.dispose();
    module.dispose();
  });

  it('of a device works though its default stream has gone, or a driver fails at it', async () => {
    device.defaultStream.dispose();
    await device.dispose();
    const { device: other, driver: failing } = await openMemoryDevice();
    other.zeros('int32', 1);
    failing.plant('free', new Error('cannot'));
    await expect(other.dispose()).rejects.toThrow('cannot');
    expect(failing.disposed).toBe(true);
    expect(failing.liveHandles()).not.toHaveProperty('queue');
  });

  it('works with await using', async () => {
    let inner: MemoryDriver;
    {
      const opened = await openMemoryDevice();
      await using scoped = opened.device;
      inner = opened.driver;
      scoped.zeros('int32', 1);
    }
    expect(inner.disposed).toBe(true);
  });

  describe('by the collector', () => {
    let leaks: LeakTrace[];
    let stop: () => void;

    beforeEach(() => {
      leaks = [];
      stop = onTrace('heddle:leak', (leak) => leaks.push(leak));
    });
    afterEach(() => {
      stop();
    });

    it('frees an unreferenced buffer and reports it', async () => {
      (() => device.allocate('float32', 100))();
      await collected();
      expect(driver.liveHandles()).not.toHaveProperty('memory');
      expect(leaks).toEqual([{ backend: 'memory', resource: 'buffer', byteLength: 400 }]);
    });

    it('frees unreferenced streams, events and modules', async () => {
      await (async () => {
        device.createStream();
        device.createEvent();
        await device.compile(source);
      })();
      await collected();
      expect(leaks.map(({ resource }) => resource).sort()).toEqual(['event', 'module', 'stream']);
      expect(driver.liveHandles()).toEqual({ queue: 1 });
    });

    it('keeps memory alive as long as a view of it is', async () => {
      const view = (() => device.zeros('int32', 4).slice(1))();
      await collected();
      expect(await view.read()).toEqual(Int32Array.of(0, 0, 0));
      expect(leaks).toEqual([]);
    });

    it('keeps a variable usable as long as its typed view is', async () => {
      const { device: own } = await openMemoryDevice({ kernels, globals: { table: new Uint8Array(8) } });
      const module = await own.compile(source);
      const table = module.global('table', 'int32');
      await collected();
      expect(await table.read()).toEqual(Int32Array.of(0, 0));
      await own.dispose();
    });

    it('frees prepared launches of unreferenced bound calls, silently', async () => {
      const module = await device.compile(source);
      (() => module.kernel('nothing').bind({ grid: 1, block: 1 }))();
      expect(driver.liveHandles().launch).toBe(1);
      await collected();
      expect(driver.liveHandles()).not.toHaveProperty('launch');
      expect(leaks).toEqual([]);
      module.dispose();
    });

    it('reports nothing that was disposed', async () => {
      (() => {
        device.allocate(16).dispose();
      })();
      await collected();
      expect(leaks).toEqual([]);
    });
  });

  it('asks nothing of a driver that has been disposed, when what still ran then fails', async () => {
    const { device: own, driver: its } = await openMemoryDevice({ kernels });
    const buffer = own.zeros('int32', 4);
    let fail: (error: Error) => void = () => undefined;
    jest.spyOn(its, 'copyToHost').mockReturnValue(new Promise<void>((_, reject) => (fail = reject)));
    const reading = buffer.read();
    await own.dispose();
    const fault = jest.spyOn(its, 'fault');
    fail(new Error('the device is gone'));
    await expect(reading).rejects.toThrow('the device is gone');
    expect(fault).not.toHaveBeenCalled();
  });
});
