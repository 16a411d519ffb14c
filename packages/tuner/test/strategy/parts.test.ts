import fc from 'fast-check';
import { buildSearchSpace, createRandom, createSearch, isBudgetSpent, paretoFront, paretoFronts } from '../../src';
import { crowdingDistances } from '../../src/strategy/algorithms/nsga2';
import { referenceDirections } from '../../src/strategy/algorithms/nsga3';
import { GaussianProcess } from '../../src/strategy/model/gaussian-process';
import { Forest } from '../../src/strategy/model/regression-forest';
import { nelderMead } from '../../src/strategy/local-method/nelder-mead';
import { projectedQuasiNewton } from '../../src/strategy/local-method/projected-quasi-newton';

describe('createRandom', () => {
  it('repeats itself for a seed, and only for that seed', () => {
    const draws = (seed: number) => Array.from({ length: 20 }, createDraw(seed));
    const createDraw = (seed: number) => {
      const random = createRandom(seed);
      return () => random.next();
    };
    expect(draws(1)).toEqual(draws(1));
    expect(draws(1)).not.toEqual(draws(2));
    expect(draws(0.5)).not.toEqual(draws(0.25));
  });

  it('is uniform', () => {
    const random = createRandom(42);
    const counts = new Array<number>(10).fill(0);
    for (let draw = 0; draw < 20_000; draw++) counts[random.integer(10)]!++;
    // Pearson's chi-squared with 9 degrees of freedom: 27.88 is exceeded once in a thousand.
    expect(counts.reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0)).toBeLessThan(27.88);
  });

  it('has normal numbers of mean 0 and variance 1', () => {
    const random = createRandom(7);
    const draws = Array.from({ length: 20_000 }, () => random.normal());
    const mean = draws.reduce((a, b) => a + b, 0) / draws.length;
    expect(Math.abs(mean)).toBeLessThan(0.03);
    expect(draws.reduce((sum, x) => sum + x * x, 0) / draws.length).toBeCloseTo(1, 1);
  });

  it('draws integers above 2^32', () => {
    const random = createRandom(7);
    const draws = Array.from({ length: 200 }, () => random.integer(2 ** 50));
    expect(Math.max(...draws)).toBeGreaterThan(2 ** 49);
    expect(new Set(draws).size).toBe(200);
    expect(draws.every((draw) => Number.isSafeInteger(draw) && draw >= 0 && draw < 2 ** 50)).toBe(true);
  });
});

describe('createSearch', () => {
  const space = buildSearchSpace({ parameters: { x: [1, 2, 3, 4, 5] } });
  const searchOf = (evaluations: number, signal?: AbortSignal) => {
    const measured: number[] = [];
    const search = createSearch({
      space,
      random: createRandom(1),
      evaluations,
      ...(signal ? { signal } : {}),
      measure: async (indices) => {
        measured.push(...indices);
        return indices.map((index) => [index === 4 ? NaN : index]);
      },
    });
    return { search, measured };
  };

  it('measures a configuration once, and counts it once', async () => {
    const { search, measured } = searchOf(3);
    expect(await search.evaluateMany([0, 1, 0])).toEqual([0, 1, 0]);
    expect(await search.evaluate(1)).toBe(1);
    expect(search.remaining).toBe(1);
    expect(measured).toEqual([0, 1]);
  });

  it('measures what the budget allows before it ends a strategy', async () => {
    const { search, measured } = searchOf(2);
    expect(isBudgetSpent(await search.evaluateMany([0, 1, 2]).catch((error: unknown) => error))).toBe(true);
    expect(measured).toEqual([0, 1]);
    expect(search.objectives(1)).toEqual([1]);
    await expect(search.evaluate(0)).rejects.toHaveProperty('name', 'BudgetSpent');
  });

  it('takes what is no number for a failure', async () => {
    expect(await searchOf(5).search.evaluate(4)).toBe(Infinity);
  });

  it('ends when it is aborted', async () => {
    const controller = new AbortController();
    const { search } = searchOf(5, controller.signal);
    controller.abort();
    await expect(search.evaluate(0)).rejects.toHaveProperty('name', 'BudgetSpent');
  });

  it('ends a strategy that only revisits', async () => {
    const { search } = searchOf(5);
    const stuck = async (): Promise<void> => {
      for (;;) await search.evaluateMany(new Array<number>(1000).fill(0));
    };
    await expect(stuck()).rejects.toHaveProperty('name', 'BudgetSpent');
  });
});

