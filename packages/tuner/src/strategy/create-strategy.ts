/** Strategies by name: the names of this package, and those of Kernel Tuner. */
import { argumentError, describe } from '@heddle/core/backend';
import { suggestion } from '../options/suggestion';
import { adaptiveTabuGreyWolf } from './algorithms/adaptive-tabu-grey-wolf';
import { basinHopping, dualAnnealing, minimize } from './algorithms/local-descents';
import { bayesianOptimization } from './algorithms/bayesian-optimization';
import { bruteForce, randomSample } from './algorithms/enumeration';
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

type Factories = typeof strategies;

/** The names of this package's strategies: its own, and Kernel Tuner's. */
export type StrategyName = {
  readonly [Key in keyof Factories]:
    Key | Factories[Key]['strategyName'] | NonNullable<Factories[Key]['referenceName']>;
}[keyof Factories];

const entries = Object.entries(strategies) as readonly (readonly [keyof Factories, Factories[keyof Factories]])[];

/** The strategy of a run that names none, chosen by bench/strategies.bench.ts and bench/unseen.bench.ts. */
export const defaultStrategyName = 'surrogateSearch';

/**
 * The name that a text stands for, as `strategies` spells it: for names that come from a file or a command line.
 *
 * @throws HeddleError `ARGUMENT` for a name there is not, suggesting the nearest
 */
export function strategyNameOf(text: string): StrategyName {
  return entryNamed(text)[0];
}

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
  // The strategy checks its own options.
  const make: (given: Readonly<Record<string, unknown>>) => Strategy = entryNamed(name)[1];
  return make(options);
}

function entryNamed(name: unknown): (typeof entries)[number] {
  const isMeant = (known: string): boolean => typeof name === 'string' && normalized(known) === normalized(name);
  const found = entries.find(([key, { strategyName, referenceName }]) =>
    [key, strategyName, referenceName ?? key].some(isMeant),
  );
  if (found) return found;
  throw argumentError(`There is no strategy ${describe(name)}.`, {
    parameter: 'strategy',
    hint: suggestion(String(name), strategyNames()),
  });
}

/** Every name that {@link createStrategy} takes. */
export function strategyNames(): StrategyName[] {
  return [
    ...new Set(
      entries.flatMap(([key, { strategyName, referenceName }]) => [
        key,
        strategyName,
        ...(referenceName === undefined ? [] : [referenceName]),
      ]),
    ),
  ];
}
