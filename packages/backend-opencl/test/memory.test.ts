import type { Buffer, HeddleError } from '@heddle/core';
import { closeDevices, describeOpenCl, itWith, openOpenCl } from './testing/opencl-device';

const withCode = (code: HeddleError['code']) => expect.objectContaining({ code });

describeOpenCl('memory', () => {
  afterEach(closeDevices);

  const doubled = '__kernel void doubled(__global int* x) { x[get_global_id(0)] *= 2; }';

  it('is passed in parts that start where the device can split it', async () => {
    const device = await openOpenCl();
    const { offsetAlignment } = device.properties;
    const first = offsetAlignment / 4;
    const kernel = (await device.compile(doubled)).kernel('doubled');
    const x = await device.upload(Int32Array.from({ length: first + 4 }, (_, i) => i));
    kernel.launch({ grid: 1, block: 2 }, x.slice(first, first + 2));
    const values = await x.read();
    expect([...values.slice(first)]).toEqual([2 * first, 2 * (first + 1), first + 2, first + 3]);
    expect(() => kernel.launch({ grid: 1, block: 1 }, x.slice(1, 2))).toThrow(
      expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining(String(offsetAlignment)) }),
    );
  });

  it('counts its parts among the open handles, and gives them back with the whole', async () => {
    const device = await openOpenCl();
    const kernel = (await device.compile(doubled)).kernel('doubled');
    const x = device.zeros('int32', 4096);
    for (let i = 0; i < 3; i++) kernel.launch({ grid: 1, block: 1 }, x.slice(1024, 1028));
    expect(device.driverHandles()['sub-buffer']).toBe(1);
    x.dispose();
    expect(device.driverHandles()['sub-buffer']).toBeUndefined();
  });

  it('beyond what the device has is refused, and the device goes on', async () => {
    const device = await openOpenCl();
    const { allocationBytes } = device.properties.limits;
    expect(() => device.allocate(allocationBytes + 1)).toThrow(
      expect.objectContaining({ code: 'OUT_OF_MEMORY', requested: allocationBytes + 1 }),
    );
    const { totalBytes } = device.properties;
    const taken: Buffer[] = [];
    const takeAll = () => {
      for (let sum = 0; sum <= totalBytes; sum += allocationBytes) taken.push(device.allocate(allocationBytes));
    };
    expect(takeAll).toThrow(withCode('OUT_OF_MEMORY'));
    for (const each of taken) each.dispose();
    const x = await device.upload(Int32Array.of(21));
    (await device.compile(doubled)).kernel('doubled').launch({ grid: 1, block: 1 }, x);
    expect(await x.read()).toEqual(Int32Array.of(42));
  });

  it('tells what this process has left of it', async () => {
    const device = await openOpenCl();
    const { freeBytes, totalBytes } = device.memoryInfo();
    expect(totalBytes).toBe(device.properties.totalBytes);
    using _ = device.allocate(1 << 20);
    expect(device.memoryInfo().freeBytes).toBeLessThanOrEqual(freeBytes);
  });

  it('that is null reaches the kernel as null', async () => {
    const device = await openOpenCl();
    const source = '__kernel void k(__global int* maybe, __global int* out) { out[0] = maybe == 0 ? 7 : maybe[0]; }';
    const kernel = (await device.compile(source)).kernel('k');
    const out = device.zeros('int32', 1);
    kernel.launch({ grid: 1, block: 1 }, null, out);
    expect(await out.read()).toEqual(Int32Array.of(7));
  });

  it('by value keeps the layout of OpenCL: float3 takes four floats', async () => {
    const device = await openOpenCl();
    const source =
      'typedef struct { char tag; float3 v; int n; } Item;\n' +
      '__kernel void k(Item item, float3 v, float4 w, __global float* out) ' +
      '{ out[0] = item.tag + item.v.z + item.n; out[1] = v.y; out[2] = w.w; }';
    const kernel = (await device.compile(source)).kernel('k');
    expect(kernel.signature.parameters.map(({ byteLength }) => byteLength)).toEqual([48, 16, 16, 8]);
    const out = device.zeros('float32', 3);
    kernel.launch({ grid: 1, block: 1 }, { tag: 1, v: [2, 3, 4], n: 5 }, [6, 7, 8], [9, 10, 11, 12], out);
    expect(await out.read()).toEqual(Float32Array.of(10, 7, 12));
  });

  describe.each(['pinned', 'managed'] as const)('of kind %s', (kind) => {
    const capability = `${kind}-memory` as const;

    itWith(capability)('is seen by the host before and after each command, through one view', async () => {
      const device = await openOpenCl();
      const kernel = (await device.compile(doubled)).kernel('doubled');
      const x = device.allocate('int32', 4, { kind });
      const view = x.hostView();
      for (let round = 1; round <= 3; round++) {
        view.set([round, 2, 3, 4]);
        kernel.launch({ grid: 1, block: 4 }, x);
        kernel.launch({ grid: 1, block: 4 }, x);
        await device.synchronize();
        expect([...view]).toEqual([4 * round, 8, 12, 16]);
      }
      view.fill(5);
      const copy = device.allocate('int32', 4);
      copy.copyFrom(x);
      expect([...(await copy.read())]).toEqual([5, 5, 5, 5]);
      copy.fill(0);
      x.copyFrom(copy);
      device.defaultStream.synchronizeBlocking();
      expect([...view]).toEqual([0, 0, 0, 0]);
    });

    itWith(capability)('leaves its view empty when it is given back', async () => {
      const device = await openOpenCl();
      const x = device.allocate('int32', 1024, { kind });
      const view = x.hostView();
      expect(view.length).toBe(1024);
      x.dispose();
      expect(view.length).toBe(0);
      await device.synchronize();
      expect(device.driverHandles().memory).toBeUndefined();
    });

    itWith(capability, 'out-of-order-streams')('may be viewed while a stream out of order uses it', async () => {
      const device = await openOpenCl();
      const stream = device.createStream({ outOfOrder: true });
      const kernel = (await device.compile(doubled)).kernel('doubled');
      const x = device.allocate('int32', 1, { kind });
      const view = x.hostView();
      view[0] = 3;
      kernel.launch({ grid: 1, block: 1, stream }, x);
      await stream.synchronize();
      expect(view[0]).toBe(6);
      stream.dispose();
    });
  });

  it('is copied by boxes, whatever their pitches', async () => {
    const device = await openOpenCl();
    const volume = Uint8Array.from({ length: 5 * 4 * 3 }, (_, i) => i);
    const source = await device.upload(volume);
    const target = new Uint8Array(2 * 2 * 2);
    await device.copyRectangle({
      extent: [2, 2, 2],
      source: { memory: source, rowPitch: 5, slicePitch: 20, origin: [1, 1, 1] },
      destination: { memory: target, rowPitch: 2 },
    });
    expect([...target]).toEqual([26, 27, 31, 32, 46, 47, 51, 52]);
    // A slice pitch that is not a multiple of the row pitch, which OpenCL itself refuses.
    const odd = device.zeros('uint8', 64);
    await device.copyRectangle({
      extent: [2, 2, 2],
      source: { memory: target, rowPitch: 2 },
      destination: { memory: odd, rowPitch: 4, slicePitch: 13 },
    });
    const bytes = await odd.read();
    expect([bytes[0], bytes[1], bytes[4], bytes[5], bytes[13], bytes[18]]).toEqual([26, 27, 31, 32, 46, 52]);
  });
});
