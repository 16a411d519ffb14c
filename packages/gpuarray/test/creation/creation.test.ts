import fc from 'fast-check';
import { onDevices } from '../support/on-devices';

onDevices('creation', (test) => {
  it("runs the tutorial's doubled array (PyCUDA, listing 2)", async () => {
    const { ga } = test;
    const a = Float32Array.from({ length: 16 }, () => Math.random() - 0.5);
    const onDevice = ga.array(a).reshape(4, 4);
    const doubled = await ga.multiply(2, onDevice).get();
    expect([...doubled]).toEqual([...a.map((x) => 2 * x)]);
    expect([...(await onDevice.get())]).toEqual([...a]);
  });

  it('takes typed arrays, nested arrays and values', async () => {
    const { ga } = test;
    expect(ga.array(Int16Array.of(1)).dtype).toBe('int16');
    expect(ga.array([1, 2]).dtype).toBe('int64');
    expect(ga.array([1, 2.5]).dtype).toBe('float64');
    expect(ga.array([[true, false]]).shape).toEqual([1, 2]);
    expect(ga.array([true, 2]).dtype).toBe('int64');
    expect(ga.array([1n, { re: 0, im: 1 }]).dtype).toBe('complex128');
    expect(await ga.array([1, 0.1], { dtype: 'float16' }).toArray()).toEqual([1, 0.0999755859375]);
    expect(await ga.array(Uint8Array.of(0, 3), { dtype: 'bool' }).toArray()).toEqual([false, true]);
    expect(await ga.array(Int32Array.of(1, 2), { dtype: 'float64' }).toArray()).toEqual([1, 2]);
    expect(() => ga.array([[1, 2], [3]])).toThrow('not all of one length along axis 1');
    expect(() => ga.array([256], { dtype: 'uint8' })).toThrow('256 does not fit uint8');
    expect(() => ga.array({} as never)).toThrow('array is made of');
  });

  it('copies the source before it returns', async () => {
    const source = Float32Array.of(1, 2, 3);
    const a = test.ga.array(source);
    source.fill(0);
    expect([...(await a.get())]).toEqual([1, 2, 3]);
  });

  it('takes arrays of other libraries with their strides', async () => {
    const { ga } = test;
    const data = Float64Array.of(0, 1, 2, 3, 4, 5);
    expect(await ga.array({ data, shape: [2, 3], strides: [1, 2], offset: 0 }).toArray()).toEqual([
      [0, 2, 4],
      [1, 3, 5],
    ]);
    expect(await ga.array({ data, shape: [2], stride: [-3], offset: 4 }).toArray()).toEqual([4, 1]);
    expect(() => ga.array({ data, shape: [4], strides: [2], offset: 0 })).toThrow('elements 0 to 6');
    const uploaded = await ga.upload({ data, shape: [3, 2] });
    expect(uploaded.dtype).toBe('float64');
    expect(await uploaded.slice(2).toArray()).toEqual([4, 5]);
  });

  it('gives strided data another shape', async () => {
    const { ga } = test;
    const source = { data: Float64Array.of(0, 1, 2, 3, 4, 5), shape: [2, 3], strides: [1, 2] };
    // In the order of its elements, not in that of the memory.
    expect(await ga.array(source, { shape: 6 }).toArray()).toEqual([0, 2, 4, 1, 3, 5]);
    expect(await (await ga.upload(source, { dtype: 'float64', shape: 6 })).toArray()).toEqual([0, 2, 4, 1, 3, 5]);
  });

  it('hints at what can be done', () => {
    const { ga } = test;
    const choose = expect.objectContaining({ hint: 'Choose a dtype that holds the value.' }) as Error;
    expect(() => ga.full(2, 300, 'uint8')).toThrow(choose);
    expect(() => ga.array([300], { dtype: 'uint8' })).toThrow(choose);
    const convert = expect.objectContaining({ hint: expect.stringContaining('astype') as string }) as Error;
    expect(() => ga.ones(2, 'uint8').add(300)).toThrow(convert);
    expect(() => ga.evaluate`${ga.ones(2, 'uint8')} + 300`).toThrow(convert);
  });

  it('fills, counts and spaces', async () => {
    const { ga } = test;
    expect(await ga.full([2, 2], 7, 'uint8').toArray()).toEqual([[7, 7], [7, 7]]); // prettier-ignore
    expect(ga.full(2, 0.5).dtype).toBe('float64');
    expect(await ga.arange(2, 11, 3).toArray()).toEqual([2n, 5n, 8n]);
    expect(await ga.arange(1, 0, -0.25).toArray()).toEqual([1, 0.75, 0.5, 0.25]);
    expect(await ga.arange(3, { dtype: 'float16' }).toArray()).toEqual([0, 1, 2]);
    expect(ga.arange(5, 3).shape).toEqual([0]);
    expect(() => ga.arange(0, 1, 0)).toThrow('step cannot be 0');
    expect(await ga.linspace(0, 1, 5).toArray()).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(await ga.linspace(0, 1, 4, { endpoint: false }).toArray()).toEqual([0, 0.25, 0.5, 0.75]);
    expect(await ga.eye(2, { columns: 3, k: 1, dtype: 'int8' }).toArray()).toEqual([[0, 1, 0], [0, 0, 1]]); // prettier-ignore
    const a = ga.zeros([2, 3], 'int16');
    expect(ga.onesLike(a).dtype).toBe('int16');
    expect(ga.fullLike(a, 2, { dtype: 'int16' }).shape).toEqual([2, 3]);
  });

  it('counts whole numbers of any size exactly', async () => {
    const bound = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    const step = fc.oneof(fc.bigInt({ min: -9n, max: 9n }), bound).filter((by) => by !== 0n);
    await fc.assert(
      fc.asyncProperty(bound, step, fc.nat(4), fc.boolean(), async (start, by, count, partial) => {
        const sign = by < 0n ? -1n : 1n;
        const values = Array.from({ length: count }, (_, k) => start + BigInt(k) * by).filter(
          (value) => BigInt.asIntN(64, value) === value,
        );
        // One number short of the next, or just after the last.
        const stop = values.length === 0 ? start : (values.at(-1) as bigint) + (partial ? by : sign);
        expect(await test.ga.arange(start, stop, by).toArray()).toEqual(values);
      }),
      { numRuns: 60 },
    );
    const { ga } = test;
    expect(await ga.arange(2n ** 64n - 2n, 2n ** 64n, 1, { dtype: 'uint64' }).toArray()).toEqual([2n ** 64n - 2n, 2n ** 64n - 1n]); // prettier-ignore
    expect(await ga.arange(2n ** 64n - 1n, 0, -(2n ** 63n), { dtype: 'uint64' }).toArray()).toEqual([2n ** 64n - 1n, 2n ** 63n - 1n]); // prettier-ignore
  });

  it('spaces numbers as doubles do, one operation at a time', async () => {
    const real = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
    await fc.assert(
      fc.asyncProperty(real, real, fc.integer({ min: 2, max: 9 }), async (start, stop, count) => {
        const { ga } = test;
        const step = (stop - start) / (count - 1);
        const spaced = Array.from({ length: count }, (_, k) => (k === count - 1 ? stop : k * step + start));
        expect(Array.from(await ga.linspace(start, stop, count).get(), (x) => x + 0)).toEqual(spaced.map((x) => x + 0));
        // Integers are those below.
        const floors = spaced.map((x) => BigInt(Math.floor(x)));
        expect(await ga.linspace(start, stop, count, { dtype: 'int64' }).toArray()).toEqual(floors);
        // Smaller steps are lost beside what they are added to.
        if (Math.abs(step) < 1e-3) return;
        const counted = Array.from({ length: count }, (_, k) => start + k * step);
        const range = ga.arange(start, start + (count - 0.5) * step, step, { dtype: 'float64' });
        expect(Array.from(await range.get(), (x) => x + 0)).toEqual(counted.map((x) => x + 0));
      }),
      { numRuns: 60 },
    );
  });

  it('names what linspace does not take', async () => {
    const { ga } = test;
    expect(await ga.linspace(0, 1, 3, { dtype: 'bool' }).toArray()).toEqual([false, true, true]);
    expect(() => ga.linspace(0, NaN)).toThrow('linspace takes finite numbers, not NaN');
    expect(() => ga.linspace('0' as never, 1)).toThrow('linspace takes finite numbers, not "0"');
    expect(() => ga.linspace(0, 1, -1)).toThrow('count is a whole number');
    expect(() => ga.linspace(0, 256, 5, { dtype: 'uint8' })).toThrow('linspace: 256 is beyond uint8');
    expect(() => ga.linspace(-0.5, 1, 5, { dtype: 'uint8' })).toThrow('linspace: -1 is beyond uint8');
  });

  it('refuses to count beyond a dtype', async () => {
    const { ga } = test;
    expect(await ga.arange(250, 256, 1, { dtype: 'uint8' }).slice(-1).item()).toBe(255);
    expect(() => ga.arange(250, 257, 1, { dtype: 'uint8' })).toThrow(
      'arange: 256 is beyond uint8, which holds 0 to 255',
    );
    expect(() => ga.arange(1, -2, -1, { dtype: 'uint32' })).toThrow('arange: -1 is beyond uint32');
    expect(() => ga.arange(0, 128.5, 0.5, { dtype: 'int8' })).toThrow('arange: 128 is beyond int8');
    expect(() => ga.arange(2n ** 63n - 1n, 2n ** 63n + 1n)).toThrow('is beyond int64');
    expect(ga.arange(1000, 0, 1, { dtype: 'uint8' }).shape).toEqual([0]);
  });

  it('sets, converts and reads back', async () => {
    const { ga } = test;
    const a = ga.zeros([2, 3], 'float32');
    await a.T.set(Float32Array.of(1, 2, 3, 4, 5, 6));
    expect(await a.toArray()).toEqual([[1, 3, 5], [2, 4, 6]]); // prettier-ignore
    await expect(a.set(Float64Array.of(1) as never)).rejects.toThrow('Float32Array');
    await expect(a.set(Float32Array.of(1))).rejects.toThrow('6 elements');
    expect(await ga.array([1.9, -1.9, 300]).astype('int8').toArray()).toEqual([1, -1, 44]);
    expect(await ga.array([0, 0.5, NaN]).astype('bool').toArray()).toEqual([false, true, true]);
    expect(await ga.array(Int32Array.of(-1)).astype('uint64').toArray()).toEqual([2n ** 64n - 1n]);
    expect(a.astype('float32')).toBe(a);
    expect(await ga.array(5).item()).toBe(5n);
    await expect(a.item()).rejects.toThrow('6 elements, not one');
  });

  it('joins, repeats, rolls and picks as NumPy does', async () => {
    const { ga } = test;
    const a = ga.array(Int32Array.of(0, 1, 2, 3, 4, 5), { shape: [2, 3] });
    expect(await ga.concatenate([a, a.slice('::-1')], 1).toArray()).toEqual([[0, 1, 2, 3, 4, 5], [3, 4, 5, 0, 1, 2]]); // prettier-ignore
    expect(ga.concatenate<'int32' | 'float32'>([a, ga.ones([1, 3], 'float32')]).dtype).toBe('float64');
    expect(ga.stack([a, a], 2).shape).toEqual([2, 3, 2]);
    expect(await ga.repeat(a, [2, 0, 1], 1).toArray()).toEqual([[0, 0, 2], [3, 3, 5]]); // prettier-ignore
    expect(await ga.tile(a.slice(0), [2, 2]).toArray()).toEqual([[0, 1, 2, 0, 1, 2], [0, 1, 2, 0, 1, 2]]); // prettier-ignore
    expect(await ga.roll(a, [1, -1], [0, 1]).toArray()).toEqual([[4, 5, 3], [1, 2, 0]]); // prettier-ignore
    expect(await ga.take(a.T, [0, -1], { axis: 0 }).toArray()).toEqual([[0, 3], [2, 5]]); // prettier-ignore
    expect(await ga.take(a, ga.array([9, -7]), { mode: 'clip' }).toArray()).toEqual([5, 0]);
    expect(() => ga.take(a, [6])).toThrow('index 6 is out of range');
    const target = ga.zeros(4, 'int32');
    ga.put(target, [3, 0], ga.array(Int32Array.of(8, 9)));
    expect([...(await target.get())]).toEqual([9, 0, 0, 8]);
    expect(await ga.where(a.greater(2), a, -1).toArray()).toEqual([[-1, -1, -1], [3, 4, 5]]); // prettier-ignore
    expect(() => ga.concatenate([a, ga.zeros([2, 2], 'int32')])).toThrow('do not fit along axis 0');
  });

  it('round-trips every typed array', async () => {
    const arrays = fc.oneof(
      fc.int8Array(), fc.uint8Array(), fc.int16Array(), fc.uint16Array(), fc.int32Array(), fc.uint32Array(),
      fc.float32Array(), fc.float64Array(), fc.bigInt64Array(), fc.bigUint64Array(),
    ); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(arrays, async (values) => {
        expect(await test.ga.array(values as Float64Array).get()).toEqual(values);
      }),
      { numRuns: 50 },
    );
  });
});
