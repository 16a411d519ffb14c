/** The default stream is in order with all streams but non-blocking ones; the conformance kit says the same of devices. */
import type { Buffer, Device, Stream } from '@heddle/core';
import type { Driver } from '@heddle/core/backend';
import fc from 'fast-check';
import { openMemoryDevice } from '../support/memory-driver';

const argument = { code: 'ARGUMENT' };

/** Which of some streams gets work next: the default one, one of two others, a non-blocking one. */
const kinds = ['default', 'first', 'second', 'nonBlocking'] as const;
type Kind = (typeof kinds)[number];

function areOrdered(a: Kind, b: Kind): boolean {
  if (a === b) return true;
  return (a === 'default' || b === 'default') && a !== 'nonBlocking' && b !== 'nonBlocking';
}

describe('the order of streams', () => {
  let device: Device;

  beforeEach(async () => {
    ({ device } = await openMemoryDevice());
  });
  afterEach(() => device.dispose());

  it('holds for any sequence of work', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 40 }), async (works) => {
        const streams: Record<Kind, Stream> = {
          default: device.defaultStream,
          first: device.createStream(),
          second: device.createStream(),
          nonBlocking: device.createStream({ nonBlocking: true }),
        };
        const order: number[] = [];
        works.forEach((kind, index) => {
          streams[kind].onReached(() => order.push(index));
        });
        await device.synchronize();
        expect([...order].sort((a, b) => a - b)).toEqual(works.map((_, index) => index));
        const position = works.map((_, index) => order.indexOf(index));
        works.forEach((later, j) => {
          works.slice(0, j).forEach((earlier, i) => {
            if (areOrdered(earlier, later)) expect([i, j, position[i]! < position[j]!]).toEqual([i, j, true]);
          });
        });
        for (const kind of kinds.slice(1)) streams[kind].dispose();
      }),
      { numRuns: 200 },
    );
  });

  it('does not hold for a non-blocking stream, which goes on while the default stream waits', async () => {
    const [busy, free] = [device.createStream(), device.createStream({ nonBlocking: true })];
    const order: string[] = [];
    for (let i = 0; i < 20; i++) busy.onReached(() => order.push('busy'));
    device.defaultStream.onReached(() => order.push('default'));
    free.onReached(() => order.push('free'));
    await device.synchronize();
    expect(order.indexOf('free')).toBeLessThan(order.indexOf('default'));
  });

  it('keeps the handles of a device as they were when the streams are gone', async () => {
    const before = device.driverHandles();
    for (let round = 0; round < 3; round++) {
      const streams = [device.createStream(), device.createStream(), device.createStream({ nonBlocking: true })];
      const x = device.zeros('uint8', 4);
      for (const stream of streams) x.fill(1, { stream });
      x.fill(2);
      for (const stream of streams) stream.dispose();
      await x.read();
      x.dispose();
    }
    await device.synchronize();
    expect(device.driverHandles()).toEqual(before);
  });

  it('starts anew for streams that are made after the last one was disposed', async () => {
    const x = device.zeros('uint8', 1);
    device.createStream().dispose();
    for (let i = 0; i < 30; i++) x.fill(i);
    const late = device.createStream();
    expect(await x.read({ stream: late })).toEqual(Uint8Array.of(29));
  });

  it('uses nothing of the default stream after that was disposed, and keeps its last work in order', async () => {
    const { device: other, driver } = await openMemoryDevice();
    const [destroyedQueues, destroyedEvents] = [new Set<unknown>(), new Set<unknown>()];
    const watched: Driver = driver;
    const { destroyQueue, destroyEvent, recordEvent, waitEvent } = watched;
    watched.destroyQueue = (queue) => {
      destroyedQueues.add(queue);
      destroyQueue.call(driver, queue);
    };
    watched.destroyEvent = (event) => {
      destroyedEvents.add(event);
      destroyEvent.call(driver, event);
    };
    watched.recordEvent = (queue, event) => {
      expect([destroyedQueues.has(queue), destroyedEvents.has(event)]).toEqual([false, false]);
      recordEvent.call(driver, queue, event);
    };
    watched.waitEvent = (queue, event) => {
      expect([destroyedQueues.has(queue), destroyedEvents.has(event)]).toEqual([false, false]);
      waitEvent.call(driver, queue, event);
    };
    const [first, second] = [other.createStream(), other.createStream()];
    const order: string[] = [];
    other.defaultStream.onReached(() => order.push('default'));
    first.onReached(() => order.push('first'));
    for (let i = 0; i < 10; i++) other.defaultStream.onReached(() => order.push('late default'));
    other.defaultStream.dispose();
    second.onReached(() => order.push('second'));
    first.onReached(() => order.push('first again'));
    first.dispose();
    await other.synchronize();
    expect(order.indexOf('second')).toBeGreaterThan(order.lastIndexOf('late default'));
    expect(order.indexOf('first again')).toBeGreaterThan(order.lastIndexOf('late default'));
    await other.dispose();
  });

  it('refuses the default stream inside a capture, in every call that would use it', async () => {
    const stream = device.createStream();
    const x: Buffer<'uint8'> = device.zeros('uint8', 4);
    const y = device.zeros('uint8', 4);
    await device.synchronize();
    const promises: Promise<unknown>[] = [];
    stream
      .capture(() => {
        const naming = expect.objectContaining({ ...argument, message: expect.stringContaining('stream.capture()') });
        for (const call of [
          () => x.fill(1),
          () => x.copyFrom(y),
          () => device.zeros('uint8', 1),
          () => device.defaultStream.record(),
          () => device.defaultStream.waitFor(stream.record()),
          () => device.defaultStream.onReached(() => undefined),
          () => device.defaultStream.synchronizeBlocking(),
        ]) {
          expect(call).toThrow(naming);
        }
        promises.push(
          ...[
            () => x.read(),
            () => x.write(new Uint8Array(4)),
            () => device.upload(new Uint8Array(4)),
            () => device.synchronize(),
            () => device.defaultStream.synchronize(),
          ].map((call) => expect(call()).rejects.toEqual(naming)),
        );
        x.fill(7, { stream });
      })
      .launch(stream);
    await Promise.all(promises);
    expect(promises).toHaveLength(5);
    expect(device.openHandles()['buffer']).toBe(2);
    expect(await x.read()).toEqual(Uint8Array.of(7, 7, 7, 7));
    expect(() => device.defaultStream.capture(() => undefined)).toThrow(expect.objectContaining(argument));
  });

  it('refuses options that mean nothing', async () => {
    const x = device.zeros('uint8', 4);
    expect(() => device.createStream({ nonBlocking: 1 as never })).toThrow(expect.objectContaining(argument));
    await expect(x.write(new Uint8Array(4), { until: 'done' as never })).rejects.toMatchObject(argument);
    await expect(device.upload(new Uint8Array(4), { offset: 1 } as never)).rejects.toMatchObject(argument);
    expect(device.openHandles()['buffer']).toBe(1);
    const stream = device.createStream();
    stream.dispose();
    for (const part of [x, x.slice(0, 0)]) {
      await expect(part.copyFromPeer(part, { stream })).rejects.toMatchObject(argument);
    }
  });
});

