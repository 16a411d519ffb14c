import { closeDevices, describeOpenCl, openOpenCl } from './testing/opencl-device';

const spin = `__kernel void spin(__global float* x, int n) {
  float v = x[get_global_id(0)];
  for (int i = 0; i < n; i++) v = v * 0.999f + 0.5f;
  x[get_global_id(0)] = v;
}`;

describeOpenCl('queues', () => {
  afterEach(closeDevices);

  it('leave the event loop free while a kernel runs', async () => {
    const device = await openOpenCl();
    const kernel = (await device.compile(spin)).kernel('spin');
    const x = device.zeros('float32', 64);
    kernel.launch({ grid: 1, block: 64 }, x, 1);
    await device.synchronize();
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    kernel.launch({ grid: 1, block: 64 }, x, 20_000_000);
    await device.synchronize();
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });

  it('are idle when nothing is left to run', async () => {
    const device = await openOpenCl();
    const stream = device.createStream();
    expect(stream.idle).toBe(true);
    const kernel = (await device.compile(spin)).kernel('spin');
    kernel.launch({ grid: 1, block: 1, stream }, device.zeros('float32', 1), 10);
    await stream.synchronize();
    expect(stream.idle).toBe(true);
    stream.dispose();
  });

  it('resolve many waits in the order of their commands', async () => {
    const device = await openOpenCl();
    const order: number[] = [];
    const buffers = Array.from({ length: 200 }, (_, i) => device.upload(Int32Array.of(i)).then(() => order.push(i)));
    await Promise.all(buffers);
    expect(order).toEqual(Array.from({ length: 200 }, (_, i) => i));
  });

  it('time each launch on the device', async () => {
    const device = await openOpenCl();
    const kernel = (await device.compile(spin)).kernel('spin');
    const x = device.zeros('float32', 1);
    const times = await kernel.time({ grid: 1, block: 1, count: 20 }, x, 1_000_000);
    expect(times).toHaveLength(20);
    // A million steps that wait for each other take no processor less than 0.1 ms, however busy it is.
    for (const milliseconds of times) expect(milliseconds).toBeGreaterThan(0.1);
    expect(device.driverHandles().event).toBeUndefined();
  });

  it('tell device time between two events', async () => {
    const device = await openOpenCl();
    const kernel = (await device.compile(spin)).kernel('spin');
    const x = device.zeros('float32', 1);
    const start = device.defaultStream.record();
    kernel.launch({ grid: 1, block: 1 }, x, 1_000_000);
    const end = device.defaultStream.record();
    await end.synchronize();
    expect(end.millisecondsSince(start)).toBeGreaterThan(0.1);
    start.dispose();
    end.dispose();
    expect(device.driverHandles().event).toBeUndefined();
  });

  it('may be disposed of while work is waited for', async () => {
    const device = await openOpenCl();
    const stream = device.createStream();
    const kernel = (await device.compile(spin)).kernel('spin');
    kernel.launch({ grid: 1, block: 1, stream }, device.zeros('float32', 1), 1_000_000);
    const done = stream.synchronize();
    stream.dispose();
    await done;
    expect(device.driverHandles().queue).toBe(1);
  });

  it('refuse local memory beyond the device before the driver sees it', async () => {
    const device = await openOpenCl();
    const kernel = (
      await device.compile('__kernel void k(__global int* x, __local int* t) { t[0] = 1; x[0] = t[0]; }')
    ).kernel('k');
    const max = device.properties.limits.sharedBytes;
    const x = device.zeros('int32', 1);
    expect(() => kernel.launch({ grid: 1, block: 1 }, x, max + 16)).toThrow(
      expect.objectContaining({ code: 'RESOURCE', resource: 'local memory', requested: max + 16, max }),
    );
    kernel.launch({ grid: 1, block: 1 }, x, 64);
    expect(await x.read()).toEqual(Int32Array.of(1));
  });
});
