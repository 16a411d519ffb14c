import { dtypes, type Device } from '@heddle/core';
import { openMemoryDevice, type MemoryDriver } from '../support/memory-driver';

const argument = { code: 'ARGUMENT' };

describe('Buffer', () => {
  let device: Device;
  let driver: MemoryDriver;

  beforeEach(async () => {
    ({ device, driver } = await openMemoryDevice());
  });
  afterEach(() => device.dispose());

  it.each(dtypes)('holds elements of %s', (dtype) => {
    const buffer = device.allocate(dtype, 6);
    expect(buffer.length).toBe(6);
    expect(buffer.dtype).toBe(dtype);
  });

  it('knows the dtype of what is uploaded', async () => {
    const buffer = await device.upload(Int16Array.of(-1, 2));
    expect(buffer.dtype).toBe('int16');
    expect(await buffer.read()).toEqual(Int16Array.of(-1, 2));
    expect((await device.upload(Uint16Array.of(0x3c00), 'float16')).dtype).toBe('float16');
  });

  it('uploads the part of memory that a subarray shows', async () => {
    const part = Float32Array.of(1, 2, 3, 4).subarray(1, 3);
    expect(await (await device.upload(part)).read()).toEqual(Float32Array.of(2, 3));
  });

  it('writes and reads at offsets, counted in elements', async () => {
    const buffer = device.zeros('int32', 5);
    await buffer.write(Int32Array.of(7, 8), { offset: 2 });
    expect(await buffer.read()).toEqual(Int32Array.of(0, 0, 7, 8, 0));
    expect(await buffer.read({ offset: 3, length: 1 })).toEqual(Int32Array.of(8));
    const target = new Int32Array(2);
    await buffer.readInto(target, { offset: 2 });
    expect(target).toEqual(Int32Array.of(7, 8));
  });

  it('counts raw memory in bytes, and reads it as what is asked for', async () => {
    const raw = device.allocate(8);
    await raw.write(Float32Array.of(1.5, -2));
    expect(raw.length).toBe(8);
    expect(await raw.read(Float32Array)).toEqual(Float32Array.of(1.5, -2));
    expect((await raw.read()).byteLength).toBe(8);
    await expect(raw.slice(0, 7).read(Float32Array)).rejects.toMatchObject(argument);
  });

  it('may be empty', async () => {
    const empty = await device.upload(new Float64Array(0));
    expect(await empty.read()).toEqual(new Float64Array(0));
    empty.fill(1);
    empty.copyFrom(device.zeros('float64', 0));
    await empty.write(new Float64Array(0));
  });

  it('tells its address, as long as it can be used', async () => {
    const buffer = device.zeros('float32', 4);
    expect(buffer.slice(3).address).toBe(buffer.address + 12n);
    expect(buffer.as('uint8').address).toBe(buffer.address);
    const view = buffer.slice(1);
    buffer.dispose();
    expect(() => buffer.address).toThrow(expect.objectContaining(argument));
    expect(() => view.address).toThrow(expect.objectContaining(argument));
    const { device: other } = await openMemoryDevice({ capabilities: [] });
    expect(() => other.zeros('float32', 4).address).toThrow(expect.objectContaining({ code: 'UNSUPPORTED' }));
    await other.dispose();
  });

  it('refuses arrays of another type, with both named', async () => {
    const buffer = device.zeros('float32', 4);
    await expect(buffer.write(Int32Array.of(1))).rejects.toThrow(/float32.*Int32Array/);
    await expect(buffer.read(Float64Array)).rejects.toMatchObject(argument);
    await expect(buffer.write([1, 2] as never)).rejects.toMatchObject(argument);
    await expect(device.upload([1, 2] as never)).rejects.toMatchObject(argument);
    await expect(device.upload(Float32Array.of(1) as never, 'int8')).rejects.toMatchObject(argument);
  });

  it('refuses what does not fit, and copies nothing of it', async () => {
    const buffer = device.zeros('int32', 3);
    await expect(buffer.write(new Int32Array(4).fill(9))).rejects.toMatchObject({ ...argument, requested: 4, max: 3 });
    await expect(buffer.write(Int32Array.of(9, 9), { offset: 2 })).rejects.toMatchObject(argument);
    await expect(buffer.read({ offset: 4 })).rejects.toMatchObject(argument);
    await expect(buffer.read({ length: 4 })).rejects.toMatchObject(argument);
    await expect(buffer.read({ offset: -1 })).rejects.toMatchObject(argument);
    await expect(buffer.read({ offset: 0.5 })).rejects.toMatchObject(argument);
    await expect(buffer.write(new Uint8Array(3).buffer)).rejects.toMatchObject(argument);
    expect(await buffer.read()).toEqual(Int32Array.of(0, 0, 0));
  });

  it.each([-1, 1.5, NaN, 2 ** 60])('refuses a length of %p', (length) => {
    expect(() => device.allocate('int32', length)).toThrow();
    expect(() => device.allocate(length)).toThrow();
  });

  it('refuses a dtype and a kind that do not exist', () => {
    expect(() => device.allocate('float' as never, 1)).toThrow(expect.objectContaining(argument));
    expect(() => device.allocate('float32', 1, { kind: 'heap' as never })).toThrow(expect.objectContaining(argument));
  });

  it('says how much one allocation may have, and stays usable', () => {
    const max = device.properties.limits.allocationBytes;
    expect(() => device.allocate(max + 1)).toThrow(
      expect.objectContaining({ code: 'OUT_OF_MEMORY', requested: max + 1, max }),
    );
    driver.plant('allocate', new Error('no more'));
    expect(() => device.allocate(4)).toThrow();
    expect(device.allocate(4).byteLength).toBe(4);
  });

  it('fills with a byte or a pattern', async () => {
    const buffer = device.zeros('uint8', 8);
    buffer.fill(0xab, { offset: 1, length: 3 });
    expect([...(await buffer.read())]).toEqual([0, 0xab, 0xab, 0xab, 0, 0, 0, 0]);
    buffer.fillPattern(Uint16Array.of(0x0102));
    expect([...(await buffer.read(Uint8Array))]).toEqual([2, 1, 2, 1, 2, 1, 2, 1]);
    const pattern = Uint8Array.of(1);
    buffer.fillPattern(pattern);
    pattern[0] = 99;
    expect((await buffer.read())[0]).toBe(1);
  });

  it('refuses values that are not bytes, and a pattern that does not fit', () => {
    const buffer = device.zeros('uint8', 12);
    for (const wrong of [256, -1, 1.5, NaN, '1']) {
      expect(() => buffer.fill(wrong as number)).toThrow(expect.objectContaining(argument));
    }
    expect(() => buffer.fillPattern(new Uint8Array(3))).toThrow(expect.objectContaining(argument));
    expect(() => buffer.fillPattern(new Uint8Array(8))).toThrow(expect.objectContaining(argument));
    expect(() => buffer.fillPattern(Uint16Array.of(1), { offset: 1, length: 2 })).toThrow(
      expect.objectContaining(argument),
    );
  });

  it('copies from buffers of the same device and type', async () => {
    const target = device.zeros('int32', 4);
    target.copyFrom(await device.upload(Int32Array.of(5, 6)), { offset: 1 });
    expect(await target.read()).toEqual(Int32Array.of(0, 5, 6, 0));
    expect(() => target.copyFrom(device.zeros('float32', 4))).toThrow(expect.objectContaining(argument));
    expect(() => target.copyFrom(device.zeros('int32', 5))).toThrow(expect.objectContaining(argument));
    expect(() => target.copyFrom(Int32Array.of(1) as never)).toThrow(expect.objectContaining(argument));
    const { device: other } = await openMemoryDevice();
    expect(() => target.copyFrom(other.zeros('int32', 4))).toThrow(/another device/);
    await other.dispose();
  });

  it('copies boxes between volumes', async () => {
    const volume = await device.upload(Uint8Array.from({ length: 24 }, (_, i) => i));
    const box = new Uint8Array(4);
    await device.copyRectangle({
      extent: [2, 2],
      source: { memory: volume, rowPitch: 6, origin: [1, 1, 0] },
      destination: { memory: box, rowPitch: 2 },
    });
    expect([...box]).toEqual([7, 8, 13, 14]);
    await expect(
      device.copyRectangle({
        extent: [6, 5],
        source: { memory: volume, rowPitch: 6 },
        destination: { memory: new Uint8Array(64), rowPitch: 6 },
      }),
    ).rejects.toMatchObject({ ...argument, requested: 30, max: 24 });
  });

  describe('views', () => {
    it('show the same memory', async () => {
      const buffer = await device.upload(Int32Array.of(1, 2, 3, 4));
      const middle = buffer.slice(1, -1);
      expect(await middle.read()).toEqual(Int32Array.of(2, 3));
      await middle.write(Int32Array.of(9), { offset: 1 });
      expect(await buffer.read()).toEqual(Int32Array.of(1, 2, 9, 4));
      expect(await middle.slice(1).read()).toEqual(Int32Array.of(9));
      expect(middle.slice(2, 1).length).toBe(0);
      expect(() => buffer.slice(0.5)).toThrow(expect.objectContaining(argument));
    });

    it('show it as another type, where that divides it', async () => {
      const buffer = await device.upload(Float32Array.of(1, 2));
      expect([...(await buffer.as('uint32').read())]).toEqual([0x3f800000, 0x40000000]);
      expect(() => buffer.slice(1).as('float64')).toThrow(expect.objectContaining(argument));
    });

    it('end with their owner', async () => {
      const buffer = device.zeros('int32', 4);
      const view = buffer.slice(1);
      buffer.dispose();
      expect(view.disposed).toBe(true);
      await expect(view.read()).rejects.toMatchObject(argument);
    });

    it('end by themselves without ending their owner', async () => {
      const buffer = device.zeros('int32', 4);
      const view = buffer.slice(1);
      view.dispose();
      expect(view.disposed).toBe(true);
      await expect(view.read()).rejects.toMatchObject(argument);
      expect(await buffer.read()).toHaveLength(4);
    });
  });

  it('shows pinned and managed memory to the host, and no other', async () => {
    const pinned = device.allocate('float32', 2, { kind: 'pinned' });
    await pinned.write(Float32Array.of(1, 2));
    expect(pinned.hostView()).toEqual(Float32Array.of(1, 2));
    pinned.hostView()[1] = 7;
    expect(await pinned.slice(1).read()).toEqual(Float32Array.of(7));
    expect(() => device.zeros('float32', 1).hostView()).toThrow(expect.objectContaining({ code: 'UNSUPPORTED' }));
  });

  it('refuses a stream that is none, or another device’s', async () => {
    const buffer = device.zeros('int32', 1);
    expect(() => buffer.fill(1, { stream: {} as never })).toThrow(expect.objectContaining(argument));
    const { device: other } = await openMemoryDevice();
    expect(() => buffer.fill(1, { stream: other.createStream() })).toThrow(/another device/);
    await other.dispose();
  });

  it('gives up a read when its signal fires; the device goes on', async () => {
    const buffer = device.zeros('int32', 4);
    await expect(buffer.read({ signal: AbortSignal.abort('enough') })).rejects.toMatchObject({ code: 'ABORTED' });
    const controller = new AbortController();
    const reading = buffer.read({ signal: controller.signal });
    controller.abort();
    await expect(reading).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await buffer.read()).toHaveLength(4);
  });
});
