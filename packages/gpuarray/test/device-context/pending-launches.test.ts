/** Launches of core on arrays whose operations wait for their kernels to be compiled. */
import type { Buffer, Device, Kernel } from '@heddle/core';
import type { HeldLoads } from '@heddle/core/testing';
import { gpuArrays, type Arrays, type GpuArray } from '@heddle/gpuarray';
import { testBackends } from '../support/on-devices';
import { openHeldDevice } from '../support/open-test-device';

const source = `
KERNEL void append(GLOBAL int* x, int digit) { x[GLOBAL_INDEX(0)] = 10 * x[GLOBAL_INDEX(0)] + digit; }
KERNEL void join(GLOBAL const int* x, GLOBAL int* y) {
  y[GLOBAL_INDEX(0)] = 10 * y[GLOBAL_INDEX(0)] + x[GLOBAL_INDEX(0)];
}
`;
const shape = { grid: 1, block: 3 };

describe.each(testBackends)('launches on pending arrays on %s', (backend) => {
  let device: Device;
  let loads: HeldLoads;
  let ga: Arrays;
  let append: Kernel<never[]>;
  let join: Kernel<never[]>;
  let out: Buffer<'int32'>;
  const unhandled: unknown[] = [];
  const noteUnhandled = (reason: unknown): void => {
    unhandled.push(reason);
  };

  beforeEach(async () => {
    unhandled.length = 0;
    process.on('unhandledRejection', noteUnhandled);
    ({ device, loads } = await openHeldDevice(backend));
    ga = gpuArrays(device);
    const module = await device.compile(source);
    append = module.kernel('append');
    join = module.kernel('join');
    out = device.zeros('int32', 3);
    loads.hold();
  });
  afterEach(async () => {
    loads.release();
    await device.dispose();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', noteUnhandled);
    expect(unhandled).toEqual([]);
  });

  const start = () => ga.array(Int32Array.of(1, 2, 3));
  /** The result of an operation, which waits. */
  const pending = (x: GpuArray<'int32'> = start(), on = ga) =>
    on.elementwiseKernel('int32 x', 'int32 y', 'y = x + 1', { name: 'next' })(x);
  const launch = (kernel: Kernel<never[]>, ...args: unknown[]) => {
    kernel.launch(shape, ...(args as never[]));
  };
  const values = async (array: { get(): Promise<Int32Array> }) => [...(await array.get())];

  it('run after the operations before them, and before those after them', async () => {
    const x = pending();
    launch(append, x, 7);
    const y = pending(x);
    const bound = append.bind(shape);
    bound(...([x, 8] as never[]));
    bound(...([x, 9] as never[]));
    x.fill(4);
    launch(append, x, 1);
    const reads = [values(y), values(x)];
    loads.release();
    expect(await reads[0]).toEqual([28, 38, 48]);
    expect(await reads[1]).toEqual([41, 41, 41]);
  });

  it('take views, and arrays that do not wait', async () => {
    const a = start();
    const x = pending(a);
    const alignment = device.properties.offsetAlignment / 4;
    const wide = ga.full(Math.max(alignment, 1) + 3, 5, 'int32');
    const view = wide.slice([Math.max(alignment, 1), null]);
    launch(append, view, 6);
    launch(append, a, 0);
    launch(append, x.reshape(3, 1), 9);
    const reads = [values(x), values(a), values(view)];
    loads.release();
    expect(await Promise.all(reads)).toEqual([
      [29, 39, 49],
      [10, 20, 30],
      [56, 56, 56],
    ]);
  });

  it('fill buffers of core, whose reads, copies and launches come after them', async () => {
    const x = pending();
    launch(join, x, out);
    const first = out.read();
    const copy = device.allocate('int32', 3);
    copy.copyFrom(out);
    launch(append, out, 1);
    launch(append, x.buffer, 5);
    const reads = [first, copy.read(), out.read(), x.get()];
    loads.release();
    expect((await Promise.all(reads)).map((read) => [...read])).toEqual([
      [2, 3, 4],
      [2, 3, 4],
      [21, 31, 41],
      [25, 35, 45],
    ]);
  });

  it.each([{}, { nonBlocking: true }])('run on streams of arrays, %p', async (options) => {
    const stream = device.createStream(options);
    using on = ga.on(stream);
    const x = on.array(Int32Array.of(1, 2, 3));
    const y = pending(x, on);
    expect(y.stream).toBe(stream);
    append.launch({ ...shape, stream }, ...([y, 7] as never[]));
    const z = y.add(1).astype('int32');
    append.launch({ ...shape, stream: z.stream }, ...([z, 8] as never[]));
    const reads = [values(y), values(z)];
    loads.release();
    expect(await Promise.all(reads)).toEqual([
      [27, 37, 47],
      [288, 388, 488],
    ]);
  });

  it('keep the memory of arrays that are disposed meanwhile', async () => {
    const x = pending();
    launch(append, x, 7);
    launch(join, x, out);
    x.dispose();
    const others = [ga.full(3, -1, 'int32'), ga.full(3, -2, 'int32')];
    expect(() => {
      launch(append, x, 1);
    }).toThrow('disposed');
    const reads = [out.read(), ...others.map((other) => other.get())];
    loads.release();
    expect((await Promise.all(reads)).map((read) => [...read])).toEqual([
      [27, 37, 47],
      [-1, -1, -1],
      [-2, -2, -2],
    ]);
  });

  it('of an operation that failed fail what they were to write, and nothing else', async () => {
    const [a, other] = [start(), ga.zeros(3, 'int32')];
    const x = pending(a);
    launch(join, x, other);
    launch(join, a, out);
    launch(append, a, 4);
    const [failed, passedOn] = [x.get(), other.get()];
    await loads.heldAtLeast(1);
    loads.failOne(Object.assign(new Error('out of registers'), { code: 'COMPILE' }));
    await expect(failed).rejects.toThrow('out of registers');
    await expect(passedOn).rejects.toThrow('out of registers');
    expect([...(await out.read())]).toEqual([1, 2, 3]);
    expect(await values(a)).toEqual([14, 24, 34]);
    await device.synchronize();
    loads.release();
    expect(await values(pending(a))).toEqual([15, 25, 35]);
  });

  it('tell of a failure at the read of a buffer that no array stands for', async () => {
    const x = pending();
    launch(join, x, out);
    const read = out.read();
    await loads.heldAtLeast(1);
    loads.failOne(new Error('out of registers'));
    await expect(read).rejects.toThrow('out of registers');
    await device.synchronize();
  });

  it('are ended with the device', async () => {
    const x = pending();
    launch(append, x, 7);
    const read = x.get();
    await Promise.all([expect(read).rejects.toMatchObject({ code: 'ARGUMENT' }), device.dispose()]);
  });

  it('cannot be captured', async () => {
    if (!device.has('graphs')) return;
    const x = pending();
    const stream = device.createStream();
    const capture = () =>
      stream.capture(() => {
        append.launch({ ...shape, stream }, ...([x, 7] as never[]));
      });
    expect(capture).toThrow('Await device.synchronize() before the capture');
    loads.release();
    await device.synchronize();
    capture().launch(stream);
    expect(await values(x)).toEqual([27, 37, 47]);
  });

  it('wait in ga.synchronize()', async () => {
    const x = pending();
    launch(join, x, out);
    const synchronized = ga.synchronize();
    loads.release();
    await synchronized;
    expect(device.work.waits).toBe(false);
    expect([...(await out.read())]).toEqual([2, 3, 4]);
  });
});