describe('Pareto fronts', () => {
  it('are those of the textbook', () => {
    const points = [
      [1, 5],
      [2, 3],
      [4, 1],
      [3, 4],
      [5, 5],
      [Infinity, 0],
    ];
    expect(paretoFront(points)).toEqual([0, 1, 2]);
    expect(paretoFronts(points.slice(0, 5))).toEqual([[0, 1, 2], [3], [4]]);
  });

  it('hold everything once, and nothing in a front dominates another', () => {
    const point = fc.tuple(
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: 6 }),
    );
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 30 }), (points) => {
        const fronts = paretoFronts(points);
        expect(fronts.flat().sort((a, b) => a - b)).toEqual(points.map((_, at) => at));
        for (const front of fronts) expect(paretoFront(front.map((at) => points[at]!))).toHaveLength(front.length);
      }),
    );
  });

  it('prefer the ends, then what stands alone', () => {
    const distances = crowdingDistances([
      [0, 10],
      [1, 9],
      [2, 8],
      [10, 0],
    ]);
    expect(distances[0]).toBe(Infinity);
    expect(distances[3]).toBe(Infinity);
    expect(distances[2]).toBeGreaterThan(distances[1]!);
  });

  it('are divided by directions as Das and Dennis count them', () => {
    expect(referenceDirections(3, 12)).toHaveLength(91);
    expect(referenceDirections(2, 4)).toEqual([
      [0, 1],
      [0.25, 0.75],
      [0.5, 0.5],
      [0.75, 0.25],
      [1, 0],
    ]);
  });
});

describe('models', () => {
  it('a Gaussian process passes through what it was given, and is unsure elsewhere', () => {
    const points = Float64Array.of(0, 0.25, 0.5, 1);
    const targets = points.map((x) => Math.sin(5 * x));
    const process = new GaussianProcess(points, targets, { covariance: 'matern52', lengthScales: [0.5], noise: 1e-9 });
    const prediction = { mean: 0, deviation: 0 };
    points.forEach((_, at) => {
      process.predict(points, at, prediction);
      expect(prediction.mean).toBeCloseTo(targets[at]!, 4);
      expect(prediction.deviation).toBeLessThan(0.01);
    });
    process.predict(Float64Array.of(0.75), 0, prediction);
    expect(prediction.deviation).toBeGreaterThan(0.01);
    expect(Math.abs(prediction.mean - Math.sin(3.75))).toBeLessThan(3 * prediction.deviation);
  });

  it('a forest without resampling repeats what it learned', () => {
    const features = Uint32Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? at >> 1 : (at >> 1) % 3));
    const targets = Float64Array.from({ length: 30 }, (_, row) => row + 10 * (row % 3));
    const forest = Forest.fit({ features, levels: [30, 3], targets }, createRandom(1), {
      bootstrap: false,
      leastSplit: 2,
    });
    const prediction = { mean: 0, deviation: 0 };
    for (let row = 0; row < 30; row++) {
      forest.predict(features, row * 2, prediction);
      expect(prediction.mean).toBeCloseTo(targets[row]!, 6);
    }
  });
});

describe('local methods', () => {
  const quadratic = {
    bounds: [20, 20],
    objective: async ([x = 0, y = 0]: readonly number[]) =>
      (x - 12.3) ** 2 + 3 * (y - 4.6) ** 2 + (x - 12.3) * (y - 4.6),
  };

  it.each([
    ['Nelder and Mead', nelderMead],
    ['quasi-Newton', projectedQuasiNewton],
  ])('%s comes within a place of the least point of a bowl', async (_, method) => {
    const { point } = await method(quadratic, [1, 19]);
    expect(Math.abs(point[0]! - 12.3)).toBeLessThan(1);
    expect(Math.abs(point[1]! - 4.6)).toBeLessThan(1);
  });

  it('stay inside the bounds', async () => {
    const asked: number[] = [];
    const objective = async (point: readonly number[]) => {
      asked.push(...point);
      return -(point[0] ?? 0) - (point[1] ?? 0);
    };
    const { point } = await nelderMead({ bounds: [5, 5], objective }, [1, 1]);
    expect(point).toEqual([5, 5]);
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...asked)).toBeLessThanOrEqual(5);
  });
});
