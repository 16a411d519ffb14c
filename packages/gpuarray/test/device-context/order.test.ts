import { isHeddleError } from '@heddle/core';
import { gpuArrays } from '@heddle/gpuarray';
import { onDevices } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

let unique = 0;
/** A kernel that no process has compiled yet: its text is new. */
const fresh = () => `/* ${process.pid} ${Date.now()} ${unique++} */`;

onDevices('operations that wait for a compiler', (test) => {
  it('run in the order of the program, with reads and writes among them', async () => {
    const { ga } = test;
    const a = ga.zeros(3, 'int32');
    const first = ga.elementwiseKernel('int32 x', 'int32 y', `y = x + 1 ${fresh()}`);
    const b = first(a);
    const before = a.get();
    a.fill(5);
    const c = first(a);
    const written = a.set(Int32Array.of(7, 8, 9));
    const d = first(a);
    expect([...(await before)]).toEqual([0, 0, 0]);
    await written;
    expect([...(await b.get())]).toEqual([1, 1, 1]);
    expect([...(await c.get())]).toEqual([6, 6, 6]);
    expect([...(await d.get())]).toEqual([8, 9, 10]);
  });

  it('keep memory that was disposed until they have run', async () => {
    const { ga } = test;
    const kernel = ga.elementwiseKernel('int32 x', 'int32 y', `y = 2 * x ${fresh()}`);
    const a = ga.array(Int32Array.of(1, 2, 3));
    const b = kernel(a);
    a.dispose();
    const other = ga.full(3, -1, 'int32');
    expect([...(await b.get())]).toEqual([2, 4, 6]);
    expect([...(await other.get())]).toEqual([-1, -1, -1]);
  });

  it('pass a failure on to everything computed from them, and to nothing else', async () => {
    const { ga } = test;
    const broken = ga.elementwiseKernel('T x', 'T y', `y = x + missing ${fresh()}`, { name: 'broken' });
    const a = ga.ones(3, 'float32');
    const b = broken(a);
    const c = b.add(1);
    await expect(c.get()).rejects.toMatchObject({ code: 'COMPILE' });
    await expect(b.get()).rejects.toThrow('broken');
    expect([...(await a.add(1).get())]).toEqual([2, 2, 2]);
    // Compiling is tried again: what was missing may be there by now.
    await expect(broken(a).get()).rejects.toMatchObject({ code: 'COMPILE' });
  });

  it('are followed by launches of kernels of one’s own', async () => {
    const { ga, device } = test;
    const module = await device.compile('KERNEL void twice(GLOBAL int* x) { x[GLOBAL_INDEX(0)] *= 2; }');
    const launch = (array: unknown) => {
      module.kernel('twice').launch({ grid: 1, block: 3 }, array as never);
    };
    const a = ga.array(Int32Array.of(1, 2, 3));
    const b = ga.elementwiseKernel('int32 x', 'int32 y', `y = x ${fresh()}`)(a);
    expect(() => {
      launch(b.slice('::-1'));
    }).toThrow('strided view');
    launch(b);
    const c = b.add(1);
    launch(c);
    expect([...(await b.get())]).toEqual([2, 4, 6]);
    expect([...(await c.get())]).toEqual([6, 10, 14]);
  });
});

onDevices('memory', (test) => {
  it('goes back when an array is disposed, and is refused afterwards', async () => {
    const { ga } = test;
    ga.freeMemory();
    const before = ga.memoryStatistics.usedByteLength;
    const a = ga.zeros(2 ** 20, 'float32');
    const view = a.slice([1, 3]);
    expect(ga.memoryStatistics.usedByteLength - before).toBeGreaterThanOrEqual(2 ** 22);
    a.dispose();
    ga.freeMemory();
    expect(ga.memoryStatistics.usedByteLength).toBe(before);
    expect(() => a.add(1)).toThrow('disposed');
    expect(() => view.add(1)).toThrow('disposed');
    await expect(view.get()).rejects.toThrow('disposed');
    expect(view.disposed).toBe(true);
  });

  it('is not shown by an array whose memory another has taken', async () => {
    const { ga } = test;
    const a = ga.zeros(100, 'float32');
    const view = a.slice([0, 50]);
    a.dispose();
    const b = ga.ones(100, 'float32');
    expect(() => view.add(1)).toThrow('disposed');
    a.dispose();
    expect((await b.get())[99]).toBe(1);
  });

  it('is limited where that is asked for, with a typed error', () => {
    const { ga } = test;
    ga.freeMemory();
    ga.setMemoryLimit(ga.memoryStatistics.heldByteLength + 2 ** 20);
    try {
      expect(() => ga.zeros(2 ** 24)).toThrow('cannot allocate');
      try {
        ga.zeros(2 ** 24);
      } catch (error) {
        expect(isHeddleError(error, 'OUT_OF_MEMORY')).toBe(true);
      }
    } finally {
      ga.setMemoryLimit(undefined);
    }
    expect(() => ga.zeros([2 ** 30, 2 ** 30])).toThrow('more elements than can be counted');
    expect(() => ga.zeros(-1)).toThrow('whole numbers');
  });

  it('belongs to one device', async () => {
    const { ga, device } = test;
    await using other = await openTestDevice(device.backend);
    const stranger = gpuArrays(other).ones(3, 'float32');
    expect(() => ga.ones(3, 'float32').add(stranger)).toThrow('different devices');
    expect(() => ga.evaluate`${stranger} + 1`).toThrow('another device');
  });
});
