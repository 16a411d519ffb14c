/** Where elements are not zero. */
import { dtypeInfo, type DType } from '@heddle/core';
import { contiguous } from '../elementwise/contiguous';
import type { GpuArray } from '../../array/gpu-array';
import { assertArray } from '../../array/assert-array';
import { emptyArray } from '../../array/empty';
import { assertNoOptions } from '../../array/no-options';
import { cutTo } from '../elementwise/cut';
import { elementFunctions, elementType, requireDType } from '../../kernel-kit/element-type';
import { runScan } from './run-scan';
import type { ScanSpec } from './scan-spec';

/**
 * Indices of the elements that are not zero, one int64 array for each axis, in C order. For an array without axes, as
 * of one axis.
 */
export function nonzero(a: GpuArray): Promise<readonly GpuArray<'int64'>[]>;
export async function nonzero(a: GpuArray, options?: unknown): Promise<readonly GpuArray<'int64'>[]> {
  assertNoOptions('nonzero', options);
  const flat = await flatNonzero(a);
  const shape = a.shape.length === 0 ? [1] : a.shape;
  if (shape.length === 1) return [flat];
  const coordinates: GpuArray<'int64'>[] = [];
  let step = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    const extent = shape[axis] ?? 1;
    const whole = step === 1 ? flat : flat.floorDivide(BigInt(step));
    coordinates.unshift(axis === 0 ? whole : whole.remainder(BigInt(extent)));
    if (axis !== 0 && whole !== flat) whole.dispose();
    step *= extent;
  }
  // With all other axes of length 1, the first one's coordinates are the places themselves.
  if (coordinates[0] !== flat) flat.dispose();
  return coordinates;
}

/** Indices of the elements that are not zero, in C order, int64. */
export function flatNonzero(a: GpuArray): Promise<GpuArray<'int64'>>;
export async function flatNonzero(a: GpuArray, options?: unknown): Promise<GpuArray<'int64'>> {
  assertNoOptions('flatNonzero', options);
  assertArray('nonzero', a);
  requireDType(a.device, a.dtype, 'nonzero');
  const { device, size } = a;
  if (size === 0) return emptyArray(device, 'int64', [0]);
  const input = contiguous(a);
  const out = emptyArray(device, 'int64', [size]);
  const count = emptyArray(device, 'int64', []);
  const wide = size > 2 ** 30;
  runScan(device, {
    operation: 'nonzero',
    key: `nonzero:${a.dtype}${wide ? 'w' : ''}`,
    spec: nonzeroSpec(a.dtype, wide),
    extras: [input, out, count],
    length: size,
    rows: 1,
    wide,
  });
  if (input !== a) input.dispose();
  const [length = 0n] = await count.get();
  count.dispose();
  return cutTo(out, Number(length));
}

function nonzeroSpec(dtype: DType, wide: boolean): ScanSpec {
  const { storage, load } = elementType(dtype);
  const complex = dtypeInfo(dtype).kind === 'complex';
  const truth = complex ? '(x[i].re != 0 || x[i].im != 0)' : `(${load('x[i]')} != 0)`;
  return {
    name: 'nonzero',
    extras: [
      { name: 'x', kind: 'memory', type: storage, dtype },
      { name: 'out', kind: 'memory', type: 'INT64', dtype: 'int64', writable: true },
      { name: 'count', kind: 'memory', type: 'INT64', dtype: 'int64', writable: true },
    ],
    preamble: elementFunctions([dtype]),
    itemType: wide ? 'INT64' : 'int',
    input: `${truth} ? 1 : 0`,
    scan: 'a + b',
    neutral: '0',
    segmentStart: undefined,
    output: 'if (item != prevItem) out[item - 1] = i; if (i == N - 1) count[0] = item',
    fetches: [],
    header: complex,
    sparse: true,
  };
}
