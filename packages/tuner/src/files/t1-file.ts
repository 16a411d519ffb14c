/** T1, the autotuning community's description of a tuning problem, as options of `tuneKernel`. */
import { dirname, resolve } from 'node:path';
import { HeddleError, type SourceLanguage, type TypedArray } from '@heddle/core';
import type { KernelArgument, TuneKernelOptions } from '../request/tune-options';
import type { ParameterValue } from '../space';
import type { StrategyName } from '../strategy';
import { isPythonObject, parsePythonJson, textOf, type PythonJson, type PythonObject } from './python-json';
import { t1Argument, type T1Context } from './t1-arguments';
import { textOfBytes } from '../file-access/packed-bytes';
import { readFileBy } from '../file-access/read-file';
import { parseT1Values } from './t1-values';

/**
 * Reads a T1 file. What it leaves out can be added: `tuneKernel({ ...readT1File('problem.json'), cache: 'results.json' })`.
 *
 * @throws HeddleError `ARGUMENT` if there is no such file, `CORRUPT` for one that is not a T1, `UNSUPPORTED` for a
 * language that no backend takes
 */
export function readT1File(path: string | URL): TuneKernelOptions {
  return readFileBy(path, 'T1 file', (bytes, name) =>
    optionsOf(parsePythonJson(textOfBytes(bytes)), dirname(resolve(name))),
  );
}

const languages: Readonly<Record<string, SourceLanguage>> = { CUDA: 'cuda', OpenCL: 'opencl', HIP: 'hip' };

function optionsOf(document: PythonJson, folder: string): TuneKernelOptions {
  const root = objectOf(document, 'the file');
  const kernel = objectOf(root.KernelSpecification, 'KernelSpecification');
  const space = objectOf(root.ConfigurationSpace, 'ConfigurationSpace');
  const language = languages[textOf(kernel.Language)];
  if (!language) throw new HeddleError('UNSUPPORTED', `T1: no backend takes ${textOf(kernel.Language)}`);
  const tune = parametersOf(space);
  const size = sizesOf(kernel);
  const problemSize = Array.isArray(size.problemSize)
    ? size.problemSize.filter((each) => typeof each === 'number')
    : [];
  const context: T1Context = { folder, problemSize, parameters: tune };
  const blockNames = Object.values(objectOf(kernel.LocalSize, 'LocalSize')).map(String);
  const named = blockNames.filter((name) => name in tune);
  return {
    kernel: textOf(kernel.KernelName),
    source: resolve(folder, textOf(kernel.KernelFile)),
    language,
    tune,
    ...size,
    ...argumentsOf(kernel, context),
    ...(named.length > 0 ? { blockSizeNames: named } : {}),
    restrictions: listOf(space.Conditions).map((each) => textOf(objectOf(each, 'a condition').Expression)),
    compilerOptions: listOf(kernel.CompilerOptions).map(String),
    ...(typeof kernel.SharedMemory === 'number' ? { sharedMemory: kernel.SharedMemory } : {}),
    ...searchOf(root),
  };
}

function parametersOf(space: PythonObject): Record<string, readonly ParameterValue[]> {
  const parameters: Record<string, readonly ParameterValue[]> = {};
  for (const each of listOf(space.TuningParameters)) {
    const { Name: name, Values: values } = objectOf(each, 'a parameter');
    parameters[textOf(name)] = Array.isArray(values) ? (values as ParameterValue[]) : parseT1Values(textOf(values));
  }
  if (Object.keys(parameters).length === 0) throw new HeddleError('CORRUPT', 'it has no TuningParameters');
  return parameters;
}

// A problem size with divisors, as Kernel Tuner has it; else the global size, in blocks (CUDA) or threads (OpenCL).
function sizesOf(kernel: PythonObject): Pick<TuneKernelOptions, 'problemSize' | 'gridDivX' | 'gridDivY' | 'gridDivZ'> {
  const divisors = {
    ...divisorOf('gridDivX', kernel.GridDivX),
    ...divisorOf('gridDivY', kernel.GridDivY),
    ...divisorOf('gridDivZ', kernel.GridDivZ),
  };
  if (kernel.ProblemSize !== undefined && kernel.ProblemSize !== null) {
    const given = kernel.ProblemSize;
    return { problemSize: Array.isArray(given) ? given.map(extentOf) : extentOf(given), ...divisors };
  }
  const global = objectOf(kernel.GlobalSize, 'GlobalSize');
  const problemSize = ['X', 'Y', 'Z'].map((axis) => extentOf(global[axis] ?? 1));
  return kernel.GlobalSizeType === 'OpenCL'
    ? { problemSize }
    : { problemSize, gridDivX: [], gridDivY: [], gridDivZ: [] };
}

