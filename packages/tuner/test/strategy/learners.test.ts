import { buildSearchSpace, createRandom } from '../../src';
import { Hedge } from '../../src/strategy/model/hedge';
import { createLearner, learnerNames } from '../../src/strategy/model/learners';
import { createPredictions, type Model } from '../../src/strategy/model/models';
import { promises } from '../../src/strategy/model/acquisition';
import { boundingKappa, createPortfolio, type Portfolio } from '../../src/strategy/model/portfolio';

const space = buildSearchSpace({
  parameters: { x: Array.from({ length: 20 }, (_, at) => at), y: [0, 1, 2, 3, 4, 5, 6, 7] },
});
const targetOf = (index: number): number => {
  const { x, y } = space.configuration(index) as { x: number; y: number };
  return (x - 12) ** 2 / 20 + Math.abs(y - 3);
};
const everything = Array.from({ length: space.size }, (_, index) => index);
const learned = everything.filter((index) => index % 3 !== 0);
const others = everything.filter((index) => index % 3 === 0);

function correlation(a: Float64Array, b: Float64Array): number {
  const [x, y] = [centred(a), centred(b)];
  const product = (p: readonly number[], q: readonly number[]): number =>
    p.reduce((sum, value, at) => sum + value * (q[at] ?? 0), 0);
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y));
}

function centred(values: Float64Array): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Array.from(values, (value) => value - mean);
}

describe('learners', () => {
  it.each(learnerNames.filter((name) => name !== 'random'))('%s predicts points that it has not seen', (name) => {
    const model = createLearner(name, space, createRandom(1), 40);
    model?.fit({ configurations: learned }, Float64Array.from(learned, targetOf));
    const { mean, deviation } = model?.predict(others) ?? createPredictions(others.length);
    expect(correlation(mean, Float64Array.from(others, targetOf))).toBeGreaterThan(0.95);
    expect(deviation.every((value) => value >= 0 && Number.isFinite(value))).toBe(true);
    expect(deviation.some((value) => value > 0)).toBe(true);
  });

  it('has none for chance', () => {
    expect(createLearner('random', space, createRandom(1), 40)).toBeUndefined();
  });
});

describe('lcb', () => {
  it('goes as many deviations below the mean as it is told', () => {
    const predictions = { mean: Float64Array.of(1, 2), deviation: Float64Array.of(0.1, 1) };
    expect(Array.from(promises(predictions, 'lcb', 1, 0))).toEqual([-1, -2]);
    expect(Array.from(promises(predictions, 'lcb', 1, 3))).toEqual([-1 + 3 * 0.1, 1]);
  });

  it('is to look farther the more there are of finds and dimensions', () => {
    expect(boundingKappa(100, 5)).toBeGreaterThan(boundingKappa(10, 5));
    expect(boundingKappa(10, 9)).toBeGreaterThan(boundingKappa(10, 5));
    // sqrt(2 ln(10^4.5 pi^2 / 0.3)), by hand.
    expect(boundingKappa(10, 5)).toBeCloseTo(5.2638, 3);
  });
});

describe('portfolios', () => {
  const before = Float64Array.of(0, 1, 2, 3, 4);
  /** Rounds in which each finds what is given for it, or the median. */
  const played = (portfolio: Portfolio, rounds: number, finds: Readonly<Record<string, number>>): readonly string[] => {
    for (let round = 0; round < rounds; round++) {
      for (const member of portfolio.next()) portfolio.reward(member, { target: finds[member] ?? 2, before });
    }
    return portfolio.next();
  };

  it('of fixed members choose as often as they say', () => {
    expect(createPortfolio('lcb-srinivas').next()).toEqual(['lcb']);
    expect(createPortfolio('poi').next()).toEqual(['poi']);
    expect(createPortfolio('multi-fast').next()).toEqual(['ei', 'poi', 'lcb']);
    expect(createPortfolio('multi-ultrafast').next()).toHaveLength(15);
  });

  it('go round, and pass over one that finds nothing', () => {
    const portfolio = createPortfolio('multi');
    const turns = Array.from({ length: 60 }, () => {
      const [member = 'ei'] = portfolio.next();
      portfolio.reward(member, { target: member === 'poi' ? 5 : -1, before });
      return member;
    });
    expect(turns.slice(0, 4)).toEqual(['ei', 'poi', 'lcb', 'ei']);
    expect(turns.filter((member) => member === 'poi').length).toBeLessThan(18);
  });

  it('leave the better one alone', () => {
    // So little better that the others are not worse than all in the mean.
    expect(played(createPortfolio('multi-advanced'), 4, { poi: 1.75 })).toEqual(['ei', 'poi', 'lcb']);
    expect(played(createPortfolio('multi-advanced'), 5, { poi: 1.75 })).toEqual(['poi']);
  });

  it('drop the worse one, then the next', () => {
    const portfolio = createPortfolio('multi-advanced');
    expect(played(portfolio, 5, { lcb: 4 })).toEqual(['ei', 'poi']);
    expect(played(portfolio, 5, { ei: 4 })).toEqual(['poi']);
    expect(played(portfolio, 20, { poi: 4 })).toEqual(['poi']);
  });

  it('take a failure for the median', () => {
    expect(played(createPortfolio('multi-advanced'), 30, { ei: Infinity, lcb: Infinity })).toEqual([
      'ei',
      'poi',
      'lcb',
    ]);
  });
});

describe('hedge', () => {
  it('comes to trust whose proposals prove good', () => {
    const hedge = new Hedge(createRandom(3));
    // For `lcb` with a great kappa the second is the most promising, for the others the first.
    const predictions = { mean: Float64Array.of(0, 5), deviation: Float64Array.of(0.1, 3) };
    const model: Model = {
      fit: () => undefined,
      predict: (indices) => ({
        mean: Float64Array.from(indices, (index) => (index === 8 ? -5 : 5)),
        deviation: new Float64Array(indices.length),
      }),
    };
    const firsts = (isSettled: boolean): (number | undefined)[] =>
      Array.from({ length: 60 }, () => {
        const [first] = hedge.ranking([7, 8], predictions, 0.5, 10);
        if (isSettled) hedge.settle(model, Float64Array.of(-5, 0, 5));
        return first;
      });
    expect(new Set(firsts(false))).toEqual(new Set([7, 8]));
    expect(firsts(true).slice(20)).toEqual(new Array<number>(40).fill(8));
  });
});
