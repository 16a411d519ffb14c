/** Arrays repeated along many axes, and memory of what is refused. */
import { onDevices } from '../support/on-devices';

onDevices('arrays of 32 axes', (test) => {
  const shape = [...new Array<number>(30).fill(1), 2, 3];

  it('repeat along any axis', async () => {
    const { ga } = test;
    const a = ga.arange(6, 'float32').reshape(shape);
    const rows = ga.repeat(a, 2, 30);
    expect(rows.shape).toEqual([...new Array<number>(30).fill(1), 4, 3]);
    expect([...(await rows.get())]).toEqual([0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5]);
    const first = ga.repeat(a, 2, 0);
    expect(first.shape).toEqual([2, ...shape.slice(1)]);
    expect([...(await first.get())]).toEqual([0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]);
    expect(ga.repeat(a, 0, 31).shape).toEqual([...shape.slice(0, 31), 0]);
    expect(ga.repeat(ga.zeros(new Array<number>(32).fill(0)), 2, 5).size).toBe(0);
  });

  it('are tiled, and those of one element along all axes', async () => {
    const { ga } = test;
    const a = ga.arange(6, 'float32').reshape(shape);
    const tiled = ga.tile(a, [2, ...new Array<number>(30).fill(1), 2]);
    expect(tiled.shape).toEqual([2, ...shape.slice(1, 31), 6]);
    const once = [0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5];
    expect([...(await tiled.get())]).toEqual([...once, ...once]);
    const many = ga.tile(ga.full(new Array<number>(20).fill(1), 7, 'int8'), [...new Array<number>(18).fill(1), 2, 2]);
    expect([...(await many.get())]).toEqual([7, 7, 7, 7]);
    const twice = new Array<number>(17).fill(2);
    expect(ga.tile(ga.zeros([...twice, 0]), [...twice, 2]).shape).toEqual([...new Array<number>(17).fill(4), 0]);
  });

  it('are refused where no kernel has parameters for as many parts, before memory is taken', () => {
    const { ga } = test;
    const twice = new Array<number>(17).fill(2);
    const a = ga.full(1, 1, 'int8').broadcastTo(twice);
    const before = ga.memoryStatistics.usedByteLength;
    expect(() => ga.tile(a, twice)).toThrow(expect.objectContaining({
      code: 'ARGUMENT',
      message: expect.stringContaining('is too much at once') as string,
    }) as Error); // prettier-ignore
    expect(() => ga.tile(a, new Array<number>(33).fill(1))).toThrow('tile: an array has at most 32 axes, not 33');
    expect(() => ga.repeat(ga.full(1, 1, 'int8').broadcastTo(new Array<number>(32).fill(2)), 2, 0)).toThrow(
      'repeat: an array has at most 32 axes, not 33',
    );
    expect(ga.memoryStatistics.usedByteLength - before).toBeLessThan(1024);
  });
});

onDevices('put and take that are refused', (test) => {
  it('give the indices back that they uploaded', async () => {
    const { ga } = test;
    const a = ga.zeros(5);
    const [values, none, empty] = [ga.ones(2), ga.ones(0), ga.zeros(0)];
    // Long ones, beside which what the pool holds for small things does not count.
    const places = Array.from({ length: 200_000 }, (_, k) => k % 5);
    await ga.synchronize();
    const before = ga.memoryStatistics.usedByteLength;
    for (let k = 0; k < 4; k++) {
      expect(() => ga.put(a, places, values)).toThrow('put: values of shape (2,) for indices of shape (200000,)');
    }
    expect(() => ga.put(a, [0, 1, 2], values)).toThrow('put: values of shape (2,) for indices of shape (3,)');
    expect(() => ga.put(a, [0, 1, 2], none)).toThrow('put: values of shape (0,) for indices of shape (3,)');
    const zero = ga.array([0]);
    expect(() => ga.put(empty, zero, 1)).toThrow('there is no place in an empty array');
    zero.dispose();
    expect(() => ga.put(a, [9], 1)).toThrow('out of range');
    // What was given as an array is its owner's.
    const given = ga.array([0, 1, 2]);
    expect(() => ga.put(a, given, values)).toThrow('put: values of shape');
    expect(given.disposed).toBe(false);
    given.dispose();
    await ga.synchronize();
    expect(ga.memoryStatistics.usedByteLength - before).toBeLessThan(200_000);
    expect([...(await a.get())]).toEqual([0, 0, 0, 0, 0]);
  });
});
