/**
 * What the kernels of the walk by packs are passed. Operations on two arrays have 44 bytes of it, and shorter lists are
 * brought to that: NVIDIA's driver (580, H200) takes 2.1 to 2.6 us for a launch whose parameters have 44 bytes, or 64
 * more, and 2.7 to 3.3 us for one of any other size. Offsets are counted in packs so that 32 bits hold them.
 */
import { dtypeInfo } from '@heddle/core';
import type { LooseArgument } from '@heddle/core/backend';
import type { DeviceArray } from '../../array/device-array';
import { cType, parameterType } from '../../kernel-kit/c-types';
import { pushScalars, type PassedScalar } from './launch-arguments';
import type { ElementwiseProgram, ProgramOperand } from './program';
import { packLength } from './walk-geometry';

const wantedBytes = 44;
const countBytes = 8;
const pointerBytes = 8;
const offsetBytes = 4;
/** Packs from the first on at which an array may begin. */
const mostOffset = 2 ** 32 - 1;

/** The arrays must begin at a pack, and not too far into their memory. */
export function fitsPacks(length: number, { offset }: DeviceArray): boolean {
  return offset % length === 0 && offset / length <= mostOffset;
}

/** The number of elements, the arrays, the scalars, then where in its memory each array begins. */
export function packedParameters(program: ElementwiseProgram): string[] {
  const arrays = operandsOf(program);
  const outputs = new Set<ProgramOperand>(program.outputs);
  return [
    'INT64 heddle_n',
    ...arrays.map((array) => {
      return `GLOBAL ${outputs.has(array) ? '' : 'const '}${cType(array.dtype)}* heddle_p_${array.name}`;
    }),
    ...program.scalars.flatMap(scalarParameters),
    ...arrays.map(({ name }) => `unsigned int heddle_k_${name}`),
    ...Array.from({ length: paddingCount(program) }, (_, k) => `unsigned int heddle_unused${k}`),
  ];
}

/** The parameters of a value that is the same for all elements. */
export function scalarParameters({ name, dtype }: ProgramOperand): string[] {
  const type = parameterType(dtype);
  if (dtypeInfo(dtype).kind === 'complex') return [`${type} heddle_v_${name}_re`, `${type} heddle_v_${name}_im`];
  return [`${type} heddle_v_${name}`];
}

/** The offsets in elements, as every walk's text has them. */
export function packOffsets(program: ElementwiseProgram): string {
  const length = packLength(program);
  return operandsOf(program)
    .map(({ name }) => `  const INT64 heddle_o_${name} = (INT64)heddle_k_${name} * ${length};`)
    .join('\n');
}

/**
 * In the order of {@link packedParameters}.
 *
 * @param length - elements of a pack
 * @param padding - {@link paddingCount} of the program
 */
export function packedArguments(
  length: number,
  padding: number,
  size: number,
  arrays: readonly DeviceArray[],
  scalars: readonly PassedScalar[],
): LooseArgument[] {
  const args: LooseArgument[] = [size];
  for (const { memory } of arrays) args.push(memory.buffer);
  pushScalars(args, scalars);
  for (const { offset } of arrays) args.push(offset / length);
  for (let k = 0; k < padding; k++) args.push(0);
  return args;
}

/** Words that are passed for nothing. */
export function paddingCount(program: ElementwiseProgram): number {
  const arrays = operandsOf(program).length;
  let bytes = countBytes + arrays * pointerBytes;
  for (const { dtype } of program.scalars) {
    const { kind, byteLength } = dtypeInfo(dtype);
    const parts = kind === 'complex' ? 2 : 1;
    const size = Math.max(4, byteLength / parts);
    bytes = Math.ceil(bytes / size) * size + parts * size;
  }
  return Math.max(0, (wantedBytes - bytes - arrays * offsetBytes) / 4);
}

function operandsOf({ inputs, outputs }: ElementwiseProgram): ProgramOperand[] {
  return [...inputs, ...outputs];
}
