import { onDevices } from '../support/on-devices';

onDevices('isclose and allclose', (test) => {
  it("compare as NumPy's do", async () => {
    const { ga } = test;
    const a = ga.array([1, 1.000001, 1.001, NaN, Infinity, Infinity, 1, 0], 'float32');
    const b = ga.array([1, 1, 1, NaN, Infinity, -Infinity, Infinity, 1e-9], 'float32');
    const close = [true, true, false, false, true, false, false, true];
    expect(await ga.isclose(a, b).toArray()).toEqual(close);
    expect(await ga.isclose(a, b, { rtol: 1e-2, equalNan: true }).toArray()).toEqual([
      ...[true, true, true, true],
      ...[true, false, false, true],
    ]);
    expect(await ga.isclose(a, b, { rtol: 0, atol: 0 }).toArray()).toEqual([
      ...[true, false, false, false],
      ...[true, false, false, false],
    ]);
    expect(await ga.allclose(a, b).item()).toBe(false);
    expect(await ga.allclose(b.slice(':3'), 1).item()).toBe(true);
    expect(await ga.allclose(ga.zeros(0, 'float32'), 1).item()).toBe(true);
    expect(await ga.isclose(a.slice('2:6'), Infinity).toArray()).toEqual([false, false, true, true]);
    expect(await ga.isclose(NaN, a.slice('2:6'), { equalNan: true }).toArray()).toEqual([false, true, false, false]);
    expect(await ga.allclose(ga.array([3, 4], 'int32'), 3.5, { atol: 0.6 }).item()).toBe(true);
  });

  it('take integers whose differences wrap around, broadcast, and complex numbers', async () => {
    const { ga } = test;
    const [bytes, column] = [ga.array([1, 255], 'uint8'), ga.array([[1], [255]], 'uint8')];
    expect(await ga.isclose(bytes, column).toArray()).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(await ga.allclose(ga.array([-128], 'int8'), ga.array([127], 'int8'), { atol: 10 }).item()).toBe(false);
    const z = ga.array([3, 4, 1, 0], 'float32').view('complex64');
    expect(await ga.isclose(z, z.multiply(1.000001)).toArray()).toEqual([true, true]);
    expect(await ga.isclose(z, z.add(0.1)).toArray()).toEqual([false, false]);
  });

  it('refuse bounds that are none', () => {
    const { ga } = test;
    const a = ga.zeros(2, 'float32');
    expect(() => ga.allclose(a, a, { rtol: -1 })).toThrow('isclose: rtol is a number of at least 0, not -1');
    expect(() => ga.allclose(a, a, { equal_nan: true } as never)).toThrow("Did you mean 'equalNan'?");
    expect(() => ga.allclose(1, 2)).toThrow('at least one array');
  });
});
