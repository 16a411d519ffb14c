/** If a driver throws anything but a HeddleError, it has a defect: every call must report that, and none UNSUPPORTED. */
import { jest } from '@jest/globals';
import type { Device, Kernel, Module, Stream } from '@heddle/core';
import { openMemoryDevice, type MemoryDriver } from '../support/memory-driver';

const source: string = '__global__ void touch(int* x) {}\n__global__ void answer(int* x) {}';
const shape = { grid: 1, block: 1 };

interface Opened {
  readonly device: Device;
  readonly stream: Stream;
  readonly module: Module;
  readonly kernel: Kernel;
}

type Use = (opened: Opened) => unknown;

/** Each method of a driver that the memory device has, and how a user comes to it. */
const uses: Readonly<Partial<Record<keyof MemoryDriver, Use>>> = {
  allocate: ({ device }) => device.allocate(4),
  addressOf: ({ device, kernel }) => {
    kernel.launch(shape, device.allocate('int32', 8).slice(4));
  },
  hostView: ({ device }) => device.allocate('int32', 1, { kind: 'pinned' }).hostView(),
  memoryInfo: ({ device }) => device.memoryInfo(),
  createQueue: ({ device }) => device.createStream(),
  destroyQueue: ({ stream }) => {
    stream.dispose();
  },
  completion: ({ device }) => device.synchronize(),
  waitBlocking: ({ stream }) => {
    stream.synchronizeBlocking();
  },
  isIdle: ({ stream }) => stream.idle,
  copyToDevice: ({ device }) => device.upload(Int32Array.of(1)),
  copyToHost: ({ device }) => device.allocate('int32', 1).read(),
  copyOnDevice: ({ device }) => {
    device.allocate('int32', 1).copyFrom(device.allocate('int32', 1));
  },
  fill: ({ device }) => device.zeros('int32', 1),
  copyRectangle: ({ device }) =>
    device.copyRectangle({
      extent: [4],
      source: { memory: new Uint8Array(4), rowPitch: 4 },
      destination: { memory: device.allocate(4), rowPitch: 4 },
    }),
  loadModule: ({ device }) => device.compile(`${source}\n// another`),
  unloadModule: ({ module }) => {
    module.dispose();
  },
  entry: ({ module }) => module.kernel('touch', { signature: 'int* x' }),
  entryAttributes: ({ module }) => module.kernel('touch', { signature: 'int* x' }),
  global: ({ module }) => module.global('counter'),
  residentBlocks: ({ kernel, device }) => {
    kernel.launch({ ...shape, cooperative: true }, device.allocate('int32', 1));
  },
  callFunction: ({ module, device }) => module.function('answer').call(device.allocate('int32', 1)),
  prepareLaunch: ({ kernel, device }) => {
    kernel.launch(shape, device.allocate('int32', 1));
  },
  createEvent: ({ device }) => device.createEvent(),
  recordEvent: ({ stream }) => stream.record(),
  waitEvent: ({ stream, device }) => {
    stream.waitFor(device.defaultStream.record());
  },
  isEventReached: ({ stream }) => stream.record().reached,
  eventCompletion: ({ stream }) => stream.record().synchronize(),
  elapsedMilliseconds: async ({ stream }) => {
    const [start, end] = [stream.record(), stream.record()];
    await end.synchronize();
    return end.millisecondsSince(start);
  },
  hostCallback: ({ stream }) => {
    stream.onReached(() => undefined);
  },
  beginCapture: ({ stream }) => stream.capture(() => undefined),
  endCapture: ({ stream }) => stream.capture(() => undefined),
  launchGraph: ({ stream }) => {
    stream.capture(() => undefined).launch(stream);
  },
  destroyGraph: ({ stream }) => {
    stream.capture(() => undefined).dispose();
  },
  reset: ({ device }) => device.reset(),
  liveHandles: ({ device }) => device.driverHandles(),
};

function open() {
  return openMemoryDevice({
    kernels: { touch: () => undefined, answer: () => 42 },
    globals: { counter: new Uint8Array(4) },
  });
}

async function ready(device: Device): Promise<Opened> {
  const module = await device.compile(source);
  const kernel = module.kernel('touch');
  return { device, stream: device.createStream(), module, kernel };
}

describe('a driver that throws a plain TypeError', () => {
  let device: Device;
  let driver: MemoryDriver;

  beforeEach(async () => {
    ({ device, driver } = await open());
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await device.dispose();
  });

  it.each(Object.entries(uses) as [keyof MemoryDriver, Use][])('in %s is INTERNAL', async (method, use) => {
    const opened = await ready(device);
    const thrown = new TypeError('undefined is not a function');
    jest.spyOn(driver as unknown as Record<string, () => unknown>, method).mockImplementation(() => {
      throw thrown;
    });
    await expect((async () => use(opened))()).rejects.toMatchObject({
      code: 'INTERNAL',
      backend: 'memory',
      cause: thrown,
    });
  });

  it.each(['setGeometry', 'enqueue', 'time'] as const)('in a launch: %s is INTERNAL', async (method) => {
    const { kernel } = await ready(device);
    const thrown = new TypeError('undefined is not a function');
    const prepare = driver.prepareLaunch.bind(driver);
    jest.spyOn(driver, 'prepareLaunch').mockImplementation((...args) => {
      const prepared = prepare(...args);
      jest.spyOn(prepared, method).mockImplementation(() => {
        throw thrown;
      });
      return prepared;
    });
    const x = device.allocate('int32', 1);
    const use = (): unknown => (method === 'time' ? kernel.time(shape, x) : kernel.launch(shape, x));
    await expect((async () => use())()).rejects.toMatchObject({ code: 'INTERNAL', backend: 'memory', cause: thrown });
  });

  it('in the release of memory is INTERNAL', () => {
    const x = device.allocate(4);
    jest.spyOn(driver, 'free').mockImplementation(() => {
      throw new TypeError('no');
    });
    expect(() => x.dispose()).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });

  it('when the device is disposed is INTERNAL', async () => {
    const { device: short, driver: failing } = await open();
    jest.spyOn(failing, 'dispose').mockImplementation(() => {
      throw new TypeError('no');
    });
    await expect(short.dispose()).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('in its compiler is INTERNAL', async () => {
    jest.spyOn(driver.compiler, 'compile').mockRejectedValue(new TypeError('no'));
    await expect(device.compile(`${source}\n// not cached`)).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('lets a capability that is declared and missing be INTERNAL, not UNSUPPORTED', async () => {
    const { module, stream } = await ready(device);
    const without = driver as unknown as Record<string, unknown>;
    for (const method of ['global', 'callFunction', 'endCapture']) without[method] = undefined;
    expect(() => module.global('counter')).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
    await expect(module.function('answer').call(null)).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(() => stream.capture(() => undefined)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });
});
