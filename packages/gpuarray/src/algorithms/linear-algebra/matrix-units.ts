/** Which devices have matrix units that the kernels here can use, as data. */
import { type Device, type DType } from '@heddle/core';
import { isWithin, type ArchitectureRange } from '../../kernel-kit/architecture';
import type { UnitKind } from './matrix-unit-variant';

interface MatrixUnits extends ArchitectureRange {
  readonly kind: UnitKind;
  readonly dtypes: readonly DType[];
}

/** The fastest first. */
const known: readonly MatrixUnits[] = [
  // Hopper alone: later architectures have other units for this.
  { kind: 'warpgroup', family: 'sm_', first: 90, last: 90, threadsInStep: 32, dtypes: ['float16', 'bfloat16'] },
  // sm_80 is the first that has asynchronous copies to shared memory and products of 16 by 8 by 16.
  { kind: 'warp', family: 'sm_', first: 80, last: Infinity, threadsInStep: 32, dtypes: ['float16', 'bfloat16'] },
  // Others have a few units for float64, so that programs run, or none that outdo its ordinary arithmetic.
  { kind: 'warp-float64', family: 'sm_', first: 80, last: 80, threadsInStep: 32, dtypes: ['float64'] },
  { kind: 'warp-float64', family: 'sm_', first: 90, last: 90, threadsInStep: 32, dtypes: ['float64'] },
];

/** The kinds of matrix units that products of a dtype can go to, the fastest first. */
export function matrixUnitsOf(device: Device, dtype: DType): readonly UnitKind[] {
  return known.filter((units) => isWithin(device, units) && units.dtypes.includes(dtype)).map(({ kind }) => kind);
}
