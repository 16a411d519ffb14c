/** Strategies by name: the names of this package, and those of Kernel Tuner. */
import { argumentError } from '@heddle/core';
import { suggestion } from '../options/suggestion';
import { adaptiveTabuGreyWolf } from './algorithms/adaptive-tabu-grey-wolf';
import { basinHopping, dualAnnealing, minimize } from './algorithms/local-descents';
import { bayesianOptimization } from './algorithms/bayesian-optimization';
import { bruteForce } from './algorithms/brute-force';
import { differentialEvolution } from './algorithms/differential-evolution';
import { firefly } from './algorithms/firefly';
import { forestOptimization } from './algorithms/forest-optimization';
import { geneticAlgorithm } from './algorithms/genetic-algorithm';
import { greedyIteratedLocalSearch } from './algorithms/greedy-iterated-local-search';
import { greedyMultiStart, multiStart, orderedGreedyMultiStart } from './algorithms/multi-start-local-search';
import { hybridVndx } from './algorithms/hybrid-vndx';
import { nsga2 } from './algorithms/nsga2';
import { nsga3 } from './algorithms/nsga3';
import { particleSwarm } from './algorithms/particle-swarm';
import { atfTechniques } from './algorithms/pyatf';
import { randomSample } from './algorithms/random-sample';
import { simulatedAnnealing } from './algorithms/simulated-annealing';
import { surrogateSearch } from './algorithms/surrogate-search';
import { normalized } from './option-rules';
import type { Strategy } from './strategy';

/** All strategies of this package. */
export const strategies = {
  surrogateSearch,
  bruteForce,
  randomSample,
  geneticAlgorithm,
  differentialEvolution,
  particleSwarm,
  firefly,
  simulatedAnnealing,
  greedyIteratedLocalSearch,
  greedyMultiStart,
  multiStart,
  orderedGreedyMultiStart,
  minimize,
  basinHopping,
  dualAnnealing,
  bayesianOptimization,
  forestOptimization,
  atfTechniques,
  hybridVndx,
  adaptiveTabuGreyWolf,
  nsga2,
  nsga3,
} as const;

/** The strategy of a run that names none, chosen by bench/strategies.bench.ts and bench/unseen.bench.ts. */
export const defaultStrategyName = 'surrogateSearch';

/**
 * A strategy by name. Names and options may be spelled as here or as in Kernel Tuner: `geneticAlgorithm` with
 * `mutationChance`, or `genetic_algorithm` with `mutation_chance`.
 *
 * @throws HeddleError `ARGUMENT` for a name or an option there is not, suggesting the nearest
 */
export function createStrategy(
  name: string = defaultStrategyName,
  options: Readonly<Record<string, unknown>> = {},
): Strategy {
  const factory = typeof name === 'string' ? factoryNamed(name) : undefined;
  if (factory) return factory(options);
  throw argumentError(`There is no strategy ${typeof name === 'string' ? JSON.stringify(name) : String(name)}.`, {
    parameter: 'strategy',
    hint: suggestion(String(name), strategyNames()),
  });
}

function factoryNamed(name: string): ((given: Readonly<Record<string, unknown>>) => Strategy) | undefined {
  return Object.entries(strategies).find(([key, { strategyName, referenceName }]) => {
    return [key, strategyName, referenceName ?? key].some((known) => normalized(known) === normalized(name));
  })?.[1];
}

/** Every name that {@link createStrategy} takes. */
export function strategyNames(): string[] {
  return [
    ...new Set(
      Object.entries(strategies).flatMap(([key, { strategyName, referenceName }]) => [
        key,
        strategyName,
        ...(referenceName === undefined ? [] : [referenceName]),
      ]),
    ),
  ];
}
