/** The arguments of a T1 file: arrays and values, filled as it says. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { dtypeInfo, HeddleError, type DType, type TypedArray } from '@heddle/core';
import { float16FromNumber, isDType } from '@heddle/core/backend';
import { compileExpression } from '../expression';
import { createRandom } from '../strategy';
import type { ParameterValue } from '../space';
import { textOf, type PythonObject } from './python-json';

/** What sizes may refer to. */
export interface T1Context {
  /** Of the T1 file: data lies relative to it. */
  readonly folder: string;
  readonly problemSize: readonly number[];
  readonly parameters: Readonly<Record<string, readonly ParameterValue[]>>;
}

const namesInC: Readonly<Record<string, DType>> = {
  half: 'float16',
  float: 'float32',
  double: 'float64',
  int: 'int32',
  uint: 'uint32',
};

/**
 * An array, or a number for a scalar.
 *
 * @throws HeddleError `CORRUPT` for types and fills that are none, `UNSUPPORTED` for scripts and HDF files
 */
export function t1Argument(argument: PythonObject, context: T1Context): TypedArray | number | bigint {
  const { dtype, lanes } = typeOf(textOf(argument.Type));
  if (argument.MemoryType === 'Scalar') return scalarOf(argument, dtype);
  const length = sizeOf(argument, context) * lanes;
  const array = new (dtypeInfo(dtype).array)(length) as Float64Array;
  const store = storeOf(dtype);
  switch (argument.FillType ?? 'Constant') {
    case 'Constant': {
      const value = store(Number(argument.FillValue ?? 0));
      return array.fill(value as number);
    }
    case 'Random': {
      const random = createRandom(Number(argument.RandomSeed ?? 0));
      const scale = Number(argument.FillValue ?? 1);
      for (let i = 0; i < length; i++) array[i] = store(random.next() * scale) as number;
      return array;
    }
    case 'Generator': {
      const expression = compileExpression(textOf(argument.DataSource), { names: ['i'], what: 'generator' });
      for (let i = 0; i < length; i++) array[i] = store(expression.evaluateNumber({ i })) as number;
      return array;
    }
    case 'BinaryRaw':
      return fromBytes(readFileSync(resolve(context.folder, textOf(argument.DataSource))), dtype, length);
    default:
      throw new HeddleError('UNSUPPORTED', `T1: an argument of FillType ${textOf(argument.FillType)} cannot be made`, {
        hint: 'Constant, Random, Generator and BinaryRaw can. Others: give the arguments to tuneKernel yourself.',
      });
  }
}

function typeOf(type: string): { readonly dtype: DType; readonly lanes: number } {
  const [, name = '', lanes = '1'] = /^([a-z]+|u?int(?:8|16|32|64))(2|4|8|16)?$/.exec(type) ?? [];
  const dtype = namesInC[name] ?? name;
  if (isDType(dtype)) return { dtype, lanes: Number(lanes) };
  throw new HeddleError('CORRUPT', `T1: ${JSON.stringify(type)} is not a type of an argument`);
}

function scalarOf({ FillValue: value }: PythonObject, dtype: DType): number | bigint {
  return dtype === 'int64' || dtype === 'uint64' ? BigInt(Number(value ?? 0)) : Number(value ?? 0);
}

// Sizes may use the problem's extents and the largest or smallest value of a parameter.
function sizeOf({ Size: size, Name: name }: PythonObject, { problemSize, parameters }: T1Context): number {
  if (typeof size === 'number') return size;
  const text = textOf(size, '1')
    .replace(/ProblemSize\[(\d)\]/g, (_, axis: string) => String(problemSize[Number(axis)] ?? 1))
    .replace(/\b(max|min)\((\w+)\)/g, (call, extreme: 'max' | 'min', parameter: string) => {
      const values = parameters[parameter]?.map(Number);
      return values ? String(Math[extreme](...values)) : call;
    });
  const length = compileExpression(text, { names: [], what: `size of ${textOf(name)}` }).evaluateNumber({});
  if (Number.isSafeInteger(length) && length > 0) return length;
  throw new HeddleError('CORRUPT', `T1: the size of ${textOf(name)} is ${length}`);
}

function storeOf(dtype: DType): (value: number) => number | bigint {
  if (dtype === 'float16') return float16FromNumber;
  if (dtype === 'int64' || dtype === 'uint64') return (value) => BigInt(Math.trunc(value));
  return dtypeInfo(dtype).kind === 'float' ? (value) => value : Math.trunc;
}

function fromBytes(bytes: Uint8Array, dtype: DType, length: number): TypedArray {
  const { array: arrayClass } = dtypeInfo(dtype);
  const needed = length * arrayClass.BYTES_PER_ELEMENT;
  if (bytes.byteLength < needed) {
    throw new HeddleError('CORRUPT', `T1: a file of ${bytes.byteLength} bytes for an argument of ${needed}`);
  }
  return new arrayClass(bytes.slice(0, needed).buffer);
}
