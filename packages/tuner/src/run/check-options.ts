/** Refuses options that there are not, and values of another kind: JavaScript has no types that would. */
import { argumentError } from '@heddle/core';
import type { DirectiveFunction } from '../directives';
import { suggestion } from '../expression/suggestion';
import { isDevice } from '../worker/local-executor';
import type { DeviceAddress } from '../worker/protocol';
import { isAbortSignal } from './stop-conditions';
import type {
  BenchmarkOptions,
  Budget,
  Objective,
  TextureMemory,
  TimeLimits,
  ToleranceOptions,
  TuneKernelOptions,
} from './tune-options';

/** What an option may be; `anything` is looked at where it is used. */
type Kind = 'text' | 'number' | 'flag' | 'list' | 'object' | 'function' | 'url' | 'anything';
type Kinds = Kind | readonly Kind[];

/** All options of a type: one that is added to it has to be added here. */
type KindsOf<T> = Readonly<Record<keyof T, Kinds>>;

const sourceKinds = ['text', 'url', 'function'] as const;
const divisorKinds = ['text', 'list', 'function'] as const;

const runOptions: KindsOf<TuneKernelOptions> = {
  kernel: 'text',
  source: [...sourceKinds, 'list'],
  language: 'text',
  problemSize: ['number', 'text', 'list', 'function'],
  arguments: 'list',
  tune: 'object',
  gridDivX: divisorKinds,
  gridDivY: divisorKinds,
  gridDivZ: divisorKinds,
  restrictions: ['text', 'function', 'list'],
  answer: 'list',
  tolerance: ['number', 'object', 'list'],
  verify: 'function',
  compilerOptions: ['list', 'function'],
  includeDirs: 'list',
  sharedMemory: ['number', 'text', 'function', 'object'],
  constantMemory: 'object',
  textureMemory: 'object',
  defines: 'object',
  iterations: 'number',
  blockSizeNames: 'list',
  strategy: ['text', 'object'],
  strategyOptions: 'object',
  cache: ['text', 'url'],
  metrics: 'object',
  objective: ['text', 'object'],
  objectiveHigherIsBetter: 'flag',
  objectives: 'list',
  simulationMode: 'flag',
  observers: 'list',
  seed: 'number',
  budget: 'object',
  signal: 'object',
  device: ['text', 'object', 'list'],
  isolation: 'text',
  timeLimits: 'object',
  compileWorkers: 'number',
  benchmark: 'object',
  handleInterrupt: 'flag',
  onRecord: 'function',
};

/** What `directiveFunction` gives besides: all of it is spread into the options. */
const regionOptions: KindsOf<Omit<DirectiveFunction, keyof TuneKernelOptions>> = { parameters: 'list', line: 'number' };

const budgetOptions: KindsOf<Budget> = { evaluations: 'number', seconds: 'number' };

const benchmarkOptions: KindsOf<BenchmarkOptions> = {
  warmupMilliseconds: 'number',
  warmupTolerance: 'number',
  flushCache: 'flag',
  rotateInputs: 'number',
  outliers: 'text',
  earlyStop: 'number',
};

const timeLimitOptions: KindsOf<TimeLimits> = {
  compileSeconds: 'number',
  runSeconds: 'number',
  setupSeconds: 'number',
};

const objectiveOptions: KindsOf<Objective> = { name: 'text', higherIsBetter: 'flag' };
const toleranceOptions: KindsOf<ToleranceOptions> = { atol: 'number', rtol: 'number' };
const deviceOptions: KindsOf<DeviceAddress> = { backend: 'text', device: 'anything' };

const textureOptions: KindsOf<Extract<TextureMemory, { readonly array: unknown }>> = {
  array: 'anything',
  extents: 'list',
  channels: 'number',
  layered: 'flag',
  filterMode: 'text',
  addressMode: 'anything',
  normalizedCoordinates: 'flag',
  normalizedValues: 'flag',
  writable: 'flag',
};

const required = ['kernel', 'source', 'problemSize', 'arguments', 'tune'] as const;

