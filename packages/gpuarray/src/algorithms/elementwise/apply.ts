/** Applies a function of elements to arrays and scalars. */
import type { DType } from '@heddle/core';
import { argumentError, assertOptions, optionNames } from '@heddle/core/backend';
import { DeviceArray } from '../../array/device-array';
import { entryAt } from '../../array/entry-at';
import type { GpuArray } from '../../array/gpu-array';
import { notAnArray } from '../../array/not-an-array';
import { checkOut } from '../../array/check-out';
import { broadcastShapes, formatShape, sameShape, type Shape } from '../../array/shape';
import { denseArray } from '../../array/empty';
import type { ArrayContext } from '../../array/device-context';
import {
  holds,
  isScalar,
  promoteWithScalar,
  requireComputable,
  scalarFor,
  scalarKind,
  type OperandType,
  type Scalar,
} from '../../array/dtype';
import { ElementwiseLauncher, mayShareMemory, sameElements, type PassedScalar } from './index';
import { resolve, type ElementFunction, type Resolution } from '../functions';
import { functionProgram } from './function-program';
import { copy } from './copy';
import { canCast } from './can-cast';
import { resultStrides } from './result-layout';

export type Operand = DeviceArray | Scalar;

/** What to do about a number that the dtype of the array beside it does not hold. */
export const besideArray = 'Convert the array first, with astype, to a dtype that holds the value.';

export interface ApplyOptions {
  /** Array to write instead of a new one; its shape must be that of the result. */
  readonly out?: DeviceArray;
}

const names = optionNames<ApplyOptions>({ out: true });

/** What is known about a function and operands of certain dtypes on one device. */
interface Specialization {
  readonly resolution: Resolution;
  readonly launcher: ElementwiseLauncher;
  /** The dtypes that numbers among the operands are passed in, in the order of the operands. */
  readonly scalars: readonly DType[];
}

/** @internal By function and, in `dtypes` order, the codes of its operands and its output. */
const specializations = new WeakMap<ArrayContext, Map<ElementFunction, Map<number, Specialization>>>();

/**
 * Applies a function, with broadcasting. The caller says which dtype the function gives.
 *
 * @throws HeddleError `ARGUMENT` for shapes that do not broadcast, dtypes it is not defined on, arrays of two devices
 */
export function apply<D extends DType>(
  fn: ElementFunction,
  operands: readonly Operand[],
  options?: ApplyOptions,
): GpuArray<D>;
export function apply(fn: ElementFunction, operands: readonly Operand[], options: ApplyOptions = {}): DeviceArray {
  const first = firstArray(fn, operands);
  const { device, context } = first;
  assertOptions(fn.name, options, names);
  const { out } = options;
  if (out !== undefined) checkOut(fn.name, out, device);
  const known = specializationOf(fn, context, operands, out?.dtype);
  const arrays: DeviceArray[] = [];
  const scalars: PassedScalar[] = [];
  for (const operand of operands) {
    if (DeviceArray.isArray(operand)) arrays.push(operand);
    else {
      const place = arrays.length + scalars.length;
      scalars.push(scalarOf(fn, place, operand, entryAt(known.scalars, scalars.length)));
    }
  }
  const shape = commonShape(fn.name, arrays);
  if (out === undefined) {
    const result = denseArray(device, known.resolution.result, shape, resultStrides(shape, arrays));
    arrays.push(result);
    known.launcher.launch(fn.name, shape, arrays, scalars);
    return result;
  }
  writeTo(out, fn.name, shape, arrays, (safe) => {
    known.launcher.launch(fn.name, shape, [...safe, out], scalars);
  });
  return out;
}

/** @throws HeddleError `ARGUMENT` if the dtype does not hold the number, or the function is not defined for it */
function scalarOf(fn: ElementFunction, place: number, value: Scalar, dtype: DType): PassedScalar {
  const passed = scalarFor(value, dtype, fn.name, besideArray);
  const problem = fn.refuses?.(place, value, dtype);
  if (problem !== undefined) throw argumentError(`${fn.name}: ${problem}`);
  return passed;
}

/** The one shape of arrays that broadcast; cheap where they are of one shape. */
export function commonShape(operation: string, arrays: readonly DeviceArray[]): Shape {
  const shape = arrays[0]?.shape ?? [];
  for (const array of arrays) {
    if (!sameShape(array.shape, shape)) {
      return broadcastShapes(
        operation,
        arrays.map((array) => array.shape),
      );
    }
  }
  return shape;
}

/**
 * Calls `write` with operands that writing `out` does not change before they are read.
 *
 * @throws HeddleError `ARGUMENT` if `out` has not the shape of the result
 */
