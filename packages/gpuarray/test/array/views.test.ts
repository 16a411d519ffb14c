import fc from 'fast-check';
import { build, randomArray } from '../support/arbitraries';
import { onDevices } from '../support/on-devices';
import { at, indicesOf } from '../support/reference';

onDevices('views', (test) => {
  it('show the elements that the same steps give in plain JavaScript', async () => {
    await fc.assert(
      fc.asyncProperty(randomArray, async (random) => {
        const { array, reference } = build(test.ga, 'int32', random);
        expect(array.shape).toEqual(reference.shape);
        expect([...(await array.get())]).toEqual(reference.values);
      }),
      { numRuns: 60 },
    );
  });

  it('have 32 axes at most', async () => {
    const { ga } = test;
    const a = ga.arange(8, { dtype: 'int32' }).reshape([...new Array<number>(29).fill(1), 2, 2, 2]);
    expect([...(await a.T.add(a.T).get())]).toEqual([0, 8, 4, 12, 2, 10, 6, 14]);
    expect(ga.tile(a, new Array<number>(32).fill(1).fill(2, 31)).shape.slice(-2)).toEqual([2, 4]);
    const calls: readonly [string, () => unknown][] = [
      ['reshape', () => a.reshape([...a.shape, 1])],
      ['expandDims', () => a.expandDims(0)],
      ['slice', () => a.slice(null)],
      ['', () => a.broadcastTo([1, ...a.shape])],
      ['expandDims', () => ga.stack([a, a])],
    ];
    for (const [operation, call] of calls) {
      const message = `${operation === '' ? '' : `${operation}: `}an array has at most 32 axes, not 33`;
      expect(call).toThrow(expect.objectContaining({ code: 'ARGUMENT', message }) as Error);
    }
  });

  it('share memory with what they are of', async () => {
    const { ga } = test;
    const a = ga.arange(12, { dtype: 'int32' }).reshape(3, 4);
    a.slice(1, '::-2').assign(-1);
    a.T.slice([0, 1]).fill(7);
    expect(await a.toArray()).toEqual([
      [7, 1, 2, 3],
      [7, -1, 6, -1],
      [7, 9, 10, 11],
    ]);
  });

  it('are refused beyond the array, as NumPy does', () => {
    const a = test.ga.zeros([2, 3]);
    expect(() => a.slice(2)).toThrow('index 2 is out of range for axis 0 of length 2');
    expect(() => a.slice(0, -4)).toThrow('out of range for axis 1');
    expect(() => a.slice(0, 0, 0)).toThrow('3 indices for an array of 2 axes');
    expect(() => a.slice([0, 1, 0])).toThrow('step');
    expect(() => a.slice('1:2:x')).toThrow('is not an index');
    expect(a.slice([5, 3]).shape).toEqual([0, 3]);
    expect(a.slice([-9, 9]).shape).toEqual([2, 3]);
  });

  it('take new axes and an ellipsis', () => {
    const a = test.ga.zeros([2, 3, 4]);
    expect(a.slice('...', null).shape).toEqual([2, 3, 4, 1]);
    expect(a.slice('0, ..., 1:3').shape).toEqual([3, 2]);
    expect(a.slice(null, 1).shape).toEqual([1, 3, 4]);
    expect(() => a.slice('...', '...')).toThrow("'...'");
  });

  it('reshape without a copy where the memory allows it', async () => {
    const { ga } = test;
    const a = ga.arange(24).reshape(2, 3, 4);
    expect(a.reshape(6, -1).memory).toBe(a.memory);
    expect(a.slice(':, ::2').reshape(2, 2, 2, 2).memory).toBe(a.memory);
    expect(a.T.reshape(24).memory).not.toBe(a.memory);
    expect(await a.T.reshape(4, 6).get()).toEqual(await a.T.copy().reshape(4, 6).get());
    expect(() => a.reshape(5, -1)).toThrow('24 elements do not make an array of shape (5, -1)');
    expect(ga.zeros([0, 3]).reshape(3, 0, 5).shape).toEqual([3, 0, 5]);
  });

  it('reshape random views to the order of their elements', async () => {
    await fc.assert(
      fc.asyncProperty(randomArray, fc.nat(5), async (random, seed) => {
        const { array, reference } = build(test.ga, 'int32', random);
        const rank = array.ndim;
        const shape =
          rank < 2 || seed % 2 === 0
            ? [array.size, 1]
            : [(array.shape[0] as number) * (array.shape[1] as number), ...array.shape.slice(2)];
        const reshaped = array.reshape(shape);
        expect(reshaped.shape).toEqual(shape);
        expect([...(await reshaped.get())]).toEqual(reference.values);
      }),
      { numRuns: 40 },
    );
  });

  it('are copied across axes, tile by tile, to the right places', async () => {
    const { ga } = test;
    for (const [shape, axes] of [
      [
        [70, 65],
        [1, 0],
      ],
      [
        [3, 40, 50],
        [0, 2, 1],
      ],
      [
        [40, 3, 50],
        [2, 1, 0],
      ],
    ] as const) {
      const values = Int32Array.from({ length: shape.reduce<number>((a, b) => a * b, 1) }, (_, k) => k);
      const all = [...values];
      const a = ga.array(values, { shape });
      const expected = indicesOf(axes.map((axis) => shape[axis] as number)).map((index) => {
        const original = new Array<number>(shape.length);
        axes.forEach((axis, k) => (original[axis] = index[k] as number));
        return at({ shape, values: all }, original);
      });
      expect([
        ...(await a
          .transpose(...axes)
          .copy()
          .get()),
      ]).toEqual(expected);
    }
  });

  it('squeeze, expand, move, broadcast and take diagonals', async () => {
    const { ga } = test;
    const a = ga.arange(6, { dtype: 'int32' }).reshape(1, 2, 3);
    expect(a.squeeze().shape).toEqual([2, 3]);
    expect(a.expandDims([0, -1]).shape).toEqual([1, 1, 2, 3, 1]);
    expect(a.moveAxis(2, 0).shape).toEqual([3, 1, 2]);
    expect(a.swapAxes(1, 2).shape).toEqual([1, 3, 2]);
    expect(await a.squeeze().diagonal(1).toArray()).toEqual([1, 5]);
    expect(await a.squeeze().slice(0).broadcastTo([2, 3]).toArray()).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect(() => a.squeeze(1)).toThrow('only axes of length 1');
    expect(() => a.broadcastTo([2, 2, 4])).toThrow('do not broadcast');
    expect(() => a.broadcastTo([1, 2, 3]).slice(0).broadcastTo([4, 2, 3]).fill(1)).toThrow('broadcast view');
    expect(() => a.transpose(0, 0, 1)).toThrow('repeated');
  });

  it('show complex parts, and bytes as another dtype', async () => {
    const { ga } = test;
    const z = ga.array([
      { re: 1, im: 2 },
      { re: 3, im: 4 },
    ]);
    expect(await z.real.toArray()).toEqual([1, 3]);
    z.imag.assign(ga.array([5, 6]));
    expect(await z.toArray()).toEqual([
      { re: 1, im: 5 },
      { re: 3, im: 6 },
    ]);
    const bits = ga.array(Float32Array.of(1, -2)).view('uint32');
    expect([...(await bits.get())]).toEqual([0x3f800000, 0xc0000000]);
    expect(ga.zeros([2, 3], 'float64').view('uint8').shape).toEqual([2, 24]);
    expect(() => ga.zeros([2, 3], 'uint8').view('uint16')).toThrow(
      'rows of 3 bytes cannot be divided into elements of uint16',
    );
  });
});
