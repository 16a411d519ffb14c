import fc from 'fast-check';
import { bestIndex, improvements } from '../src/report/analysis/best-so-far';
import { heatMap, strongestPair } from '../src/report/analysis/heat-map';
import { histogram } from '../src/report/analysis/histogram';
import { correlationRatio, parameterEffects } from '../src/report/analysis/parameter-effect';
import { paretoFront } from '../src/report/analysis/pareto-front';
import { fiveNumbers, quantile } from '../src/report/analysis/quantiles';
import { rankCorrelation } from '../src/report/analysis/rank-correlation';
import type { ParameterColumn, QuantityColumn } from '../src/report/page-data';

const nullable = fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { nil: null });
const columnOf = (values: readonly (number | null)[], higherIsBetter = false): QuantityColumn => ({
  name: 'time',
  unit: 'ms',
  higherIsBetter,
  isObjective: true,
  values,
});

describe('quantiles', () => {
  it('are R’s default ones', () => {
    // quantile(c(1, 3, 4, 8, 10)) of R 4.3.
    expect(fiveNumbers([10, 1, 8, 3, 4])).toEqual({
      count: 5,
      least: 1,
      lowerQuartile: 3,
      median: 4,
      upperQuartile: 8,
      most: 10,
    });
    expect(quantile([1, 2, 3, 4], 0.25)).toBe(1.75);
    expect(fiveNumbers([])).toBeUndefined();
  });
});

describe('improvements', () => {
  it('skips failures but counts them as evaluations', () => {
    expect(improvements([null, 5, 7, null, 5, 2], false)).toEqual([
      { evaluation: 2, value: 5 },
      { evaluation: 6, value: 2 },
    ]);
  });

  it('ends at the best, whichever way is better', () => {
    fc.assert(
      fc.property(fc.array(nullable), fc.boolean(), (values, higherIsBetter) => {
        const measured = values.filter((value) => value !== null);
        const best = higherIsBetter ? Math.max(...measured) : Math.min(...measured);
        const index = bestIndex(values, higherIsBetter);
        if (measured.length === 0) expect(index).toBe(-1);
        else expect(values[index]).toBe(best);
      }),
    );
  });
});

describe('the histogram', () => {
  it('counts every value once, in bins that touch', () => {
    const positive = fc.double({ min: 1e-3, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(fc.array(positive, { minLength: 1 }), (values) => {
        const { bins } = histogram(values);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.length);
        bins.slice(1).forEach(({ from }, place) => expect(from).toBeCloseTo(bins[place]?.to ?? NaN, 6));
      }),
    );
  });

  it('is logarithmic over decades', () => {
    expect(histogram([1, 100]).logarithmic).toBe(true);
    expect(histogram([1, 2]).logarithmic).toBe(false);
    expect(histogram([-1, 100]).logarithmic).toBe(false);
    expect(histogram([]).bins).toEqual([]);
  });
});

describe('the correlation ratio', () => {
  it('is that of the textbook', () => {
    // Algebra, geometry and statistics scores: Wikipedia's worked example, after Fisher; 6780 / 9640.
    const scores = [
      [45, 70, 29, 15, 21],
      [40, 20, 30, 42],
      [65, 95, 80, 70, 85, 73],
    ];
    // Below zero no logarithms are taken; a shift changes no variance.
    const shifted = scores.map((group) => group.map((value) => value - 1000));
    expect(correlationRatio(shifted)).toBeCloseTo(6780 / 9640, 10);
  });

  it('orders parameters by what they decide', () => {
    const decides: ParameterColumn = { name: 'decides', values: [1, 2], indices: [0, 0, 1, 1] };
    const idle: ParameterColumn = { name: 'idle', values: [1, 2], indices: [0, 1, 0, 1] };
    const fixed: ParameterColumn = { name: 'fixed', values: [1], indices: [0, 0, 0, 0] };
    const effects = parameterEffects([idle, fixed, decides], columnOf([1, 1, 8, 8]));
    expect(effects.map(({ name, explained }) => [name, explained])).toEqual([
      ['decides', 1],
      ['idle', 0],
    ]);
    expect(effects[0]?.values.map(({ value, best }) => [value, best])).toEqual([
      [1, 1],
      [2, 8],
    ]);
  });
});

describe('the heat map', () => {
  const x: ParameterColumn = { name: 'x', values: [1, 2, 3], indices: [0, 0, 1, 2] };
  const y: ParameterColumn = { name: 'y', values: ['a', 'b', 'c'], indices: [0, 0, 1, 2] };

  it('has a cell for each pair that was tried', () => {
    expect(heatMap(x, y, columnOf([4, 2, null, 3]))).toEqual([
      { x: 1, y: 'a', measured: 2, failed: 0, best: 2, median: 3 },
      { x: 2, y: 'b', measured: 0, failed: 1, best: undefined, median: undefined },
      { x: 3, y: 'c', measured: 1, failed: 0, best: 3, median: 3 },
    ]);
  });

  it('begins with a pair that can be a map', () => {
    const flag: ParameterColumn = { name: 'flag', values: [0, 1], indices: [0, 1, 0, 1] };
    expect(strongestPair([flag, x, y], columnOf([1, 9, 1, 9]))).toEqual({ x: 1, y: 2 });
  });
});

describe('the Pareto front', () => {
  it('is what no other point beats, in every direction', () => {
    const points = fc.array(
      fc.tuple(fc.option(fc.integer({ max: 20, min: 0 }), { nil: null }), fc.integer({ max: 20, min: 0 })),
    );
    fc.assert(
      fc.property(points, fc.boolean(), fc.boolean(), (values, xHigher, yHigher) => {
        const x = { values: values.map(([value]) => value), higherIsBetter: xHigher };
        const y = { values: values.map(([, value]) => value), higherIsBetter: yHigher };
        const score = (index: number) =>
          [(x.values[index] ?? 0) * (xHigher ? -1 : 1), (y.values[index] ?? 0) * (yHigher ? -1 : 1)] as const;
        const measured = values.flatMap(([value], index) => (value === null ? [] : [index]));
        const beaten = (index: number) =>
          measured.some((other) => {
            const [a, b] = score(other);
            const [c, d] = score(index);
            return a <= c && b <= d && (a < c || b < d);
          });
        const front = paretoFront(x, y);
        const key = (index: number) => score(index).join();
        expect(new Set(front.map(key))).toEqual(new Set(measured.filter((index) => !beaten(index)).map(key)));
        expect(new Set(front.map(key)).size).toBe(front.length);
      }),
    );
  });
});

describe('the rank correlation', () => {
  it('is that of the textbook', () => {
    // IQ against hours of television: Wikipedia's worked example of Spearman's coefficient, -29/165.
    const iq = [106, 86, 100, 101, 99, 103, 97, 113, 112, 110];
    const hours = [7, 0, 27, 50, 28, 29, 20, 12, 6, 17];
    expect(rankCorrelation(iq, hours)).toBeCloseTo(-29 / 165, 10);
  });

  it('is 1 of any rising function, and unknown if nothing varies', () => {
    expect(rankCorrelation([1, 2, 3, null], [1, 8, 27, 5])).toBeCloseTo(1, 12);
    expect(rankCorrelation([1, 1], [1, 2])).toBeNaN();
  });
});
