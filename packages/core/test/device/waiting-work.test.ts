import { HeddleError, type Buffer, type Device, type Kernel, type Module } from '@heddle/core';
import { openMemoryDevice, type HeldCompilation, type LibraryArray, type MemoryDriver } from '../support/memory-driver';
import { kernels, one, WaitingDevice } from '../support/waiting-device';

const refusal = new HeddleError('RESOURCE', 'planted');

describe('work that waits for a compilation', () => {
  let test: WaitingDevice;
  let device: Device;
  let driver: MemoryDriver;
  let module: Module;
  let kernel: Kernel;
  let compilation: HeldCompilation;
  let array: LibraryArray;
  let out: Buffer<'int32'>;
  let pending: WaitingDevice['pending'];
  let launch: WaitingDevice['launch'];
  const unhandled = jest.fn();

  beforeEach(async () => {
    process.on('unhandledRejection', unhandled);
    test = await WaitingDevice.open();
    ({ device, driver, module, kernel, compilation, array, out, pending, launch } = test);
  });
  afterEach(() => test.close(unhandled));

  describe('order', () => {
    it('a launch runs after the operation before it, and before the one after it', async () => {
      pending();
      launch(array, 2);
      array.operation(compilation, (buffer) => {
        launch(buffer, 3);
      });
      launch(array, 4);
      const values = array.get();
      compilation.release();
      expect(await values).toEqual([1234, 1, 1, 1]);
    });

    it('a bound launch takes its turn too', async () => {
      const bound = kernel.bind(one);
      bound(array, 7);
      pending();
      bound(array, 2);
      bound(array, 3);
      const values = array.get();
      compilation.release();
      expect(await values).toEqual([123, 1, 1, 1]);
      bound(array, 4);
      expect(await array.get()).toEqual([1234, 1, 1, 1]);
    });

    it('a launch has the arguments and the shape of its call', async () => {
      pending();
      launch(array, 2, { block: 2 });
      launch(array, 3, { block: 3 });
      launch(array, 4, { block: 1 });
      compilation.release();
      expect(await array.get()).toEqual([1234, 123, 13, 1]);
    });

    it('fills, copies, writes and reads take their turn, of buffers too', async () => {
      const source = Int32Array.of(5, 5, 5, 5);
      pending();
      kernel.launch(one, out, 9);
      out.copyFrom(array.buffer);
      const copied = out.read();
      launch(out, 2);
      const launched = out.read();
      out.fill(0);
      const filled = out.read();
      const written = out.write(source);
      const last = out.slice(1).read();
      compilation.release();
      expect([...(await copied)]).toEqual([1, 1, 1, 1]);
      expect([...(await launched)]).toEqual([12, 1, 1, 1]);
      expect([...(await filled)]).toEqual([0, 0, 0, 0]);
      await written;
      expect([...(await last)]).toEqual([5, 5, 5]);
    });

    it.each([{}, { nonBlocking: true }])('holds between streams that wait for events, %p', async (options) => {
      const [first, second] = [device.createStream(options), device.createStream(options)];
      pending();
      const filled = device.defaultStream.record();
      first.waitFor(filled);
      launch(array, 2, { stream: first });
      second.waitFor(first.record());
      launch(array, 3, { stream: second });
      expect(filled.reached).toBe(false);
      expect(second.idle).toBe(false);
      const end = second.record();
      compilation.release();
      await end.synchronize();
      expect(end.reached).toBe(true);
      expect(end.millisecondsSince(filled)).toBeGreaterThanOrEqual(0);
      expect((await array.buffer.read({ stream: second }))[0]).toBe(123);
    });

    it('the default stream stays in order with all others', async () => {
      const stream = device.createStream();
      pending();
      launch(array, 2, { stream });
      launch(array, 3);
      launch(array, 4, { stream });
      const synchronized = stream.synchronize();
      compilation.release();
      await synchronized;
      expect((await array.get())[0]).toBe(1234);
    });

    it('callbacks, graphs, timings and plain functions take their turn', async () => {
      const stream = device.createStream();
      const graph = stream.capture(() => {
        launch(out, 3, { stream });
      });
      const reached: string[] = [];
      pending();
      out.copyFrom(array.buffer);
      launch(out, 2);
      graph.launch(stream);
      const times = kernel.time({ ...one, count: 2 }, out, 4);
      device.defaultStream.onReached(() => reached.push('callback'));
      const called = module.function('append').call(array.buffer, 5);
      graph.dispose();
      compilation.release();
      expect(await times).toHaveLength(2);
      await called;
      expect(reached).toEqual(['callback']);
      expect((await out.read())[0]).toBe(12344);
      expect((await array.get())[0]).toBe(15);
    });

    it('new buffers are filled at once, since nothing that waits can use them', async () => {
      pending();
      const uploaded = await device.upload(Int32Array.of(4));
      const zeros = device.zeros('int32', 1);
      launch(uploaded, 2);
      module.kernel('join').launch(one, uploaded, zeros);
      const read = zeros.read();
      compilation.release();
      expect([...(await read)]).toEqual([42]);
    });

    it('copies between devices take their turn on both', async () => {
      const { device: other } = await openMemoryDevice({ kernels });
      const there = other.zeros('int32', 4);
      pending();
      const copied = there.copyFromPeer(array.buffer);
      const read = copied.then(() => there.read());
      compilation.release();
      expect([...(await read)]).toEqual([1, 1, 1, 1]);
      await other.dispose();
    });

    it('device.synchronize() waits for what waits', async () => {
      pending();
      launch(array, 2);
      const synchronized = device.synchronize();
      compilation.release();
      await synchronized;
      expect(device.work.waits).toBe(false);
      expect([...(await array.buffer.read())]).toEqual([12, 1, 1, 1]);
    });
  });

  describe('what is refused at the call', () => {
    it('arguments, shapes and streams that do not fit', async () => {
      const { device: other } = await openMemoryDevice({ kernels });
      const disposed = device.createStream();
      disposed.dispose();
      pending();
      const refused: [unknown[], object][] = [
        [[array], {}],
        [[array, 'two'], {}],
        [[other.zeros('int32', 1), 2], {}],
        [[device.zeros('float32', 1), 2], {}],
        [[array, 2], { block: 4096 }],
        [[array, 2], { stream: disposed }],
        [[array, 2], { stream: other.createStream() }],
      ];
      for (const [args, options] of refused) {
        const call = () => {
          kernel.launch({ ...one, ...options }, ...(args as [never, never]));
        };
        expect(call).toThrow(expect.objectContaining({ code: expect.stringMatching(/ARGUMENT|RESOURCE/) }));
      }
      expect(() => kernel.bind(one)(array as never, 2, 3)).toThrow('takes 2 arguments');
      expect(() => {
        kernel.check(one, array, 2);
      }).not.toThrow();
      compilation.release();
      expect(await array.get()).toEqual([1, 1, 1, 1]);
      await other.dispose();
    });

    it('a blocking wait, which would wait for ever', async () => {
      pending();
      expect(() => {
        device.defaultStream.synchronizeBlocking();
      }).toThrow('Await device.synchronize()');
      compilation.release();
      await device.synchronize();
      device.defaultStream.synchronizeBlocking();
    });

    it('the memory of a pending array for other uses than launches', () => {
      pending();
      expect(() => array[Symbol.for('heddle.buffer') as never]).not.toThrow();
      expect(() => (array as unknown as Record<symbol, () => unknown>)[Symbol.for('heddle.buffer')]?.()).toThrow(
        'still wait',
      );
    });
  });

  describe('captures', () => {
    it('record launches on buffers while work waits; the graph takes its turn', async () => {
      const stream = device.createStream();
      pending();
      const graph = stream.capture(() => {
        launch(array.buffer, 2, { stream });
        array.buffer.slice(1).fill(0, { stream });
      });
      graph.launch(stream);
      compilation.release();
      await stream.synchronize();
      expect(await array.get()).toEqual([12, 0, 0, 0]);
    });

    it('refuse pending arrays and operations, with what to do', async () => {
      const stream = device.createStream();
      pending();
      const capture = () =>
        stream.capture(() => {
          launch(array, 2, { stream });
        });
      expect(capture).toThrow('Await device.synchronize() before the capture');
      expect(() => stream.capture(pending)).toThrow('a capture cannot wait');
      compilation.release();
      await device.synchronize();
      const graph = capture();
      graph.launch(stream);
      expect(await array.get()).toEqual([12, 1, 1, 1]);
    });
  });

  it('without work that waits, a launch is enqueued before the call returns', async () => {
    const bound = kernel.bind(one);
    const calls = [() => launch(array, 1), () => bound(array, 2)];
    for (const call of calls) {
      call();
      driver.plant('prepareLaunch', refusal);
      expect(call).toThrow(refusal);
    }
    pending();
    compilation.release();
    await device.synchronize();
    driver.plant('prepareLaunch', refusal);
    expect(calls[1]).toThrow(refusal);
  });

  it('a closure takes the place of a generated function where code cannot be generated', async () => {
    const generate = jest.spyOn(globalThis, 'Function').mockImplementation(() => {
      throw new EvalError('not here');
    });
    const bound = kernel.bind(one);
    generate.mockRestore();
    pending();
    bound(array, 2);
    compilation.release();
    expect((await array.get())[0]).toBe(12);
  });

  it('each device has its own', async () => {
    const { device: other } = await openMemoryDevice();
    pending();
    const buffer = await other.upload(Int32Array.of(3));
    expect([...(await buffer.read())]).toEqual([3]);
    await other.dispose();
  });
});
