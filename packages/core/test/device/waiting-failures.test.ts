import { HeddleError, type Buffer, type Device, type Module } from '@heddle/core';
import { LibraryArray, type HeldCompilation, type MemoryDriver } from '../support/memory-driver';
import { one, WaitingDevice } from '../support/waiting-device';

const refusal = new HeddleError('RESOURCE', 'planted');
const didNotCompile = new HeddleError('COMPILE', 'did not compile');

describe('failures and ends of work that waits', () => {
  let test: WaitingDevice;
  let device: Device;
  let driver: MemoryDriver;
  let module: Module;
  let compilation: HeldCompilation;
  let array: LibraryArray;
  let out: Buffer<'int32'>;
  let pending: WaitingDevice['pending'];
  let launch: WaitingDevice['launch'];
  const unhandled = jest.fn();

  beforeEach(async () => {
    process.on('unhandledRejection', unhandled);
    test = await WaitingDevice.open();
    ({ device, driver, module, compilation, array, out, pending, launch } = test);
  });
  afterEach(() => test.close(unhandled));

  describe('failures', () => {
    it('of an operation reach what the launch was to write, and nothing else', async () => {
      const other = new LibraryArray(device, device.zeros('int32', 1));
      pending();
      module.kernel('join').launch(one, array, other);
      launch(out, 5);
      compilation.fail(didNotCompile);
      await expect(array.get()).rejects.toBe(didNotCompile);
      await expect(other.get()).rejects.toBe(didNotCompile);
      expect((await out.read())[0]).toBe(5);
      await device.synchronize();
    });

    it('of a launch do not reach arrays that it only reads', async () => {
      const other = new LibraryArray(device, device.zeros('int32', 1));
      const fill = module.kernel('join');
      fill.launch(one, array, other);
      pending();
      fill.launch(one, array, other);
      driver.plant('prepareLaunch', refusal);
      compilation.release();
      await expect(other.get()).rejects.toBe(refusal);
      expect(await array.get()).toEqual([1, 1, 1, 1]);
      await device.synchronize();
    });

    it('of a launch reach arrays in structs', async () => {
      const pair = module.kernel('appendPair');
      pair.launch(one, { x: array, value: 1 });
      pending();
      pair.launch(one, { x: array, value: 2 });
      driver.plant('prepareLaunch', refusal);
      compilation.release();
      await expect(array.get()).rejects.toBe(refusal);
      await device.synchronize();
    });

    it.each<[string, () => Promise<unknown>]>([
      ['a read of the buffer', () => out.slice(0).read()],
      ['stream.synchronize()', () => device.defaultStream.synchronize()],
      ['device.synchronize()', () => device.synchronize()],
    ])('that no array keeps are told once, by %s', async (_, ask) => {
      launch(out, 1);
      const unrelated = device.zeros('int32', 1);
      pending();
      launch(out, 5);
      driver.plant('prepareLaunch', refusal);
      compilation.release();
      expect([...(await unrelated.read())]).toEqual([0]);
      await expect(ask()).rejects.toBe(refusal);
      await device.synchronize();
      launch(out, 2);
      expect((await out.read())[0]).toBe(12);
    });

    it('are passed on to what is copied or computed from the buffer', async () => {
      const copy = device.zeros('int32', 4);
      pending();
      module.kernel('join').launch(one, array, out);
      copy.copyFrom(out);
      const read = copy.read();
      compilation.fail(didNotCompile);
      await expect(read).rejects.toBe(didNotCompile);
    });

    it('of a record are told by the event', async () => {
      pending();
      const event = device.defaultStream.record();
      driver.plant('recordEvent', refusal);
      compilation.release();
      await expect(event.synchronize()).rejects.toBe(refusal);
      expect(() => event.reached).toThrow(refusal);
      device.defaultStream.record(event);
      await event.synchronize();
    });

    it('nobody asks for do not end the process', async () => {
      pending();
      launch(array, 2);
      launch(out, 3);
      compilation.fail(didNotCompile);
      await device.work.settled();
    });
  });

  describe('the end', () => {
    it('of a buffer, a stream, an event or a module comes after work that waits for its turn', async () => {
      const stream = device.createStream();
      const temporary = device.zeros('int32', 1);
      const event = device.createEvent();
      await device.synchronize();
      pending();
      launch(temporary, 7, { stream });
      out.copyFrom(temporary, { stream });
      stream.record(event);
      device.defaultStream.waitFor(event);
      for (const each of [temporary, stream, event, module]) each.dispose();
      expect(() => temporary.fill(0)).toThrow('disposed');
      expect(() => stream.record()).toThrow('disposed');
      const taken = device.zeros('int32', 1);
      compilation.release();
      expect((await out.read())[0]).toBe(7);
      expect((await taken.read())[0]).toBe(0);
      await device.synchronize();
      expect(driver.liveHandles()).toMatchObject({ memory: 3, queue: 1 });
    });

    it('of the device fails what waits, and does not wait for a compiler', async () => {
      pending();
      launch(array, 2);
      launch(out, 2);
      const reads = [array.get(), out.read(), device.synchronize()].map((read) =>
        read.catch((error: unknown) => error),
      );
      await device.dispose();
      for (const read of reads) expect(await read).toMatchObject({ code: 'ARGUMENT' });
      compilation.release();
      expect(driver.disposed).toBe(true);
    });

    it('of a lost device is told by what waits', async () => {
      pending();
      launch(array, 2);
      const reads = [array.get(), out.read()].map((read) => read.catch((error: unknown) => error));
      driver.fail(new HeddleError('DEVICE_LOST', 'lost'));
      compilation.release();
      for (const read of reads) expect(await read).toMatchObject({ code: 'DEVICE_LOST' });
    });

    it('of a reset device’s life fails what waits, and the next life begins at once', async () => {
      pending();
      launch(array, 2);
      out.dispose();
      const read = array.get();
      await Promise.all([expect(read).rejects.toMatchObject({ code: 'ARGUMENT' }), device.reset()]);
      const fresh = device.zeros('int32', 1);
      expect((await fresh.read())[0]).toBe(0);
      compilation.release();
      await device.synchronize();
      expect((await fresh.read())[0]).toBe(0);
    });
  });
});
