/** The host arrays of a run, and where each argument of a configuration comes from. */
import type { TypedArray } from '@heddle/core';
import { argumentError, dtypeOfArray } from '@heddle/core/backend';
import type { Configuration } from '../space';
import type { ArgumentSource, ExpectedArgument, TextureInput, Tolerance } from '../worker/protocol';
import { InputList } from '../worker/trial-executor';
import { convertArray, isTunablePrecision, precisionOf, type TunablePrecision } from './tunable-precision';
import type { KernelArgument, TextureMemory, ToleranceValue, TuneKernelOptions } from './tune-options';

type InputOptions = Pick<
  TuneKernelOptions,
  'arguments' | 'answer' | 'tolerance' | 'verify' | 'constantMemory' | 'textureMemory' | 'tune'
>;

/** Everything that comes from the host, by number. */
export interface RunInputs {
  readonly arrays: readonly TypedArray[];
  readonly constants: Readonly<Record<string, number>>;
  readonly textures: Readonly<Record<string, TextureInput>>;
  argumentsOf(configuration: Configuration): readonly ArgumentSource[];
  expectedOf(configuration: Configuration): readonly ExpectedArgument[];
}

/** @throws HeddleError `ARGUMENT` for answers that belong to no argument, or are of another length */
export function inputsOf(options: InputOptions): RunInputs {
  const list = new InputList();
  const sources = options.arguments.map((argument, index) => argumentSource(list, argument, index, options.tune));
  const expected = expectedArguments(list, options);
  const constants = mapValues(options.constantMemory ?? {}, (array) => list.add(array));
  const textures = mapValues(options.textureMemory ?? {}, (texture) => textureInput(list, texture));
  return {
    arrays: list.arrays,
    constants,
    textures,
    argumentsOf: (configuration) => sources.map((source) => source(configuration)),
    expectedOf: (configuration) => expected.map((source) => source(configuration)),
  };
}

type ByConfiguration<T> = (configuration: Configuration) => T;

function argumentSource(
  list: InputList,
  argument: KernelArgument,
  index: number,
  tune: TuneKernelOptions['tune'],
): ByConfiguration<ArgumentSource> {
  if (isTunablePrecision(argument)) {
    const inputs = conversions(list, argument, tune);
    return (configuration) => ({ kind: 'array', input: inputs(configuration) });
  }
  if (isTypedArray(argument)) {
    const source: ArgumentSource = { kind: 'array', input: list.add(argument) };
    return () => source;
  }
  if (typeof argument === 'function' || argument === undefined || argument === null) {
    throw argumentError(`argument ${index + 1} is ${String(argument)}: arguments are typed arrays and values`, {
      parameter: 'arguments',
    });
  }
  const source: ArgumentSource = { kind: 'value', value: argument };
  return () => source;
}

/** All precisions of an array among the inputs; the configuration chooses. */
function conversions(
  list: InputList,
  { precisionOf: parameter, array, dtype = dtypeOfArray(array) }: TunablePrecision,
  tune: TuneKernelOptions['tune'],
): ByConfiguration<number> {
  const values = tune[parameter];
  if (!values)
    throw argumentError(`${parameter}, of a tunable precision, is not a parameter`, { parameter: 'arguments' });
  const inputs = new Map(
    values.map((value) => [value, list.add(convertArray(array, dtype, precisionOf(value, parameter)))]),
  );
  return (configuration) => inputs.get(configuration[parameter] ?? '') ?? 0;
}

function expectedArguments(list: InputList, options: InputOptions): ByConfiguration<ExpectedArgument>[] {
  const { answer = [], tolerance, verify } = options;
  const count = options.arguments.length;
  if (answer.length > count) {
    throw argumentError(`answer has ${answer.length} entries; there are ${count} arguments`, { parameter: 'answer' });
  }
  const expected: ByConfiguration<ExpectedArgument>[] = [];
  answer.forEach((array, argument) => {
    if (array === null || array === undefined) return;
    const given = options.arguments[argument];
    const original = isTunablePrecision(given) ? given.array : given;
    if (!isTypedArray(array) || !isTypedArray(original)) {
      throw argumentError(`answer ${argument + 1} must be a typed array, as its argument must be`, {
        parameter: 'answer',
      });
    }
    if (array.length !== original.length) {
      throw argumentError(`answer ${argument + 1} has ${array.length} elements, its argument ${original.length}`, {
        parameter: 'answer',
      });
    }
    if (verify) return;
    const bound = toleranceOf(tolerance, argument);
    const inputs = answerInputs(list, array, given, options.tune);
    expected.push((configuration) => ({ argument, input: inputs(configuration), tolerance: bound }));
  });
  return expected;
}

function answerInputs(
  list: InputList,
  answer: TypedArray,
  argument: KernelArgument | undefined,
  tune: TuneKernelOptions['tune'],
): ByConfiguration<number> {
  if (isTunablePrecision(argument)) return conversions(list, { ...argument, array: answer }, tune);
  const input = list.add(answer);
  return () => input;
}

/** @returns undefined if the user gave none, so that the element type decides */
function toleranceOf(tolerance: InputOptions['tolerance'], argument: number): Tolerance | undefined {
  const value = (Array.isArray(tolerance) ? tolerance[argument] : tolerance) as ToleranceValue | undefined;
  if (value === undefined) return undefined;
  const { atol = 1e-6, rtol = 1e-5 } = typeof value === 'number' ? { atol: value } : value;
  for (const bound of [atol, rtol]) {
    if (!(bound >= 0))
      throw argumentError(`a tolerance is a number from 0 on, not ${bound}`, { parameter: 'tolerance' });
  }
  return { absolute: atol, relative: rtol };
}

function textureInput(list: InputList, texture: TextureMemory): TextureInput {
  const { array, ...options } = isTypedArray(texture) ? { array: texture } : texture;
  const dtype = dtypeOfArray(array);
  const { channels = 1, extents = [array.length / channels] } = options;
  return { input: list.add(array), options: { ...options, channels, extents, dtype } };
}

export function isTypedArray(value: unknown): value is TypedArray {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) !== '[object DataView]';
}

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