describe('what a promise waits for', () => {
  it('is the data on the device, or the source if the caller asks for that', async () => {
    const { device, driver } = await openMemoryDevice();
    const x = device.allocate('uint8', 1);
    const original = driver.copyToDevice.bind(driver);
    const watched: Driver = driver;
    const events: string[] = [];
    watched.copyToDevice = async (queue, to, offset, source, staged) => {
      const copy = original(queue as never, to, offset, source.slice());
      staged?.();
      await copy;
      events.push('on the device');
    };
    await x.write(Uint8Array.of(1));
    events.push('written');
    await x.write(Uint8Array.of(2), { until: 'staged' });
    events.push('staged');
    await device.synchronize();
    expect(events).toEqual(['on the device', 'written', 'staged', 'on the device']);
    await device.dispose();
  });

  it('is all streams for device.synchronize, which tells the first fault after all have ended', async () => {
    const { device } = await openMemoryDevice();
    const [failing, other] = [device.createStream(), device.createStream({ nonBlocking: true })];
    const fault = new Error('on purpose');
    const order: string[] = [];
    failing.onReached(() => {
      throw fault;
    });
    for (let i = 0; i < 10; i++) other.onReached(() => order.push('other'));
    await expect(device.synchronize()).rejects.toMatchObject({ cause: fault });
    expect(order).toHaveLength(10);
    await device.dispose();
  });
});
