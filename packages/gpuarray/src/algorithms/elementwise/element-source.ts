/** The text of one element: what is loaded before the body and stored after it. */
import type { DType } from '@heddle/core';
import { computeType, loadExpression, storeStatement } from '../../kernel-kit/c-types';
import type { ElementwiseProgram } from './program';

/** Loads, body, stores of one element. */
export function element(program: ElementwiseProgram, place: (name: string) => string): string {
  const { inputs, outputs, body } = program;
  return [
    ...inputs.map(({ name, dtype }) =>
      variable(name, dtype, true, loadExpression(dtype, `heddle_p_${name}`, place(name))),
    ),
    ...outputs.map(({ name, dtype, loaded }) =>
      variable(name, dtype, false, loaded ? loadExpression(dtype, `heddle_p_${name}`, place(name)) : undefined),
    ),
    ...indexVariables(program),
    body,
    ...outputs.map(({ name, dtype }) => `    ${storeStatement(dtype, `heddle_p_${name}`, place(name), name)}`),
  ].join('\n');
}

/** What a body that asks for its place sees, apart from names that are the user's own. */
export function indexVariables({ usesIndex, inputs, outputs, scalars, raw }: ElementwiseProgram): string[] {
  if (!usesIndex) return [];
  const taken = [...inputs, ...outputs, ...scalars, ...raw].some(({ name }) => name === 'n');
  return ['    const INT64 i = heddle_i;', ...(taken ? [] : ['    const INT64 n = heddle_n;'])];
}

export function variable(name: string, dtype: DType, constant: boolean, value: string | undefined): string {
  const declaration = `    ${constant ? 'const ' : ''}${computeType(dtype)} ${name}`;
  return value === undefined ? `${declaration};` : `${declaration} = ${value};`;
}
