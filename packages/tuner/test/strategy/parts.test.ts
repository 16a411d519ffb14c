import fc from 'fast-check';
import { buildSearchSpace, createRandom, createSearch, isBudgetSpent, paretoFront, paretoFronts } from '../../src';
import { crowdingDistances } from '../../src/strategy/algorithms/nsga2';
import { referenceDirections } from '../../src/strategy/algorithms/nsga3';
import { Coordinates } from '../../src/strategy/model/coordinates';
import { GaussianProcess } from '../../src/strategy/model/gaussian-process';
import { Committee } from '../../src/strategy/model/committee';
import { createPredictions, SuccessModel, type Model } from '../../src/strategy/model/models';
import { Observations } from '../../src/strategy/model/observations';
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

  it('lets timers fire while nothing makes it wait, and ends by its signal', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 1);
    const size = 2_000_000;
    let measured = 0;
    const search = createSearch({
      space: buildSearchSpace({ parameters: { x: Array.from({ length: size }, (_, i) => i) } }),
      random: createRandom(1),
      signal: controller.signal,
      measure: () => Promise.resolve([[++measured]]),
    });
    const all = async () => {
      for (let index = 0; index < size; index++) await search.evaluate(index);
    };
    expect(isBudgetSpent(await all().catch((error: unknown) => error))).toBe(true);
    expect(measured).toBeLessThan(size);
  });

  it('measures a configuration once, and counts it once', async () => {
    const { search, measured } = searchOf(3);
    expect(await search.evaluateMany([0, 1, 0])).toEqual([0, 1, 0]);
    expect(await search.evaluate(1)).toBe(1);
    expect(search.remaining).toBe(1);
    expect(measured).toEqual([0, 1]);
  });

  it('passes on what may come next, without what is known', async () => {
    const anticipated: (readonly number[])[] = [];
    const search = createSearch({
      space,
      random: createRandom(1),
      measure: async (indices) => indices.map((index) => [index]),
      anticipate: (indices) => anticipated.push(indices),
    });
    await search.evaluate(2);
    search.anticipate([1, 2, 3]);
    expect(anticipated).toEqual([[1, 3]]);
    expect(search.objectives(1)).toBeUndefined();
    // A simulation has nothing to compile.
    searchOf(1).search.anticipate([0]);
  });

  it('measures what the budget allows before it ends a strategy', async () => {
    const { search, measured } = searchOf(2);
    expect(isBudgetSpent(await search.evaluateMany([0, 1, 2]).catch((error: unknown) => error))).toBe(true);
    expect(measured).toEqual([0, 1]);
    expect(search.objectives(1)).toEqual([1]);
    await expect(search.evaluate(0)).rejects.toHaveProperty('name', 'BudgetSpent');
  });

  it('takes what is not a number for a failure', async () => {
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
    const predict = (...rows: number[]) => {
      const predictions = createPredictions(rows.length);
      process.predict(Float64Array.from(rows), predictions);
      return predictions;
    };
    const known = predict(...points);
    points.forEach((_, at) => {
      expect(known.mean[at]).toBeCloseTo(targets[at]!, 4);
      expect(known.deviation[at]).toBeLessThan(0.01);
    });
    const between = predict(0.75);
    expect(between.deviation[0]).toBeGreaterThan(0.01);
    expect(Math.abs(between.mean[0]! - Math.sin(3.75))).toBeLessThan(3 * between.deviation[0]!);
  });

  it('a Gaussian process of one point is what the formulas say', () => {
    const process = new GaussianProcess(Float64Array.of(0), Float64Array.of(2), {
      covariance: 'squaredExponential',
      lengthScales: [1],
      noise: 1e-12,
    });
    const { mean, deviation } = createPredictions(2);
    process.predict(Float64Array.of(0, 1), { mean, deviation });
    expect([...mean]).toEqual([2, 2]);
    // Variance 1 - k(0, 1)^2, with k = exp(-1/2); Rasmussen and Williams, 2006, equation 2.26.
    expect(deviation[1]).toBeCloseTo(Math.sqrt(1 - Math.exp(-1)), 6);
  });

  it('a Gaussian process predicts many rows as it predicts each', () => {
    const coordinate = fc.double({ min: 0, max: 1, noNaN: true });
    const row = fc.tuple(coordinate, coordinate);
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 2, maxLength: 12 }),
        fc.array(row, { minLength: 1, maxLength: 11 }),
        (given, asked) => {
          const targets = Float64Array.from(given, ([x, y]) => x * x - y);
          const process = new GaussianProcess(Float64Array.from(given.flat()), targets, {
            covariance: 'matern32',
            lengthScales: [0.5, 2],
            noise: 1e-3,
          });
          const together = createPredictions(asked.length);
          process.predict(Float64Array.from(asked.flat()), together);
          asked.forEach((one, at) => {
            const alone = createPredictions(1);
            process.predict(Float64Array.from(one), alone);
            expect([together.mean[at], together.deviation[at]]).toEqual([alone.mean[0], alone.deviation[0]]);
          });
        },
      ),
    );
  });

  it('a Gaussian process that continues a shorter one predicts as one of its own', () => {
    const random = createRandom(3);
    const rows = 30;
    const points = Float64Array.from({ length: 2 * rows }, () => random.next());
    const targets = Float64Array.from({ length: rows }, (_, at) => points[2 * at]! ** 2 - points[2 * at + 1]!);
    const asked = Float64Array.from({ length: 10 }, () => random.next());
    const predicted = (process: GaussianProcess) => {
      const predictions = createPredictions(asked.length / 2);
      process.predict(asked, predictions);
      return predictions;
    };
    const options = { covariance: 'matern32', lengthScales: [0.5, 2], noise: 1e-3 } as const;
    const expected = predicted(new GaussianProcess(points, targets, options));
    const shorter = (given: Float64Array, assumed: typeof options | { lengthScales: number[] } = options) =>
      new GaussianProcess(given.slice(0, 40), targets.slice(0, 20), { ...options, ...assumed });
    for (const previous of [
      shorter(points),
      // Nothing of these may be taken over: other assumptions, and other points.
      shorter(points, { lengthScales: [0.5, 1] }),
      shorter(points.map((x) => 1 - x)),
      new GaussianProcess(Float64Array.of(...points, 0.5, 0.5), Float64Array.of(...targets, 0), options),
    ]) {
      expect(predicted(new GaussianProcess(points, targets, options, previous))).toEqual(expected);
    }
  });

  it('names are as far from each other, and numbers as far as their ranks', () => {
    const space = buildSearchSpace({ parameters: { size: [8, 16, 32, 64, 128], order: ['a', 'b', 'c'], fixed: [1] } });
    const coordinates = new Coordinates(space);
    const distance = (first: [number, string], second: [number, string]) => {
      const [a, b] = [first, second].map(([size, order]) => [
        ...coordinates.rows([space.indexOf({ size, order, fixed: 1 })]),
      ]);
      return Math.hypot(...a!.map((coordinate, at) => coordinate - b![at]!));
    };
    expect(distance([8, 'a'], [8, 'b'])).toBeCloseTo(1, 12);
    expect(distance([8, 'a'], [8, 'c'])).toBeCloseTo(1, 12);
    expect(distance([8, 'b'], [128, 'b'])).toBeCloseTo(1, 12);
    expect(distance([16, 'b'], [64, 'b'])).toBeCloseTo(0.5, 12);
    expect(coordinates.parameterOf).toEqual([0, 1, 1, 1]);
    const together = coordinates.rows([0, 1, 2]);
    expect([...together]).toEqual([0, 1, 2].flatMap((index) => [...coordinates.rows([index])]));
  });

  it('a committee believes the member that predicted what was measured', () => {
    const sure = (mean: number): Model => ({
      fit: () => undefined,
      predict: (configurations) => {
        const predictions = createPredictions(configurations.length);
        predictions.mean.fill(mean);
        predictions.deviation.fill(0.5);
        return predictions;
      },
    });
    const committee = new Committee([sure(-3), sure(2)]);
    const promiseOf = () => committee.promises([0], 'ei', 0)[0]!;
    const before = promiseOf();
    // What was measured is what the second said: the first, which promises much, is believed less and less.
    for (let round = 0; round < 5; round++) committee.judge([0], Float64Array.of(2));
    expect(promiseOf()).toBeLessThan(before / 4);
    expect(promiseOf()).toBeGreaterThan(0);
  });

  it('the chance of success falls where configurations failed', async () => {
    const space = buildSearchSpace({ parameters: { x: [1, 2, 3, 4, 5, 6, 7, 8], y: [1, 2, 3, 4, 5, 6, 7, 8] } });
    const random = createRandom(1);
    const search = createSearch({
      space,
      random,
      measure: async (indices) => {
        return indices.map((index) => [Number(space.configuration(index).x) > 5 ? Infinity : 1]);
      },
    });
    const observations = new Observations(search);
    await observations.evaluate(Array.from({ length: 32 }, (_, at) => 2 * at));
    const model = new SuccessModel(space, random, { trees: 30 });
    const chanceAt = (x: number, y: number) => model.chances([space.indexOf({ x, y })])[0]!;
    expect(chanceAt(8, 3)).toBe(1);
    model.fit(observations);
    expect(chanceAt(2, 4)).toBeGreaterThan(0.9);
    expect(chanceAt(8, 4)).toBeLessThan(0.1);
    expect(chanceAt(8, 4)).toBeGreaterThan(0);
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
