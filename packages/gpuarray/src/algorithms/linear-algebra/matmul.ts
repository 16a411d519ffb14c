/** Matrix products with NumPy's rules. */
import { HeddleError, type Device, type DType } from '@heddle/core';
import { argumentError, assertOptions, optionNames } from '@heddle/core/backend';
import type { DeviceArray } from '../../array/device-array';
import type { GpuArray } from '../../array/gpu-array';
import type { MatmulOptions } from '../../array/method-options';
import { notAnArray } from '../../array/not-an-array';
import { assertWritable } from '../../array/assert-writable';
import { isGpuArray } from '../../array/is-gpu-array';
import { atAxis, broadcastShapes, formatShape, sameShape, type Shape } from '../../array/shape';
import { emptyArray } from '../../array/empty';
import { enqueue } from '../../array/device-context';
import { promoteTypes, requireComputable, type Promoted } from '../../array/dtype';
import { mayShareMemory } from '../elementwise';
import { assign, astype, copy } from '../elementwise/copy';
import { canCast } from '../elementwise/can-cast';
import { vectorDot } from '../reduction/dot';
import { matrixArithmetic } from './matrix-arithmetic';
import { matrixOperand } from './matrix-operand';
import type { MatrixProduct } from './matrix-product';
import { multiplyByUnits } from './matrix-unit-product';
import { multiplyPacked } from './packed-product';
import { multiplyPadded } from './padded-product';
import { multiplyTiled } from './tiled-product';

const names = optionNames<MatmulOptions>({ out: true });

/** How a product is computed. `blocks` suits devices with many threads, `panels` those with few strong ones. */
export type MatmulMethod = 'blocks' | 'panels';

/**
 * The matrix product of the last two axes; axes before them broadcast. A vector on the left is a row, on the right a
 * column, and its axis is gone from the result.
 *
 * The result has the dtype that the operands have in common. float16 and bfloat16 are summed in float32 and rounded
 * once; integers wrap around in their own dtype; of bools it is "any product is true".
 *
 * float16, bfloat16 and float64 go to matrix units where a device has them. These load operands whose rows (columns)
 * begin at multiples of 16 bytes; others are copied for a large product, which takes memory of the operand's size.
 *
 * @throws HeddleError `ARGUMENT` for operands without axes, inner lengths that differ, batch axes that do not broadcast
 */
export function matmul<A extends DType, B extends DType>(
  a: GpuArray<A>,
  b: GpuArray<B>,
  options: MatmulOptions = {},
): GpuArray<Promoted<A, B>> {
  assertOptions('matmul', options, names);
  return matmulBy(a?.device?.properties.type === 'cpu' ? 'panels' : 'blocks', a, b, options);
}

/** @internal The same by a method of the caller's choice. */
export function matmulBy<A extends DType, B extends DType>(
  method: MatmulMethod,
  a: GpuArray<A>,
  b: GpuArray<B>,
  options?: MatmulOptions,
): GpuArray<Promoted<A, B>>;
export function matmulBy(method: MatmulMethod, a: GpuArray, b: GpuArray, options: MatmulOptions = {}): GpuArray {
  const { out } = options;
  const { device, shape, batchShape, rows, depth, columns } = checkOperands(a, b);
  const dtype = promoteTypes(a.dtype, b.dtype);
  requireComputable(device, dtype, 'matmul');
  if (out !== undefined) checkResult(out, device, dtype, shape);
  if (a.shape.length === 1 && b.shape.length === 1) return vectorDot(a, b, options);
  // What is written while it is still read would be read wrongly.
  const apart = out !== undefined && !mayShareMemory(out, a) && !mayShareMemory(out, b);
  const direct = apart && out.dtype === dtype && out.isContiguous;
  const result: GpuArray = direct ? out : emptyArray(device, dtype, shape);
  if (result.size > 0 && depth === 0) fillWithZeros(result);
  if (result.size > 0 && depth > 0) {
    const [left, right] = [astype(a, dtype), astype(b, dtype)];
    const [rowsOf, columnsOf] = [
      left.shape.length === 1 ? left.expandDims(0) : left,
      right.shape.length === 1 ? right.expandDims(1) : right,
    ];
    const arithmetic = matrixArithmetic(dtype);
    multiply(method, rowsOf, columnsOf, { arithmetic, out: result, batchShape, rows, depth, columns });
    for (const operand of [left, right]) if (operand !== a && operand !== b) operand.dispose();
  }
  if (out === undefined || direct) return result;
  assign(out, result);
  result.dispose();
  return out;
}

