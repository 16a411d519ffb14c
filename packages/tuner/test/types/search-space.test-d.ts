/** Checked by `tsc` alone: each `@ts-expect-error` is a mistake that must not compile. */
import { buildSearchSpace, strategies } from '../../src';

const parameters = { block_size_x: [32, 64], order: ['row', 'column'], fast: [false, true] };

buildSearchSpace({
  parameters,
  restrictions: [
    (p) => p.block_size_x * 2 <= 64,
    (p) => p.fast || p.order.startsWith('r'),
    // @ts-expect-error: no such parameter
    (p) => p.blok_size_x > 1,
    // @ts-expect-error: a text has no product
    (p) => p.order * 2 > 1,
    // @ts-expect-error: a promise is not an answer
    async (p) => Promise.resolve(p.block_size_x > 1),
    'block_size_x > 1',
  ],
});

strategies.geneticAlgorithm({ popsize: 10, method: 'two_point' });
// @ts-expect-error: no such option
strategies.geneticAlgorithm({ popsze: 10 });
// @ts-expect-error: no such crossover
strategies.geneticAlgorithm({ method: 'three_point' });
// @ts-expect-error: a number is needed
strategies.particleSwarm({ w: 'fast' });
strategies.particleSwarm({ w: 0.4, x0: { block_size_x: 32 } });
strategies.particleSwarm({ x0: [32, 'row'] });
strategies.forestOptimization({ learner: 'process', skoptKwargs: { acqFuncKwargs: { xi: 0.1 } } });
// @ts-expect-error: no such option of an option
strategies.forestOptimization({ skoptKwargs: { acqFuncKwargs: { eta: 0.1 } } });
strategies.nsga3({ mutationProb: 0.2, refDirsList: [[1, 0]] });