/** @throws HeddleError `ARGUMENT` for an option that there is not, with the nearest name; for a value of another kind */
export function checkOptions(options: TuneKernelOptions): void {
  const isRegion = isObject(options) && Object.keys(regionOptions).every((name) => Object.hasOwn(options, name));
  checkGroup('tuneKernel', '', isRegion ? { ...runOptions, ...regionOptions } : runOptions, options);
  const missing = required.find((name) => options[name] === undefined);
  if (missing !== undefined) throw argumentError(`${missing} is not given`, { parameter: missing });
  const { budget, benchmark, timeLimits, sharedMemory, textureMemory = {} } = options;
  if (budget) checkGroup('budget', 'budget.', budgetOptions, budget);
  if (benchmark) checkGroup('benchmark', 'benchmark.', benchmarkOptions, benchmark);
  if (timeLimits) checkGroup('timeLimits', 'timeLimits.', timeLimitOptions, timeLimits);
  if (isObject(sharedMemory)) checkGroup('sharedMemory', 'sharedMemory.', { size: 'anything' }, sharedMemory);
  for (const [name, texture] of Object.entries(textureMemory)) {
    if (!ArrayBuffer.isView(texture))
      checkGroup(`textureMemory.${name}`, `textureMemory.${name}.`, textureOptions, texture);
  }
  checkEach('tolerance', options.tolerance, toleranceOptions, 'a number or an object', isNumberOrMissing);
  checkEach('objective', options.objective, objectiveOptions, 'a text or an object', isTextOrMissing);
  checkEach('objectives', options.objectives, objectiveOptions, 'a text or an object', isTextOrMissing);
  checkEach('device', options.device, deviceOptions, 'a text or an object', isTextOrDevice);
  checkChoices(options);
}

function checkChoices(options: TuneKernelOptions): void {
  const { isolation, benchmark, strategy, signal, source, constantMemory = {}, observers = [] } = options;
  checkWord('isolation', isolation, ['process', 'none']);
  checkWord('benchmark.outliers', benchmark?.outliers, ['reject', 'keep']);
  if (isObject(strategy) && typeof strategy.run !== 'function') {
    throw argumentError('strategy has no method run', { parameter: 'strategy' });
  }
  if (signal !== undefined && !isAbortSignal(signal)) throw wrongKind('signal', 'an AbortSignal', signal);
  for (const each of Array.isArray(source) ? (source as readonly unknown[]) : []) {
    if (!sourceKinds.some((kind) => isOfKind[kind](each))) throw wrongKind('a source', 'a text or a file', each);
  }
  for (const [name, array] of Object.entries<unknown>(constantMemory)) {
    if (!ArrayBuffer.isView(array)) throw wrongKind(`constantMemory.${name}`, 'a typed array', array);
  }
  for (const observer of observers) if (!isObject(observer)) throw wrongKind('an observer', 'an object', observer);
}

function checkWord(name: string, value: string | undefined, words: readonly string[]): void {
  if (value === undefined || words.includes(value)) return;
  throw argumentError(`${name} must be ${words.join(' or ')}, not ${describe(value)}`, {
    parameter: name,
    hint: suggestion(value, words),
  });
}

/** One value, or a list of them: each is a short form or a group of options. */
function checkEach(
  name: string,
  given: unknown,
  kinds: Readonly<Record<string, Kinds>>,
  wanted: string,
  isShort: (value: unknown) => boolean,
): void {
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  for (const value of list) {
    if (isShort(value)) continue;
    if (!isObject(value)) throw wrongKind(name, wanted, value);
    checkGroup(name, `${name}.`, kinds, value);
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

function checkGroup(owner: string, prefix: string, kinds: Readonly<Record<string, Kinds>>, given: unknown): void {
  if (!isObject(given)) throw wrongKind(prefix === '' ? `what ${owner} takes` : owner, 'an object', given);
  for (const [name, value] of Object.entries(given)) {
    const wanted = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (wanted === undefined) {
      const hint = suggestion(name, Object.keys(kinds));
      throw argumentError(`${owner} has no option ${name}`, { parameter: name, hint });
    }
    const allowed = typeof wanted === 'string' ? [wanted] : wanted;
    if (value === undefined || allowed.some((kind) => isOfKind[kind](value))) continue;
    throw wrongKind(prefix + name, allowed.map((kind) => kindNames[kind]).join(' or '), value);
  }
}

const isOfKind: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && !Number.isNaN(value),
  flag: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  object: isObject,
  function: (value) => typeof value === 'function',
  url: (value) => value instanceof URL,
  anything: () => true,
};

const kindNames: Readonly<Record<Kind, string>> = {
  text: 'a text',
  number: 'a number',
  flag: 'true or false',
  list: 'a list',
  object: 'an object',
  function: 'a function',
  url: 'a URL',
  anything: 'given',
};

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongKind(name: string, wanted: string, value: unknown): Error {
  return argumentError(`${name} must be ${wanted}, not ${describe(value)}`, { parameter: name });
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}
