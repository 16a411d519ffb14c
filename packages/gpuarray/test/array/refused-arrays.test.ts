/** Arrays that are disposed or of another device are refused in the call itself, and nothing is lost by it. */
import { bincount, compress, gpuArrays, histogram, lexsort, vdot } from '@heddle/gpuarray';
import { onDevices } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

const refused = (message: string) =>
  expect.objectContaining({ code: 'ARGUMENT', message: expect.stringContaining(message) as string }) as Error;
const disposed = (message: unknown) => expect(String(message)).toContain('has been disposed');

onDevices('arrays that cannot take part', (test) => {
  it('are refused when disposed, also by what sums, seeks and scans', () => {
    const { ga } = test;
    const gone = ga.ones(3);
    const mask = ga.array([true, true, false]);
    for (const array of [gone, mask]) array.dispose();
    const other = ga.full(3, 5);
    const ones = ga.ones(3);
    const calls = [
      ...(['sum', 'prod', 'min', 'max', 'mean', 'var', 'std', 'argmin', 'argmax', 'any', 'all'] as const).map(
        (name) => () => gone[name](),
      ),
      () => gone.cumsum(),
      () => gone.cumprod(),
      () => vdot(ones, gone),
      () => ones.sum({ where: mask }),
      () => ones.cumsum({ out: gone }),
      () => ga.put(ones, [0, 1, 2], gone),
    ];
    for (const call of calls) {
      let message: unknown;
      try {
        call();
      } catch (error) {
        message = error;
      }
      disposed(message);
    }
    for (const array of [other, ones]) array.dispose();
  });

  it('are refused when they are of another device, and both keep their elements', async () => {
    const { ga, device } = test;
    await using elsewhere = await openTestDevice(device.backend);
    const far = gpuArrays(elsewhere).full(3, 7);
    const farMask = gpuArrays(elsewhere).array([true, false, true]);
    const near = ga.full(3, 1);
    const whole = ga.array([0, 1, 2]);
    const message = (operation: string) => refused(`${operation}: the arrays are on different devices`);
    expect(() => ga.put(near, [0, 1, 2], far)).toThrow(message('put'));
    expect(() => near.cumsum({ out: far })).toThrow(message('cumsum'));
    expect(() => near.sum({ where: farMask })).toThrow(message('sum'));
    expect(() => lexsort([near, far])).toThrow(message('lexsort'));
    await expect(histogram(near, { weights: far })).rejects.toEqual(message('histogram'));
    await expect(bincount(whole, { weights: far })).rejects.toEqual(message('bincount'));
    await expect(compress(farMask, near)).rejects.toEqual(message('compress'));
    expect(Array.from(await near.get(), Number)).toEqual([1, 1, 1]);
    expect(Array.from(await far.get(), Number)).toEqual([7, 7, 7]);
  });

  it('take no memory for what is refused', () => {
    const { ga } = test;
    const [gone, ones] = [ga.ones(3), ga.ones(3)];
    gone.dispose();
    const norm = ga.reductionKernel({
      dtypeOut: 'float32',
      arguments: 'float *x',
      mapExpr: 'x[i]',
      reduceExpr: 'a + b',
      neutral: '0',
    });
    const before = ga.memoryStatistics.usedByteLength;
    const floats = ones.astype('float32');
    const calls = [
      () => ones.sum({ where: gone.astype('bool') }),
      () => norm(floats, { range: { start: 0, stop: 3, step: 0 } }),
      () => norm(floats, { out: gone }),
      () => ones.slice('3:').min(),
    ];
    for (const call of calls) expect(call).toThrow(expect.objectContaining({ code: 'ARGUMENT' }) as Error);
    floats.dispose();
    expect(ga.memoryStatistics.usedByteLength).toBe(before);
    ones.dispose();
  });

  it('may be the very memory that is written', async () => {
    const { ga } = test;
    const values = ga.array(Int32Array.from({ length: 10 }, (_, i) => i));
    ga.put(values, [1, 2, 3, 4, 5, 6, 7, 8, 9], values.slice('0:9'));
    expect([...(await values.get())]).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const places = ga.array(Int32Array.of(2, 0, 1));
    ga.put(places, places, ga.array(Int32Array.of(10, 11, 12)));
    expect([...(await places.get())]).toEqual([11, 12, 10]);
  });

  it('have an end', () => {
    const endless: unknown[] = [];
    endless.push(endless);
    expect(() => test.ga.array(endless as number[])).toThrow('nested more than 32 deep');
  });
});
