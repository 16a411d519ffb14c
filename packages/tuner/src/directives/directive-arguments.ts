/** Arguments for a region whose contents do not matter: arrays of random numbers, and the scalars of its mark. */
import { dtypeInfo, type DType, type TypedArray } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { createRandom, type Random } from '../random';
import type { DirectiveFunction } from './directive-functions';
import { lengthOf, type DirectiveParameter } from './parameters';

/** Random integers are below it, as Kernel Tuner's are; those of one byte are all below 128. */
const integerLimit = 1024;

/**
 * Floating-point numbers from 0 to 1, integers from 0 to 1023.
 *
 * @param seed - equal seeds give equal arrays
 * @throws HeddleError `ARGUMENT` for a type of the program's own, and a scalar without a value
 */
export function directiveArguments(
  { parameters }: Pick<DirectiveFunction, 'parameters'>,
  seed = 0,
): (TypedArray | number | bigint | boolean)[] {
  const random = createRandom(seed);
  return parameters.map((parameter) => (parameter.isArray ? randomArray(parameter, random) : scalarOf(parameter)));
}

function randomArray(parameter: DirectiveParameter, random: Random): TypedArray {
  const { dtype } = parameter;
  if (dtype === undefined) throw noDefault(parameter, `${parameter.type} is a type of the program's own`);
  const array = new (dtypeInfo(dtype).array)(lengthOf(parameter));
  const draw = drawOf(dtype, random);
  for (let i = 0; i < array.length; i++) array[i] = draw();
  return array;
}

function drawOf(dtype: DType, random: Random): () => number | bigint {
  const { kind, byteLength } = dtypeInfo(dtype);
  if (kind === 'float') return () => random.next();
  if (dtype === 'bool') return () => random.integer(2);
  if (byteLength === 8) return () => BigInt(random.integer(integerLimit));
  return () => random.integer(byteLength === 1 ? 128 : integerLimit);
}

function scalarOf(parameter: DirectiveParameter): number | bigint | boolean {
  const [value] = parameter.dimensions;
  if (value === undefined) throw noDefault(parameter, 'its mark gives no value');
  if (parameter.dtype === undefined) throw noDefault(parameter, `${parameter.type} is a type of the program's own`);
  if (parameter.dtype === 'bool') return value !== 0;
  return dtypeInfo(parameter.dtype).kind !== 'float' && dtypeInfo(parameter.dtype).byteLength === 8
    ? BigInt(value)
    : value;
}

function noDefault({ name }: DirectiveParameter, why: string): Error {
  return argumentError(`the argument ${name} has no contents of its own: ${why}`, {
    parameter: name,
    hint: 'Give the arguments to tuneKernel yourself.',
  });
}
