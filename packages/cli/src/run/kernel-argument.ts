/**
 * An argument of a kernel as it is written on the command line.
 *
 * - `2`, `-1e-3`, `0x10`, `true`: a scalar
 * - `float32[1024]`: an array of zeros; `float32[1024]=1.5` filled with a value, `=index` 0, 1, 2…, `=random`
 * - `float32@x.bin`: the contents of a file, as they are
 */
import { dtypeInfo, dtypes, type DType } from '@heddle/core';
import {
  argumentError,
  didYouMean,
  isDType,
  nearestNames,
  readUserFile,
  scalarProblem,
  scalarStores,
} from '@heddle/core/backend';

export type KernelArgument = number | bigint | boolean | ArrayArgument;

/** An array with its contents on the host. */
export interface ArrayArgument {
  readonly dtype: DType;
  readonly length: number;
  readonly bytes: Uint8Array;
}

type Fill = 'index' | 'random' | number | bigint;

const arrayForm = /^(\w+)\[([\d_]+)\](?:=(.+))?$/;
const fileForm = /^(\w+)@(.+)$/;

/**
 * Reads one argument.
 *
 * @throws HeddleError `ARGUMENT` for a spelling, dtype, value or file that cannot be right
 */
export async function readKernelArgument(text: string): Promise<KernelArgument> {
  const array = arrayForm.exec(text);
  if (array)
    return filledArray(dtypeNamed(array[1] ?? '', text), lengthOf(array[2] ?? '', text), fillOf(array[3], text));
  const file = fileForm.exec(text);
  if (file) return arrayFromFile(dtypeNamed(file[1] ?? '', text), file[2] ?? '');
  return scalarOf(text);
}

function scalarOf(text: string): number | bigint | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  const value = text.trim() === '' ? NaN : Number(text);
  const nan = /^[+-]?nan$/i.test(text);
  if (Number.isNaN(value) && !nan) {
    throw argumentError(`'${text}' is not an argument`, {
      parameter: 'arg',
      hint: 'An argument is a number, true or false, float32[1024], float32[1024]=random (or =index, =1.5), or float32@file.',
    });
  }
  const exact = /^-?\d+$/.test(text) && !Number.isSafeInteger(value);
  return exact ? BigInt(text) : value;
}

function dtypeNamed(name: string, text: string): DType {
  if (isDType(name)) return name;
  throw argumentError(`'${name}' in ${text} is not a dtype`, {
    parameter: 'arg',
    hint: didYouMean(nearestNames(name, dtypes), `Dtypes are ${dtypes.join(', ')}.`),
  });
}

function lengthOf(digits: string, text: string): number {
  const length = Number(digits.replaceAll('_', ''));
  if (Number.isSafeInteger(length) && length > 0) return length;
  throw argumentError(`${text}: an array's length is a positive integer`, { parameter: 'arg' });
}

function fillOf(text: string | undefined, argument: string): Fill {
  if (text === undefined) return 0;
  if (text === 'index' || text === 'random') return text;
  const value = scalarOf(text);
  if (typeof value !== 'boolean') return value;
  throw argumentError(`${argument}: an array is filled with index, random or a number`, { parameter: 'arg' });
}

function filledArray(dtype: DType, length: number, fill: Fill): ArrayArgument {
  const { byteLength } = dtypeInfo(dtype);
  const bytes = new Uint8Array(length * byteLength);
  if (fill === 0) return { dtype, length, bytes };
  const view = new DataView(bytes.buffer);
  const store = scalarStores[dtype];
  const valueAt = valuesFor(dtype, fill);
  for (let index = 0; index < length; index++) store(view, index * byteLength, valueAt(index));
  return { dtype, length, bytes };
}

function valuesFor(dtype: DType, fill: Fill): (index: number) => number | bigint {
  const { kind, byteLength } = dtypeInfo(dtype);
  if (fill === 'random') {
    const random = seededRandom(1);
    const whole = kind === 'integer' || kind === 'unsigned';
    return () => (kind === 'bool' ? Math.round(random()) : whole ? Math.floor(random() * 100) : random());
  }
  if (fill === 'index') {
    const range = kind === 'bool' ? 2 : kind === 'integer' ? 2 ** (8 * byteLength - 1) : 2 ** (8 * byteLength);
    // Values that do not fit wrap around, so that a long array of bytes can have an index too.
    return kind === 'float' || kind === 'complex' ? (index) => index : (index) => index % range;
  }
  const problem = scalarProblem(fill, dtype);
  if (problem !== undefined) throw argumentError(`an array of ${dtype}: ${problem}`, { parameter: 'arg' });
  return () => fill;
}

async function arrayFromFile(dtype: DType, path: string): Promise<ArrayArgument> {
  const bytes = await readUserFile(path, 'arg');
  const { byteLength } = dtypeInfo(dtype);
  if (bytes.byteLength === 0 || bytes.byteLength % byteLength !== 0) {
    throw argumentError(
      `${path} has ${bytes.byteLength} bytes, which is not an array of ${dtype} (${byteLength} bytes each)`,
      {
        parameter: 'arg',
      },
    );
  }
  return { dtype, length: bytes.byteLength / byteLength, bytes };
}

// mulberry32, by Tommy Ettinger (2017): the same numbers in every run.
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
