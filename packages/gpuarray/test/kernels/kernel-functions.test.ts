/** Reductions and scans made by the arrays object: functions whose arguments tsc knows. */
import { gpuArrays } from '@heddle/gpuarray';
import { onDevices } from '../support/on-devices';
import { openTestDevice } from '../support/open-test-device';

onDevices('kernels of the arrays object', (test) => {
  it('reduce along axes, with several outputs', async () => {
    const { ga } = test;
    const x = ga.arange(10, { dtype: 'float32' }).reshape(2, 5);
    const norm = ga.reductionKernel({
      in: 'T x',
      out: 'T y',
      map: 'x * x',
      reduce: 'a + b',
      postMap: 'y = sqrt(a)',
      identity: 0,
      name: 'l2norm',
    });
    expect(norm.kernelName).toBe('l2norm');
    // 0² + … + 4² = 30, 5² + … + 9² = 255
    const [first, second] = await norm(x, { axis: 1 }).get();
    expect(first).toBeCloseTo(Math.sqrt(30), 5);
    expect(second).toBeCloseTo(Math.sqrt(255), 4);
    const both = ga.reductionKernel({
      in: 'int32 x',
      out: 'int32 sum, int32 twice',
      map: 'x',
      reduce: 'a + b',
      postMap: 'sum = a; twice = 2 * a',
      identity: 0,
    });
    const [sum, twice] = both.all(ga.arange(5, { dtype: 'int32' }));
    expect([await sum.item(), await twice.item()]).toEqual([10, 20]);
  });

  it('reduce C arguments over a range', async () => {
    const { ga } = test;
    const dot = ga.reductionKernel({
      dtypeOut: 'float32',
      arguments: 'const float *x, const float *y',
      mapExpr: 'x[i] * y[i]',
      reduceExpr: 'a + b',
      neutral: '0',
    });
    const x = ga.arange(400, { dtype: 'float32' });
    expect(await dot(x, x, { range: { stop: 4 } }).item()).toBe(14);
  });

  it('scan into arrays that are given', async () => {
    const { ga } = test;
    const runningMaximum = ga.scanKernel({
      dtype: 'int32',
      arguments: 'const int *x, int *y, int least',
      input: 'x[i] > least ? x[i] : least',
      scan: 'a > b ? a : b',
      output: 'y[i] = item',
      name: 'running_maximum',
    });
    const x = ga.array(Int32Array.of(1, 5, 3, 9, 2));
    const y = ga.zerosLike(x);
    runningMaximum(x, y, 2);
    expect([...(await y.get())]).toEqual([2, 5, 5, 9, 9]);
    expect(runningMaximum.kernelName).toBe('running_maximum');
    expect(() => {
      runningMaximum(x, y, 0.5);
    }).toThrow('running_maximum: least: got 0.5, which is not an integer');
    expect(() => {
      runningMaximum(x, y, 1, 2 as never);
    }).toThrow('running_maximum takes 3 arguments and options, not 4 arguments');
    expect([...(await y.get())]).toEqual([2, 5, 5, 9, 9]);
  });

  it('refuse arrays of another device', async () => {
    const { ga, device } = test;
    await using other = await openTestDevice(device.backend);
    const stranger = gpuArrays(other).ones(3, 'float32');
    const sum = ga.reductionKernel({ in: 'T x', out: 'T y', map: 'x', reduce: 'a + b', identity: 0, name: 'total' });
    expect(() => sum(stranger)).toThrow('total: argument 1 is on another device');
  });
});
