import * as fc from 'fast-check';
import { fitPowerModel, type PowerMeasurement } from '@heddle/tuner';

interface Curve {
  readonly idle: number;
  readonly scale: number;
  readonly ridge: number;
  readonly slope: number;
  readonly maxPower?: number;
}

/** The published curve, written down once more. */
function powerOf({ idle, scale, ridge, slope, maxPower = Infinity }: Curve, frequency: number): number {
  const voltage = frequency > ridge ? 1 + slope * (frequency - ridge) : 1;
  return Math.min(maxPower, idle + scale * frequency * voltage * voltage);
}

const clocks = Array.from({ length: 25 }, (_, i) => 300 + 75 * i);
const measured = (curve: Curve, noise: (i: number) => number = () => 1): PowerMeasurement[] =>
  clocks.map((frequency, i) => ({ frequency, power: powerOf(curve, frequency) * noise(i) }));

it('finds the parameters of curves that are known, and the clock of least energy', () => {
  fc.assert(
    fc.property(
      fc.record({
        idle: fc.double({ min: 10, max: 100, noNaN: true }),
        scale: fc.double({ min: 0.03, max: 0.2, noNaN: true }),
        ridge: fc.double({ min: 800, max: 1700, noNaN: true }),
        slope: fc.double({ min: 3e-4, max: 2e-3, noNaN: true }),
      }),
      (curve) => {
        const model = fitPowerModel(measured(curve));
        expect(Math.abs(model.ridgeFrequency - curve.ridge)).toBeLessThan(0.02 * curve.ridge);
        expect(model.parameters.maxPower).toBe(Infinity);
        for (const frequency of clocks) {
          expect(Math.abs(model.power(frequency) / powerOf(curve, frequency) - 1)).toBeLessThan(0.01);
        }
        const fine = Array.from({ length: 1801 }, (_, i) => 300 + i);
        const least = Math.min(...fine.map((frequency) => powerOf(curve, frequency) / frequency));
        const found = model.leastEnergyFrequency;
        expect(powerOf(curve, found) / found).toBeLessThan(1.005 * least);
      },
    ),
    { numRuns: 20 },
  );
});

it('knows the limit of power, and looks for no clock beyond it', () => {
  const curve: Curve = { idle: 250, scale: 0.1, ridge: 1000, slope: 5e-4, maxPower: 420 };
  const model = fitPowerModel(measured(curve));
  expect(model.parameters.maxPower).toBeCloseTo(420, 6);
  expect(model.ridgeFrequency).toBeGreaterThan(950);
  expect(model.ridgeFrequency).toBeLessThan(1050);
  // So much idle power is best spread over the highest clock that the limit allows: 250 + 0.1 f (…)² = 420.
  expect(model.leastEnergyFrequency).toBeGreaterThan(1280);
  expect(model.leastEnergyFrequency).toBeLessThan(1330);
});

it('bears noise, and a voltage that never rises', () => {
  const noisy = (i: number): number => 1 + 0.01 * Math.sin(37 * i);
  const model = fitPowerModel(measured({ idle: 30, scale: 0.05, ridge: 1300, slope: 1e-3 }, noisy));
  expect(Math.abs(model.ridgeFrequency - 1300)).toBeLessThan(100);
  const flat = fitPowerModel(measured({ idle: 30, scale: 0.05, ridge: 9999, slope: 0 }));
  expect(flat.leastEnergyFrequency).toBeCloseTo(2100, 0);
});

it("agrees with Kernel Tuner's test: the ridge of an NVIDIA RTX A4000 is 1350 MHz", () => {
  // core_freq and nvml_power of its recorded run, to the watt's thousandth.
  const a4000 = [
    [1739.72, 139.161],
    [1752.16, 138.871],
    [1710, 133.824],
    [1530, 103.031],
    [1335, 79.923],
    [1155, 72.241],
    [960, 65.004],
    [780, 58.972],
    [585, 52.095],
    [405, 43.928],
  ].map(([frequency = 0, power = 0]) => ({ frequency, power }));
  const model = fitPowerModel(a4000);
  // The card's clocks are multiples of 15 MHz. Kernel Tuner's curve is pinned to the lowest measurement, so one step
  // may lie between the two.
  const settable = Array.from({ length: 127 }, (_, i) => 210 + 15 * i);
  const [nearest = NaN] = model.clocksNearby(settable, 0);
  expect(Math.abs(nearest - 1350)).toBeLessThanOrEqual(15);
  expect(Math.abs(model.ridgeFrequency - 1350)).toBeLessThanOrEqual(15);
  const near = model.clocksNearby(settable);
  expect(near).toContain(1350);
  expect(near.length).toBeLessThan(20);
});

it('refuses what no curve goes through', () => {
  const points = measured({ idle: 30, scale: 0.05, ridge: 1300, slope: 1e-3 });
  expect(() => fitPowerModel(points.slice(0, 4))).toThrow(/5 different clocks, not 4/);
  expect(() => fitPowerModel([...points, { frequency: 0, power: 3 }])).toThrow(/measurement 26 is 3 W at 0 MHz/);
  expect(() => fitPowerModel([...points, { frequency: 3, power: NaN }])).toThrow(/NaN W/);
  expect(() => fitPowerModel(points).clocksNearby([])).toThrow(/no clocks/);
  expect(fitPowerModel(points).clocksNearby([5000])).toEqual([5000]);
});
