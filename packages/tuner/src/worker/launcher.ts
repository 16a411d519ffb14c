/** One configuration, compiled and with its arguments, ready to be launched and timed. */
import {
  dtypeInfo,
  type Buffer,
  type Device,
  type DType,
  type Kernel,
  type Module,
  type PlainFunction,
  type TypedArray,
} from '@heddle/core';
import { internalError, argumentError, arrayHolds, type KernelSignature, type Parameter } from '@heddle/core/backend';
import type { DeviceInputs } from './device-inputs';
import type { ArgumentSource, Trial } from './protocol';

/** An argument that lies on the device. */
export interface BoundArray {
  /** Position among the arguments. */
  readonly argument: number;
  readonly buffer: Buffer;
  readonly dtype: DType;
  readonly isWritable: boolean;
}

/** A launch that can be repeated. Times are in milliseconds. */
export interface Launcher {
  /** Undefined for a plain function. */
  readonly kernel: Kernel | undefined;
  readonly arrays: readonly BoundArray[];
  /** Runs it so many times, with one of the sets of buffers. */
  time(count: number, set?: number): Promise<readonly number[]>;
  /**
   * Runs it so many times without measurements; ends when the last has. Bursts that are begun while one runs follow it
   * without a gap.
   */
  burst(count: number): Promise<void>;
}

/**
 * Compiles nothing: takes a module that is loaded.
 *
 * @throws HeddleError `ARGUMENT` if the arguments do not match the kernel
 */
export async function createLauncher(
  device: Device,
  module: Module,
  trial: Trial,
  inputs: DeviceInputs,
): Promise<Launcher> {
  await writeConstants(module, trial, inputs);
  if (trial.isFunction) return functionLauncher(module.function(trial.kernel), trial, inputs);
  const kernel = module.kernel(trial.kernel);
  const sets: Arguments[] = [];
  for (let set = 0; set < trial.benchmark.rotate; set++)
    sets.push(await bindArguments(kernel.signature, trial, inputs, set));
  const [first] = sets;
  if (!first) throw argumentError('rotate must be at least 1', { parameter: 'rotateInputs' });
  const { grid, block, sharedBytes } = trial;
  // Everything about the launch is checked here, before the device has anything to do.
  for (const { values } of sets) kernel.check({ grid, block, sharedBytes }, ...(values as never[]));
  const time = async (count: number, set = 0): Promise<readonly number[]> => {
    const { values } = sets[set % sets.length] ?? first;
    return [...(await kernel.time({ grid, block, sharedBytes, count }, ...(values as never[])))];
  };
  const burst = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) kernel.launch({ grid, block, sharedBytes }, ...(first.values as never[]));
    using last = device.defaultStream.record();
    await last.synchronize();
  };
  return { kernel, arrays: first.arrays, time, burst };
}

function functionLauncher(called: PlainFunction, trial: Trial, inputs: DeviceInputs): Promise<Launcher> {
  return bindArguments(called.signature, trial, inputs, 0).then(({ values, arrays }) => {
    // A function that returns a fraction returns its own time; one that returns nothing, or a status, is timed from
    // outside.
    const { returns, name } = called.signature;
    const timesItself = returns !== undefined && dtypeInfo(returns).kind === 'float';
    const once = async (): Promise<number> => {
      const started = performance.now();
      const own = await called.call(...values);
      if (!timesItself) return performance.now() - started;
      if (own !== undefined && own > 0) return own;
      throw argumentError(`${name} returned ${String(own)}, which is not a time`, {
        kernel: name,
        hint: 'What a function returns as float or double is its time in milliseconds: return that, or nothing.',
      });
    };
    const time = async (count: number): Promise<readonly number[]> => {
      const times: number[] = [];
      for (let i = 0; i < count; i++) times.push(await once());
      return times;
    };
    let last: Promise<void> = Promise.resolve();
    const burst = (count: number): Promise<void> => {
      last = last.then(async () => {
        for (let i = 0; i < count; i++) await once();
      });
      return last;
    };
    return { kernel: undefined, arrays, time, burst };
  });
}

async function writeConstants(module: Module, { constants }: Trial, inputs: DeviceInputs): Promise<void> {
  for (const [symbol, input] of Object.entries(constants)) {
    const variable = module.global(symbol);
    const bytes = inputs.hostArray(input, 'uint8');
    if (bytes.byteLength > variable.byteLength) {
      throw argumentError(`${symbol} holds ${variable.byteLength} bytes; its array has ${bytes.byteLength}`, {
        parameter: 'constantMemory',
        requested: bytes.byteLength,
        max: variable.byteLength,
      });
    }
    await variable.write(bytes);
  }
}

interface Arguments {
  readonly values: readonly unknown[];
  readonly arrays: readonly BoundArray[];
}

async function bindArguments(
  signature: KernelSignature,
  trial: Trial,
  inputs: DeviceInputs,
  set: number,
): Promise<Arguments> {
  const values: unknown[] = [];
  const arrays: BoundArray[] = [];
  let next = 0;
  for (const parameter of signature.parameters) {
    const texture = trial.textures[parameter.name];
    if (texture) {
      values.push(await inputs.texture(parameter.name, texture));
      continue;
    }
    const argument = next++;
    const source = trial.arguments[argument];
    if (!source) throw wrongCount(signature, trial);
    const bound = await bindArgument(parameter, argument, source, inputs, set);
    if (bound.array) arrays.push(bound.array);
    values.push(bound.value);
  }
  if (next !== trial.arguments.length) throw wrongCount(signature, trial);
  return { values, arrays };
}

async function bindArgument(
  parameter: Parameter,
  argument: number,
  source: ArgumentSource,
  inputs: DeviceInputs,
  set: number,
): Promise<{ readonly value: unknown; readonly array?: BoundArray }> {
  if (source.kind === 'value') return { value: source.value };
  const input = inputs.store.arrays[source.input];
  if (!input) throw internalError(`there is no input ${source.input}`);
  // A vector or a struct by value may be given as a typed array.
  if (parameter.kind !== 'pointer') return { value: valueOf(inputs.hostArray(source.input, input.dtype), parameter) };
  // Half-precision numbers travel in arrays of their bits: the kernel says what they are.
  const dtype = parameter.dtype && holds(input.tag, parameter.dtype) ? parameter.dtype : input.dtype;
  const isWritable = parameter.readonly !== true;
  const raw = await (isWritable ? inputs.writable(source.input, set) : inputs.readOnly(source.input, set));
  const buffer = raw.as(dtype);
  return { value: buffer, array: { argument, buffer, dtype, isWritable } };
}

// Core takes a vector as an array of numbers, and other values of bytes as a typed array.
function valueOf(array: TypedArray, parameter: Parameter): unknown {
  return parameter.kind === 'vector' ? [...array] : array;
}

function holds(tag: string, dtype: DType): boolean {
  if (tag === 'Uint8ClampedArray') return dtypeInfo(dtype).array.name === 'Uint8Array';
  return tag === dtypeInfo(dtype).array.name && arrayHolds(new (dtypeInfo(dtype).array)(0), dtype);
}

function wrongCount(signature: KernelSignature, trial: Trial): Error {
  const wanted = signature.parameters.filter(({ name }) => !(name in trial.textures));
  const list = wanted.map(({ name, type }) => `${type} ${name}`).join(', ');
  return argumentError(
    `${signature.name} takes ${wanted.length} arguments (${list}); arguments has ${trial.arguments.length}`,
    { kernel: signature.name, parameter: 'arguments' },
  );
}
