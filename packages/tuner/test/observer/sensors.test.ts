/** Observers of power, clocks and temperature, over sensors that are made up. */
import { tuneKernel } from '@heddle/tuner';
import { integrate, sensorObserver, type Sensors } from '../../src/observer/sensors';

const request = {
  kernel: 'twice',
  source: '__global__ void twice(float* x) { int i = blockIdx.x * blockDim.x + threadIdx.x; x[i] *= 2; }',
  device: 'host',
  isolation: 'none',
  problemSize: 64,
  tune: { block_size_x: [32, 64] },
  arguments: [new Float32Array(64)],
  iterations: 2,
  benchmark: { warmupMilliseconds: 0 },
} as const;

describe('sensors', () => {
  it('integrate power by the trapezoidal rule', () => {
    expect(
      integrate([
        { milliseconds: 0, watts: 100 },
        { milliseconds: 500, watts: 200 },
        { milliseconds: 1000, watts: 200 },
      ]),
    ).toBe(175);
    expect(integrate([])).toBe(0);
  });

  const sensors = (energy?: () => number): Sensors => ({
    power: () => 50,
    energy,
    coreClock: () => 1400,
    memoryClock: () => 900,
    temperature: () => 60,
    dispose: () => undefined,
  });

  it('share the counted energy among launches', async () => {
    let joules = 10;
    const observer = sensorObserver(
      'test',
      sensors(() => joules),
      {
        energy: 'joules',
        power: 'watts',
        coreClock: 'mhz',
        readings: 'readings',
      },
    );
    for (const launches of [2, 4]) {
      await observer.registerConfiguration?.({ configuration: {}, kernel: undefined });
      await observer.beforeStart?.();
      observer.during?.();
      joules += 8;
      await observer.afterFinish?.(launches);
      const results = await observer.getResults();
      expect(results.joules).toBeCloseTo(8 / launches, 9);
      expect(results.mhz).toBe(1400);
      expect((results.readings as number[]).slice(0, 2)).toEqual([0, 50]);
      expect(results).not.toHaveProperty('temperature');
    }
  });

  it('tell the power that the device draws, whatever lies between launches', async () => {
    const watts = 300;
    const counted = sensors(() => (watts * performance.now()) / 1000);
    const names = { energy: 'joules', power: 'watts' };
    for (const [source, drawn] of [
      [counted, watts],
      [sensors(), 50],
    ] as const) {
      const launches: number[] = [];
      const observer = sensorObserver('test', source, names, 60);
      const { results } = await tuneKernel({
        ...request,
        observers: [{ ...observer, afterFinish: (count) => (launches.push(count), observer.afterFinish?.(count)) }],
      });
      // The observer's clock and the sensor's are read one after the other.
      expect(Number(results[0]?.measurements.watts) / drawn).toBeCloseTo(1, 1);
      expect(launches).toHaveLength(results.length);
      const joules = Number(results[0]?.measurements.joules) * (launches[0] ?? NaN);
      expect(joules).toBeGreaterThan(drawn * 0.06 * 0.9);
    }
  });
});
