/** Which devices have matrix units that the kernel here can use, as data. */
import { type Device, type DType } from '@heddle/core';

interface MatrixUnits {
  /** What architectures of the family are called before their number. */
  readonly family: string;
  /** The first of them that has asynchronous copies to shared memory and products of 16 by 8 by 16. */
  readonly first: number;
  readonly threadsInStep: number;
  readonly dtypes: readonly DType[];
}

const known: readonly MatrixUnits[] = [
  { family: 'sm_', first: 80, threadsInStep: 32, dtypes: ['float16', 'bfloat16'] },
];

/** True where products of a dtype can go to matrix units. */
export function hasMatrixUnits(device: Device, dtype: DType): boolean {
  const { architecture, warpSize } = device.properties;
  return known.some(
    ({ family, first, threadsInStep, dtypes }) =>
      architecture.startsWith(family) &&
      Number.parseInt(architecture.slice(family.length), 10) >= first &&
      warpSize === threadsInStep &&
      dtypes.includes(dtype) &&
      device.compiles('cuda'),
  );
}