export function writeTo(
  out: DeviceArray,
  operation: string,
  shape: Shape,
  operands: readonly DeviceArray[],
  write: (safe: readonly DeviceArray[]) => void,
): void {
  if (!sameShape(out.shape, shape)) {
    throw argumentError(
      `${operation}: the result has shape ${formatShape(shape)}, and the array to write ${formatShape(out.shape)}`,
    );
  }
  if (operands.every((operand) => isSafe(operand, out))) {
    write(operands);
    return;
  }
  const copies: DeviceArray[] = [];
  const safe = operands.map((operand) => {
    if (isSafe(operand, out)) return operand;
    const copied = copy(operand);
    copies.push(copied);
    return copied;
  });
  write(safe);
  for (const copied of copies) copied.dispose();
}

/** True if writing `out` changes no element of the operand before it is read. */
function isSafe(operand: DeviceArray, out: DeviceArray): boolean {
  return (
    operand.memory !== out.memory || operand === out || !mayShareMemory(operand, out) || sameElements(operand, out)
  );
}

/** The first array among operands, after all have been checked. */
export function firstArray(
  fn: { readonly name: string; readonly arity?: number },
  operands: readonly Operand[],
): DeviceArray {
  if (fn.arity !== undefined && operands.length !== fn.arity) {
    throw argumentError(`${fn.name} takes ${fn.arity} operands, not ${operands.length}`);
  }
  let first: DeviceArray | undefined;
  for (const operand of operands) {
    if (DeviceArray.isArray(operand)) {
      operand.assertUsable(fn.name);
      if (first === undefined) first = operand;
      else if (operand.device !== first.device) {
        throw argumentError(`${fn.name}: the arrays are on different devices`, {
          hint: 'Copy one of them to the device of the other.',
        });
      }
    } else if (!isScalar(operand)) {
      throw notAnArray(`${fn.name} takes arrays and numbers`, operand);
    }
  }
  if (first === undefined) throw argumentError(`${fn.name} needs at least one array`);
  return first;
}

const scalarCode = { bool: 16, integer: 17, float: 18, complex: 19 } as const;
const beyondCode = 20;

function specializationOf(
  fn: ElementFunction,
  context: ArrayContext,
  operands: readonly Operand[],
  out: DType | undefined,
): Specialization {
  let code = out === undefined ? 31 : dtypeCode(out);
  for (const operand of operands) {
    code = code * 32 + (DeviceArray.isArray(operand) ? operand.dtypeCode : codeOfScalar(fn, operand, operands));
  }
  let byFunction = specializations.get(context);
  if (byFunction === undefined)
    specializations.set(context, (byFunction = new Map<ElementFunction, Map<number, Specialization>>()));
  let byCode = byFunction.get(fn);
  if (byCode === undefined) byFunction.set(fn, (byCode = new Map<number, Specialization>()));
  const known = byCode.get(code);
  if (known !== undefined) return known;
  const made = specialize(fn, context, operands, out);
  byCode.set(code, made);
  return made;
}

function dtypeCode(dtype: DType): number {
  return DeviceArray.codeOf(dtype);
}

/** A comparison with a number beyond the array's integers is a program of its own. */
function codeOfScalar(fn: ElementFunction, scalar: Scalar, operands: readonly Operand[]): number {
  const kind = scalarKind(scalar);
  if (fn.compares !== true || kind !== 'integer') return scalarCode[kind];
  const array = operands.find((operand) => DeviceArray.isArray(operand));
  const reached = array === undefined || holds(promoteWithScalar(array.dtype, kind), scalar);
  return reached ? scalarCode.integer : beyondCode;
}

function operandType(operand: Operand): OperandType {
  return DeviceArray.isArray(operand) ? { dtype: operand.dtype } : { weak: scalarKind(operand) };
}

function specialize(
  fn: ElementFunction,
  context: ArrayContext,
  operands: readonly Operand[],
  out: DType | undefined,
): Specialization {
  const resolution = resolve(
    fn,
    operands.map(operandType),
    operands.map((operand) => (DeviceArray.isArray(operand) ? undefined : operand)),
  );
  const result = out ?? resolution.result;
  if (!canCast(resolution.result, result)) {
    throw argumentError(`${fn.name}: the result is ${resolution.result}, which an array of ${result} does not hold`, {
      hint: `Convert with astype('${result}') first, or write to an array of ${resolution.result}.`,
    });
  }
  for (const dtype of [...resolution.operands, result]) requireComputable(context.device, dtype, fn.name);
  const arrays = operands.map((operand) => (DeviceArray.isArray(operand) ? operand.dtype : undefined));
  const program = functionProgram(fn, resolution, arrays, result);
  return {
    resolution: { ...resolution, result },
    launcher: new ElementwiseLauncher(context, program),
    scalars: resolution.operands.filter((_, k) => arrays[k] === undefined),
  };
}