function divisorOf(name: string, value: PythonJson | undefined): Record<string, readonly (number | string)[]> {
  return Array.isArray(value) ? { [name]: value.map(extentOf) } : {};
}

function extentOf(value: PythonJson): number | string {
  return typeof value === 'number' ? value : textOf(value);
}

function argumentsOf(
  kernel: PythonObject,
  context: T1Context,
): Pick<TuneKernelOptions, 'arguments' | 'constantMemory' | 'answer' | 'tolerance'> {
  const values: KernelArgument[] = [];
  const names: string[] = [];
  const constantMemory: Record<string, TypedArray> = {};
  for (const each of listOf(kernel.Arguments)) {
    const argument = objectOf(each, 'an argument');
    const value = t1Argument(argument, context);
    const isConstant = argument.MemType === 'Constant' || argument.MemoryType === 'Symbol';
    if (isConstant && ArrayBuffer.isView(value)) constantMemory[textOf(argument.Name)] = value;
    else {
      values.push(value);
      names.push(textOf(argument.Name));
    }
  }
  return {
    arguments: values,
    ...(Object.keys(constantMemory).length > 0 ? { constantMemory } : {}),
    ...answersOf(kernel, names, context),
  };
}

function answersOf(
  kernel: PythonObject,
  names: readonly string[],
  context: T1Context,
): Pick<TuneKernelOptions, 'answer' | 'tolerance'> {
  const references = listOf(kernel.ReferenceArguments).map((each) => objectOf(each, 'a reference argument'));
  if (references.length === 0) return {};
  const answer: (TypedArray | null)[] = names.map(() => null);
  const tolerance: ({ atol: number; rtol: number } | undefined)[] = names.map(() => undefined);
  for (const reference of references) {
    const place = names.indexOf(textOf(reference.TargetName));
    const target = listOf(kernel.Arguments)
      .map((each) => objectOf(each, 'an argument'))
      .find(({ Name: name }) => name === reference.TargetName);
    if (place < 0 || !target) throw new HeddleError('CORRUPT', `${textOf(reference.Name)} refers to no argument`);
    const value = t1Argument({ ...target, ...reference }, context);
    if (!ArrayBuffer.isView(value)) throw new HeddleError('CORRUPT', `${textOf(reference.Name)} is not an array`);
    answer[place] = value;
    const { ValidationThreshold: bound, ValidationMethod: method } = reference;
    if (typeof bound === 'number') {
      const isRelative = method === 'SideBySideRelativeComparison';
      tolerance[place] = { atol: isRelative ? 0 : bound, rtol: isRelative ? bound : 0 };
    }
  }
  return { answer, tolerance };
}

function searchOf(root: PythonObject): Pick<TuneKernelOptions, 'strategy' | 'strategyOptions' | 'budget'> {
  const search = root.Search === undefined ? undefined : objectOf(root.Search, 'Search');
  const attributes = listOf(search?.Attributes).map((each) => objectOf(each, 'an attribute'));
  const budget: { evaluations?: number; seconds?: number } = {};
  for (const each of listOf(root.Budget)) {
    const { Type: type, BudgetValue: value } = objectOf(each, 'a budget');
    if (type === 'TuningDuration') budget.seconds = Number(value);
    else if (type === 'ConfigurationCount') budget.evaluations = Number(value);
    else throw new HeddleError('UNSUPPORTED', `T1: a budget of type ${textOf(type)} is not known`);
  }
  return {
    // The run refuses an unknown name when it begins: the reader of the file may give another.
    ...(typeof search?.Name === 'string' ? { strategy: search.Name as StrategyName } : {}),
    ...(attributes.length > 0
      ? {
          strategyOptions: Object.fromEntries(
            attributes.map(({ Name: name, Value: value }) => [textOf(name), numberOrText(value)]),
          ),
        }
      : {}),
    ...(Object.keys(budget).length > 0 ? { budget } : {}),
  };
}

function numberOrText(value: PythonJson | undefined): unknown {
  const number = Number(value);
  return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(number) ? number : value;
}

function objectOf(value: PythonJson | undefined, what: string): PythonObject {
  if (isPythonObject(value)) return value;
  throw new HeddleError('CORRUPT', `${what} is not there, or no object`);
}

function listOf(value: PythonJson | undefined): readonly PythonJson[] {
  return Array.isArray(value) ? value : [];
}
