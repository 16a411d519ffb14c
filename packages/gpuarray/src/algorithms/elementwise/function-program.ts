/** The program of one function of elements. */
import type { DType } from '@heddle/core';
import type { ElementwiseProgram, ProgramOperand } from './index';
import type { ElementFunction, Resolution } from '../functions';
import { computeType } from '../../kernel-kit/c-types';
import { castExpression } from '../../kernel-kit/cast';

/**
 * @param arrays - by operand, the dtype of an array; undefined for a scalar, which comes in the dtype computed with
 * @param result - dtype of the output: what the function gives is converted to it
 */
export function functionProgram(
  fn: ElementFunction,
  resolution: Resolution,
  arrays: readonly (DType | undefined)[],
  result: DType,
): ElementwiseProgram {
  const inputs: ProgramOperand[] = [];
  const scalars: ProgramOperand[] = [];
  const lines: string[] = [];
  const values = resolution.operands.map((wanted, k) => {
    const dtype = arrays[k];
    if (dtype === undefined) {
      scalars.push({ name: `x${k}`, dtype: wanted });
      return `x${k}`;
    }
    inputs.push({ name: `x${k}`, dtype });
    if (dtype === wanted) return `x${k}`;
    lines.push(`    const ${computeType(wanted)} t${k} = ${castExpression(`x${k}`, dtype, wanted)};`);
    return `t${k}`;
  });
  const given = resolution.result;
  const value = fn.emit(values, resolution.operands);
  if (given === result) lines.push(`    y = ${value};`);
  else {
    lines.push(`    const ${computeType(given)} r = ${value};`);
    lines.push(`    y = ${castExpression('r', given, result)};`);
  }
  return {
    key: `${fn.preamble === undefined ? '' : 'with functions '}${fn.name}(${arrays.map((dtype, k) => dtype ?? `scalar ${String(resolution.operands[k])}`).join(', ')}) ${resolution.operands.join(' ')} ${given} ${result}`,
    name: `heddle_${fn.name}`,
    inputs,
    outputs: [{ name: 'y', dtype: result, loaded: false }],
    scalars,
    raw: [],
    preamble: fn.preamble?.(resolution.operands).join('\n') ?? '',
    body: lines.join('\n'),
    loopPrep: '',
    afterLoop: '',
    usesIndex: false,
  };
}
