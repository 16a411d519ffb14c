import type { Device } from '@heddle/core';
import { openMemoryDevice } from '../support/memory-driver';

const argument = { code: 'ARGUMENT' };

describe('Stream', () => {
  let device: Device;

  beforeEach(async () => {
    ({ device } = await openMemoryDevice());
  });
  afterEach(() => device.dispose());

  it('runs in order', async () => {
    const stream = device.createStream();
    const buffer = device.zeros('uint8', 1);
    await device.synchronize();
    for (const byte of [1, 2, 3]) buffer.fill(byte, { stream });
    expect(await buffer.read({ stream })).toEqual(Uint8Array.of(3));
  });

  it('is idle when all of it has run', async () => {
    const stream = device.createStream();
    expect(stream.idle).toBe(true);
    device.zeros('uint8', 1).fill(1, { stream });
    expect(stream.idle).toBe(false);
    await stream.synchronize();
    expect(stream.idle).toBe(true);
  });

  it('waits for an event of another stream', async () => {
    const [first, second] = [device.createStream(), device.createStream()];
    const buffer = device.zeros('uint8', 1);
    await device.synchronize();
    for (let byte = 1; byte <= 50; byte++) buffer.fill(byte, { stream: first });
    second.waitFor(first.record());
    buffer.fill(99, { stream: second });
    expect(await buffer.read({ stream: second })).toEqual(Uint8Array.of(99));
    expect(() => second.waitFor(device.createEvent())).toThrow(/not been recorded/);
  });

  it('waits on the calling thread where that is asked for', () => {
    const stream = device.createStream();
    device.zeros('uint8', 1).fill(1, { stream });
    stream.synchronizeBlocking();
    expect(stream.idle).toBe(true);
  });

  it('calls back when it gets there', async () => {
    const order: string[] = [];
    const stream = device.createStream();
    stream.onReached(() => order.push('first'));
    device.zeros('uint8', 1).fill(1, { stream });
    stream.onReached(() => order.push('second'));
    await stream.synchronize();
    expect(order).toEqual(['first', 'second']);
    expect(() => stream.onReached('now' as never)).toThrow(expect.objectContaining(argument));
  });

  it('takes a priority, and an order, where the device can', async () => {
    expect(device.createStream({ priority: -1 }).idle).toBe(true);
    expect(() => device.createStream({ priority: 0.5 })).toThrow(expect.objectContaining(argument));
    expect(() => device.createStream({ outOfOrder: true })).toThrow(expect.objectContaining({ code: 'UNSUPPORTED' }));
  });

  it('captures work and launches it again and again', async () => {
    const stream = device.createStream();
    const log: number[] = [];
    const graph = stream.capture(() => {
      stream.onReached(() => log.push(1));
      stream.onReached(() => log.push(2));
    });
    await stream.synchronize();
    expect(log).toEqual([]);
    graph.launch(stream);
    graph.launch(stream);
    await stream.synchronize();
    expect(log).toEqual([1, 2, 1, 2]);
    graph.dispose();
    expect(() => graph.launch(stream)).toThrow(expect.objectContaining(argument));
    expect(() => stream.capture('body' as never)).toThrow(expect.objectContaining(argument));
  });

  it('ends a capture whose body throws', async () => {
    const stream = device.createStream();
    const failure = new Error('in the middle');
    expect(() =>
      stream.capture(() => {
        throw failure;
      }),
    ).toThrow(failure);
    const buffer = device.zeros('uint8', 1);
    await device.synchronize();
    buffer.fill(4, { stream });
    expect(await buffer.read({ stream })).toEqual(Uint8Array.of(4));
    expect(device.openHandles().graph).toBeUndefined();
  });

  it('refuses everything once it is disposed, but runs what it holds', async () => {
    const stream = device.createStream();
    const buffer = device.zeros('uint8', 1);
    await device.synchronize();
    buffer.fill(5, { stream });
    const event = stream.record();
    stream.dispose();
    stream.dispose();
    expect(() => stream.idle).toThrow(expect.objectContaining(argument));
    await expect(stream.synchronize()).rejects.toMatchObject(argument);
    await event.synchronize();
    expect(await buffer.read()).toEqual(Uint8Array.of(5));
  });
});

describe('Event', () => {
  let device: Device;

  beforeEach(async () => {
    ({ device } = await openMemoryDevice());
  });
  afterEach(() => device.dispose());

  it('measures from one mark to another', async () => {
    const start = device.defaultStream.record();
    device.zeros('uint8', 64).fill(1);
    const end = device.defaultStream.record();
    await end.synchronize();
    expect(end.millisecondsSince(start)).toBeGreaterThanOrEqual(0);
    expect(end.reached).toBe(true);
  });

  it('refuses to measure what has not been reached or recorded', () => {
    const start = device.defaultStream.record();
    expect(() => device.defaultStream.record().millisecondsSince(start)).toThrow(/not reached both/);
    expect(() => start.millisecondsSince(device.createEvent())).toThrow(/not been recorded/);
    expect(device.createEvent().reached).toBe(false);
  });

  it('moves when it is recorded again', async () => {
    const event = device.createEvent();
    device.defaultStream.record(event);
    await event.synchronize();
    device.zeros('uint8', 1);
    device.defaultStream.record(event);
    expect(event.reached).toBe(false);
    await event.synchronize();
    expect(event.reached).toBe(true);
  });

  it('belongs to its device, and ends with dispose', async () => {
    const { device: other } = await openMemoryDevice();
    const event = other.createEvent();
    expect(() => device.defaultStream.record(event)).toThrow(/another device/);
    event.dispose();
    event.dispose();
    expect(() => other.defaultStream.record(event)).toThrow(/disposed/);
    await other.dispose();
  });
});
