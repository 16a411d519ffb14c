/** The flags of `heddle tune`, and how they change the options of a module. */
import { argumentError } from '@heddle/core/backend';
import {
  higherIsBetterByName,
  strategyNameOf,
  type Objective,
  type TuneCacheOptions,
  type TuneKernelOptions,
} from '@heddle/tuner';

/** As the command line gives them: texts. */
export interface TuneFlags {
  readonly evaluations?: string;
  readonly seconds?: string;
  readonly strategy?: string;
  readonly strategyOption?: readonly string[];
  readonly seed?: string;
  readonly output?: string;
  readonly backend?: string;
  readonly device?: string;
  readonly objective?: string;
  readonly higherIsBetter?: boolean;
  readonly lowerIsBetter?: boolean;
  readonly iterations?: string;
  readonly isolation?: string;
  readonly simulate?: boolean;
  readonly report?: string | boolean;
  readonly json?: boolean;
}

/** @throws HeddleError `ARGUMENT` for a flag that cannot be right */
export function overriddenOptions(options: TuneKernelOptions, flags: TuneFlags): TuneKernelOptions {
  const { isolation } = flags;
  const objective = objectiveOf(flags);
  const { objective: _objective, objectives: _objectives, objectiveHigherIsBetter: _direction, ...others } = options;
  return {
    ...(objective === undefined ? options : { ...others, objective }),
    ...budgetOf(options, flags),
    ...strategyOf(options, flags),
    ...(flags.seed === undefined ? {} : { seed: wholeNumber('seed', flags.seed) }),
    ...deviceOf(flags),
    ...(flags.iterations === undefined ? {} : { iterations: wholeNumber('iterations', flags.iterations, 1) }),
    ...(isolation === undefined ? {} : { isolation: isolationKind(isolation) }),
  };
}

/**
 * The flags that a simulation uses.
 *
 * @throws HeddleError `ARGUMENT` for a flag that means something on a device only
 */
export function simulationOptions(flags: TuneFlags): TuneCacheOptions {
  const onDevice = (['output', 'backend', 'device', 'iterations', 'isolation', 'report'] as const).find(
    (name) => flags[name] !== undefined,
  );
  if (onDevice !== undefined) {
    throw argumentError(`--${onDevice} means nothing with --simulate`, { parameter: onDevice });
  }
  const { seed } = flags;
  const objective = objectiveOf(flags);
  return {
    ...budgetOf({}, flags),
    ...strategyOf({}, flags),
    ...(objective === undefined ? {} : { objective }),
    ...(seed === undefined ? {} : { seed: wholeNumber('seed', seed) }),
  };
}

/** @throws HeddleError `ARGUMENT` for an objective if neither its name nor a flag says which direction is better */
function objectiveOf({ objective: name, higherIsBetter, lowerIsBetter }: TuneFlags): Objective | undefined {
  const direction = higherIsBetter ?? (lowerIsBetter === true ? false : undefined);
  if (name !== undefined) {
    const isHigherBetter = direction ?? higherIsBetterByName(name);
    if (isHigherBetter !== undefined) return { name, higherIsBetter: isHigherBetter };
    throw argumentError(`--objective '${name}': whether more or less of it is better is not known`, {
      parameter: 'objective',
      hint: 'Add --higher-is-better or --lower-is-better.',
    });
  }
  if (direction === undefined) return undefined;
  const flag = direction ? 'higher-is-better' : 'lower-is-better';
  throw argumentError(`--${flag} needs --objective`, { parameter: flag });
}

function budgetOf(
  { budget }: Pick<TuneKernelOptions, 'budget'>,
  { evaluations, seconds }: TuneFlags,
): Pick<TuneKernelOptions, 'budget'> {
  if (evaluations === undefined && seconds === undefined) return {};
  return {
    budget: {
      ...budget,
      ...(evaluations === undefined ? {} : { evaluations: wholeNumber('evaluations', evaluations, 1) }),
      ...(seconds === undefined ? {} : { seconds: positiveNumber('seconds', seconds) }),
    },
  };
}

function strategyOf(
  options: Pick<TuneKernelOptions, 'strategy' | 'strategyOptions'>,
  { strategy, strategyOption }: TuneFlags,
): Pick<TuneKernelOptions, 'strategy' | 'strategyOptions'> {
  if (strategyOption === undefined && strategy === undefined) return {};
  if (strategy === undefined && typeof options.strategy === 'object') {
    throw argumentError('--strategy-option has no effect: the module gives a strategy of its own', {
      parameter: 'strategy-option',
      hint: 'Name one with --strategy.',
    });
  }
  // The module's options are those of its own strategy.
  const kept = strategy === undefined ? options.strategyOptions : undefined;
  const given = (strategyOption ?? []).map((text) => {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(text) ?? [];
    if (name !== undefined && value !== undefined) return [name, valueOf(value)] as const;
    throw argumentError(`--strategy-option takes name=value, not '${text}'`, { parameter: 'strategy-option' });
  });
  return {
    ...(strategy === undefined ? {} : { strategy: strategyNameOf(strategy) }),
    strategyOptions: { ...kept, ...Object.fromEntries(given) },
  };
}

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text;
}

function deviceOf({ backend, device }: TuneFlags): Pick<TuneKernelOptions, 'device'> {
  if (backend === undefined && device === undefined) return {};
  return {
    device: {
      ...(backend === undefined ? {} : { backend }),
      ...(device === undefined ? {} : { device: /^\d+$/.test(device) ? Number(device) : device }),
    },
  };
}

function isolationKind(text: string): 'process' | 'none' {
  if (text === 'process' || text === 'none') return text;
  throw argumentError(`--isolation is process or none, not '${text}'`, { parameter: 'isolation' });
}

function wholeNumber(name: string, text: string, least = 0): number {
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(value) && value >= least) return value;
  const from = least === 0 ? '' : ` from ${least} on`;
  throw argumentError(`--${name} takes a whole number${from}, not '${text}'`, { parameter: name });
}

function positiveNumber(name: string, text: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw argumentError(`--${name} takes a positive number, not '${text}'`, { parameter: name });
}
