/** Parameter strings as CuPy writes them: `T x, raw T y, int32 n`. */
import { isArray } from '../array/strided-array';
import type { Device, DType } from '@heddle/core';
import { argumentError, describe, isDType, scalarProblem } from '@heddle/core/backend';
import type { GpuArray } from '../array/gpu-array';
import { notAnArray } from '../array/not-an-array';
import { isGpuArray } from '../array/is-gpu-array';
import { parseParameters as parseParameterString } from './parameter-string';

export interface KernelParameter {
  /** The expressions index the array themselves. */
  readonly raw: boolean;
  /** A dtype, or a placeholder of one letter. */
  readonly type: string;
  readonly name: string;
}

/** @throws HeddleError `ARGUMENT` for a parameter that cannot be read, or a name given twice */
export function parseParameters(text: string, role: 'input' | 'output', operation: string): readonly KernelParameter[] {
  const parameters = parseParameterString(text, role).map(({ name, type, raw }) => ({
    name,
    raw,
    type: typeof type === 'string' ? type : type.placeholder,
  }));
  const names = parameters.map(({ name }) => name);
  const twice = names.find((name, n) => names.indexOf(name) !== n);
  if (twice !== undefined) throw argumentError(`${operation}: the parameter ${twice} is declared twice`);
  return parameters;
}

/**
 * What the placeholders stand for in a call. Arrays decide; a number takes the dtype that its parameter has.
 *
 * @throws HeddleError `ARGUMENT` for arguments that do not fit their parameters, or a placeholder that nothing decides
 */
export function bindPlaceholders(
  operation: string,
  inputs: readonly KernelParameter[],
  values: readonly unknown[],
  outputs: readonly KernelParameter[],
  outs: readonly GpuArray[],
): { readonly device: Device; readonly dtypes: ReadonlyMap<string, DType> } {
  const dtypes = new Map<string, DType>();
  const given = [
    ...inputs.map((parameter, n) => ({ parameter, value: values[n] })),
    ...outputs.map((parameter, n) => ({ parameter, value: outs[n] })),
  ];
  let device: Device | undefined;
  for (const { parameter, value } of given) {
    if (!isArray(value)) continue;
    if (!isGpuArray(value)) {
      throw notAnArray(`${operation}: ${parameter.name} is an array`, value, { parameter: parameter.name });
    }
    const array = value;
    array.assertUsable(operation);
    if (device !== undefined && array.device !== device) {
      throw argumentError(`${operation}: the arrays are on different devices`, { parameter: parameter.name });
    }
    ({ device } = array);
    bind(operation, parameter, array.dtype, dtypes);
  }
  if (device === undefined) throw argumentError(`${operation} needs an array among its arguments`);
  for (const { parameter, value } of given.slice(0, inputs.length)) {
    if (!isArray(value)) checkScalar(operation, parameter, value, dtypes);
  }
  const open = outputs.find(({ type }) => !isDType(type) && !dtypes.has(type));
  if (open) {
    throw argumentError(`${operation}: nothing says what ${open.type} is in '${open.type} ${open.name}'`, {
      hint: 'Give the output by out.',
    });
  }
  return { device, dtypes };
}

function bind(operation: string, { type, name }: KernelParameter, dtype: DType, dtypes: Map<string, DType>): void {
  const known = isDType(type) ? type : dtypes.get(type);
  if (known === undefined) dtypes.set(type, dtype);
  else if (known !== dtype) {
    const declared = isDType(type) ? type : `${type}, which is ${known} here`;
    throw argumentError(`${operation}: ${name} is ${declared}; got an array of ${dtype}`, { parameter: name });
  }
}

function checkScalar(
  operation: string,
  { raw, type, name }: KernelParameter,
  value: unknown,
  dtypes: ReadonlyMap<string, DType>,
): void {
  const dtype = isDType(type) ? type : dtypes.get(type);
  if (raw)
    throw argumentError(`${operation}: ${name} is raw, so it takes an array, not ${describe(value)}`, {
      parameter: name,
    });
  if (dtype === undefined) {
    throw argumentError(`${operation}: nothing says what ${type} is in '${type} ${name}'`, { parameter: name });
  }
  const problem = scalarProblem(value, dtype);
  if (problem !== undefined) throw argumentError(`${operation}: ${name}: ${problem}`, { parameter: name });
}
