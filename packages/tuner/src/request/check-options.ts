/** Refuses unknown options of a run, and values of another kind. */
import { argumentError } from '@heddle/core/backend';
import { pathOf } from '../file-access/read-file';
import { checkSpecification, isSpecification } from '../observer/specification';
import {
  checkGroup,
  checkOptionsOf,
  checkWord,
  isObject,
  isOfKinds,
  wrongKind,
  type Group,
  type KindsOf,
} from '../options';
import type { Objective } from '../results/objectives';
import { isDevice } from '../worker/local-executor';
import type { DeviceAddress } from '../worker/protocol';
import {
  checkNamedMemory,
  descriptionKinds,
  inputKinds,
  kindsOfRegion,
  sourceKinds,
  type KernelDescription,
  type KernelInputs,
} from './kernel-options';
import type { BenchmarkOptions, Budget, TimeLimits, ToleranceOptions, TuneKernelOptions } from './tune-options';

/** Options that need no device. */
export type SearchRunOptions = Pick<
  TuneKernelOptions,
  | 'restrictions'
  | 'strategy'
  | 'strategyOptions'
  | 'metrics'
  | 'objective'
  | 'objectiveHigherIsBetter'
  | 'objectives'
  | 'seed'
  | 'budget'
  | 'signal'
  | 'onRecord'
  | 'handleInterrupt'
>;

export const searchRunKinds: KindsOf<SearchRunOptions> = {
  restrictions: ['text', 'function', 'list'],
  strategy: ['text', 'object'],
  strategyOptions: 'object',
  metrics: 'object',
  objective: ['text', 'object'],
  objectiveHigherIsBetter: 'flag',
  objectives: 'list',
  seed: 'number',
  budget: 'object',
  signal: 'object',
  handleInterrupt: 'flag',
  onRecord: 'function',
};

const runKinds: KindsOf<TuneKernelOptions> = {
  ...descriptionKinds,
  ...inputKinds,
  ...searchRunKinds,
  tune: 'object',
  answer: 'list',
  tolerance: ['number', 'object', 'list'],
  verify: 'function',
  iterations: 'number',
  cache: ['text', 'url'],
  simulationMode: 'flag',
  observers: 'list',
  device: ['text', 'object', 'list'],
  isolation: 'text',
  timeLimits: 'object',
  compileWorkers: 'number',
  benchmark: 'object',
};

const budgetKinds: KindsOf<Budget> = { evaluations: 'number', seconds: 'number' };

const benchmarkKinds: KindsOf<BenchmarkOptions> = {
  warmupMilliseconds: 'number',
  warmupTolerance: 'number',
  flushCache: 'flag',
  rotateInputs: 'number',
  outliers: 'text',
  earlyStop: 'number',
};

const timeLimitKinds: KindsOf<TimeLimits> = {
  compileSeconds: 'number',
  runSeconds: 'number',
  setupSeconds: 'number',
};

const objectiveKinds: KindsOf<Objective> = { name: 'text', higherIsBetter: 'flag' };
const toleranceKinds: KindsOf<ToleranceOptions> = { atol: 'number', rtol: 'number' };
const deviceKinds: KindsOf<DeviceAddress> = { backend: 'text', device: 'anything' };

/** What `tuneKernel` must be given. */
export const requiredOptions = ['kernel', 'source', 'problemSize', 'arguments', 'tune'] as const;

/** @throws HeddleError `ARGUMENT` for an unknown option, with the nearest name; for a value of another kind */
export function checkOptions(options: TuneKernelOptions): void {
  refuseDeviceNumber(options);
  checkOptionsOf('tuneKernel', { ...runKinds, ...kindsOfRegion(options) }, options, requiredOptions);
  const { budget, benchmark, cache, timeLimits } = options;
  if (cache !== undefined) pathOf(cache, 'cache');
  if (budget) checkGroup('budget', budgetKinds, budget);
  if (benchmark) checkGroup('benchmark', benchmarkKinds, benchmark);
  if (timeLimits) checkGroup('timeLimits', timeLimitKinds, timeLimits);
  checkParts(options);
  checkEach('tolerance', options.tolerance, toleranceKinds, 'a number or an object', isNumberOrMissing);
  checkEach('objective', options.objective, objectiveKinds, 'a text or an object', isTextOrMissing);
  checkEach('objectives', options.objectives, objectiveKinds, 'a text or an object', isTextOrMissing);
  checkDevice(options.device);
  checkChoices(options);
}

/** Checks the nested options that a run and a single launch share. @throws HeddleError as {@link checkOptions} does */
export function checkParts(options: KernelDescription & Partial<KernelInputs>): void {
  const { source, sharedMemory, includeDirs } = options;
  if (includeDirs?.includes(''))
    throw argumentError('an empty text among includeDirs names no folder', { parameter: 'includeDirs' });
  if (isObject(sharedMemory)) checkGroup('sharedMemory', { size: 'anything' }, sharedMemory);
  for (const each of Array.isArray(source) ? (source as readonly unknown[]) : []) {
    if (!isOfKinds(sourceKinds, each)) throw wrongKind('a source', 'a text or a file', each);
  }
  checkNamedMemory(options);
}

/** A number alone, which names a device for Kernel Tuner, with what to write for it. @throws HeddleError `ARGUMENT` */
export function refuseDeviceNumber(options: unknown): void {
  const device = isObject(options) ? options.device : undefined;
  if (typeof device !== 'number') return;
  throw argumentError(`device is a backend's name or { backend, device }, not ${device}`, {
    parameter: 'device',
    hint: `One of several devices: { backend: 'nvrtc', device: ${device} }. Without a backend: HEDDLE_DEVICE=${device}.`,
  });
}

/** Devices, in any of their forms. @throws HeddleError as {@link checkOptions} does */
export function checkDevice(device: unknown): void {
  checkEach('device', device, deviceKinds, 'a text or an object', isTextOrDevice);
}

function checkChoices({ isolation, benchmark, strategy, signal, observers = [] }: TuneKernelOptions): void {
  checkWord('isolation', isolation, ['process', 'none']);
  checkWord('benchmark.outliers', benchmark?.outliers, ['reject', 'keep']);
  if (isObject(strategy) && typeof strategy.run !== 'function') {
    throw argumentError('strategy has no method run', { parameter: 'strategy' });
  }
  if (signal !== undefined && !isAbortSignal(signal)) throw wrongKind('signal', 'an AbortSignal', signal);
  for (const observer of observers as readonly unknown[]) {
    if (!isObject(observer)) throw wrongKind('an observer', 'an object', observer);
    if (isSpecification(observer)) checkSpecification(observer);
    else if (typeof observer.getResults !== 'function') {
      throw argumentError('an observer has no method getResults', { parameter: 'observers' });
    }
  }
}

/** One value, or a list of them: each is a short form or a group of options. */
function checkEach(
  name: string,
  given: unknown,
  kinds: Group,
  wanted: string,
  isShort: (value: unknown) => boolean,
): void {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  for (const value of list) {
    if (isShort(value)) continue;
    if (!isObject(value)) throw wrongKind(name, wanted, value);
    checkGroup(name, kinds, value);
  }
}

function isNumberOrMissing(value: unknown): boolean {
  return value === undefined || typeof value === 'number';
}

function isTextOrMissing(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}

function isTextOrDevice(value: unknown): boolean {
  return isTextOrMissing(value) || (isObject(value) && isDevice(value as unknown as DeviceAddress));
}

export function isAbortSignal(value: unknown): value is AbortSignal {
  return typeof value === 'object' && value !== null && 'addEventListener' in value && 'aborted' in value;
}