function multiply(method: MatmulMethod, a: GpuArray, b: GpuArray, product: Omit<MatrixProduct, 'a' | 'b'>): void {
  const { batchShape } = product;
  const whole = { ...product, a: matrixOperand(a, batchShape), b: matrixOperand(b, batchShape) };
  if (method === 'panels') {
    multiplyPacked(whole);
    return;
  }
  if (multiplyByUnits(whole) || multiplyPadded(a, b, product) || multiplyTiled(whole)) return;
  const [denseA, denseB] = [copy(a), copy(b)];
  const again = { ...product, a: matrixOperand(denseA, batchShape), b: matrixOperand(denseB, batchShape) };
  if (!multiplyByUnits(again)) multiplyTiled(again);
  denseA.dispose();
  denseB.dispose();
}

interface Checked {
  readonly device: Device;
  /** Of the result. */
  readonly shape: readonly number[];
  readonly batchShape: readonly number[];
  readonly rows: number;
  readonly depth: number;
  readonly columns: number;
}

function checkOperands(a: GpuArray, b: GpuArray): Checked {
  const operands: readonly unknown[] = [a, b];
  for (const operand of operands) {
    if (!isGpuArray(operand)) throw notAnArray('matmul takes two arrays', operand);
    operand.assertUsable('matmul');
  }
  const { device } = a;
  if (b.device !== device) throw argumentError('matmul: the arrays are on different devices');
  const shapes = `${formatShape(a.shape)} and ${formatShape(b.shape)}`;
  if (a.shape.length === 0 || b.shape.length === 0) {
    throw argumentError(`matmul: an operand has no axis in ${shapes}`, { hint: 'multiply() takes numbers.' });
  }
  const [rows, depth] = a.ndim === 1 ? [1, atAxis(a.shape, 0)] : lastTwo(a.shape);
  const [inner, columns] = b.ndim === 1 ? [atAxis(b.shape, 0), 1] : lastTwo(b.shape);
  if (depth !== inner) {
    throw argumentError(`matmul: the inner lengths ${depth} and ${inner} differ in the shapes ${shapes}`);
  }
  if (Math.max(rows, columns, depth) >= 2 ** 31) {
    const requested = Math.max(rows, columns, depth);
    throw new HeddleError('RESOURCE', `matmul: a matrix has at most 2^31 - 1 rows and columns, not ${requested}`, {
      resource: 'rows or columns',
      requested,
      max: 2 ** 31 - 1,
    });
  }
  const batchShape = broadcastShapes('matmul', [a.shape.slice(0, -2), b.shape.slice(0, -2)]);
  const kept = [...(a.shape.length === 1 ? [] : [rows]), ...(b.shape.length === 1 ? [] : [columns])];
  return { device, shape: [...batchShape, ...kept], batchShape, rows, depth, columns };
}

function lastTwo(shape: Shape): readonly [number, number] {
  return [atAxis(shape, shape.length - 2), atAxis(shape, shape.length - 1)];
}

function checkResult(out: DeviceArray, device: Device, dtype: DType, shape: readonly number[]): void {
  if (!isGpuArray(out)) throw notAnArray('matmul: out is an array', out, { parameter: 'out' });
  out.assertUsable('matmul');
  assertWritable('matmul', out);
  if (out.device !== device) throw argumentError('matmul: out is on another device', { parameter: 'out' });
  if (!sameShape(out.shape, shape)) {
    throw argumentError(`matmul: the result has shape ${formatShape(shape)}, out ${formatShape(out.shape)}`, {
      parameter: 'out',
    });
  }
  if (!canCast(dtype, out.dtype)) {
    throw argumentError(`matmul: the result is ${dtype}, which out's ${out.dtype} cannot hold`, { parameter: 'out' });
  }
}

// Sums of nothing.
function fillWithZeros(result: GpuArray): void {
  enqueue(result.device, {
    operation: 'matmul',
    kernels: [],
    reads: [],
    writes: [result],
    launch: (place) => {
      result.buffer.fill(0, { ...place, offset: result.offset * result.itemsize, length: result.byteLength });
    },
  });
}
