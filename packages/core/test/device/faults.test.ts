import { HeddleError, type Device } from '@heddle/core';
import { openMemoryDevice, type MemoryCall, type MemoryDriver } from '../support/memory-driver';

const lost = { code: 'DEVICE_LOST' };
const source: string =
  '__global__ void crash(int* x) {}\n__global__ void touch(int* x) {}\n__global__ void stuck(int* x) {}';
const kernels = {
  crash: (): void => {
    throw new RangeError('address 0 is in no memory');
  },
  touch: ({ args }: MemoryCall): void => {
    const [x] = args as [Int32Array];
    x[0] = (x[0] ?? 0) + 1;
  },
  stuck: (): void => {
    throw new HeddleError('TIMEOUT', 'stuck: a deadlock', { kernel: 'stuck' });
  },
};
const shape = { grid: 1, block: 1 };

describe('a lost device', () => {
  let device: Device;
  let driver: MemoryDriver;

  beforeEach(async () => {
    ({ device, driver } = await openMemoryDevice({ kernels }));
  });
  afterEach(() => device.dispose());

  it('says so at the next wait, and at every call after that', async () => {
    const x = device.zeros('int32', 1);
    const module = await device.compile(source);
    const touch = module.kernel('touch');
    const bound = touch.bind(shape);
    const event = device.createEvent();
    module.kernel('crash').launch(shape, x);
    await expect(device.synchronize()).rejects.toMatchObject(lost);
    expect(device.lost).toMatchObject(lost);
    for (const use of [
      () => device.allocate(4),
      () => device.createStream(),
      () => device.memoryInfo(),
      () => x.fill(1),
      () => touch.launch(shape, x),
      () => bound(x),
      () => device.defaultStream.idle,
      () => device.defaultStream.record(event),
    ]) {
      expect(use).toThrow(expect.objectContaining(lost));
    }
    await expect(x.read()).rejects.toMatchObject(lost);
    await expect(x.write(Int32Array.of(1))).rejects.toMatchObject(lost);
    await expect(device.compile(source)).rejects.toMatchObject(lost);
    await expect(device.synchronize()).rejects.toMatchObject({ ...lost, cause: device.lost });
  });

  it('rejects a read that was queued after the fault', async () => {
    const x = device.zeros('int32', 1);
    (await device.compile(source)).kernel('crash').launch(shape, x);
    await expect(x.read()).rejects.toMatchObject(lost);
  });

  it('lets everything on it be disposed without an error', async () => {
    const x = device.zeros('int32', 1);
    const y = device.zeros('int32', 1);
    const stream = device.createStream();
    const module = await device.compile(source);
    await device.synchronize();
    driver.fail(new HeddleError('DEVICE_LOST', 'the device went away'));
    x.dispose();
    await expect(y.read()).rejects.toMatchObject(lost);
    y.dispose();
    stream.dispose();
    module.dispose();
    await device.dispose();
    expect(driver.disposed).toBe(true);
  });

  it('serves again after a reset, without what it held before', async () => {
    const x = device.zeros('int32', 1);
    const stream = device.createStream();
    const event = stream.record();
    const graph = stream.capture(() => undefined);
    const module = await device.compile(source);
    const kernel = module.kernel('touch');
    module.kernel('crash').launch(shape, x);
    await device.synchronize().catch(() => undefined);
    await device.reset();
    expect(device.lost).toBeUndefined();
    const y = device.zeros('int32', 1);
    (await device.compile(source)).kernel('touch').launch(shape, y);
    expect(await y.read()).toEqual(Int32Array.of(1));
    for (const use of [
      () => x.fill(0),
      () => stream.idle,
      () => event.reached,
      () => module.kernel('touch'),
      () => kernel.launch(shape, y),
      () => graph.launch(device.defaultStream),
    ]) {
      expect(use).toThrow(
        expect.objectContaining({
          code: 'ARGUMENT',
          message: expect.stringMatching(/reset|lost with its device/) as string,
        }),
      );
    }
    x.dispose();
    stream.dispose();
    graph.dispose();
    module.dispose();
    expect(device.openHandles()).toEqual({ stream: 1, module: 1, launch: 1, buffer: 1 });
  });

  it('stays lost where the reset fails, or cannot be', async () => {
    driver.fail(new HeddleError('DEVICE_LOST', 'gone'));
    await device.synchronize().catch(() => undefined);
    driver.plant('reset', new HeddleError('DEVICE_LOST', 'still gone'));
    await expect(device.reset()).rejects.toMatchObject(lost);
    expect(() => device.allocate(1)).toThrow(expect.objectContaining(lost));
    const { device: plain } = await openMemoryDevice({ capabilities: [] });
    await expect(plain.reset()).rejects.toMatchObject({ code: 'UNSUPPORTED' });
    await plain.dispose();
  });
});

describe('a fault that passes', () => {
  it('is told once, and the device goes on', async () => {
    const { device } = await openMemoryDevice({ kernels });
    const x = device.zeros('int32', 1);
    const module = await device.compile(source);
    module.kernel('stuck').launch(shape, x);
    await expect(device.synchronize()).rejects.toMatchObject({ code: 'TIMEOUT', kernel: 'stuck' });
    expect(device.lost).toBeUndefined();
    module.kernel('touch').launch(shape, x);
    expect(await x.read()).toEqual(Int32Array.of(1));
    await device.dispose();
  });
});
