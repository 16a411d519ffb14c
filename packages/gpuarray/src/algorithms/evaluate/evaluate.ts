/** Expressions over arrays, fused into one kernel. */
import type { Device, DType } from '@heddle/core';
import { argumentError } from '@heddle/core/backend';
import { DeviceArray } from '../../array/device-array';
import { entryAt } from '../../array/entry-at';
import type { GpuArray } from '../../array/gpu-array';
import { notAnArray } from '../../array/not-an-array';
import { denseArray } from '../../array/empty';
import { contextOf, type ArrayContext } from '../../array/device-context';
import { holds, isScalar, requireComputable, scalarFor, type ScalarKind } from '../../array/dtype';
import { ElementwiseLauncher, type PassedScalar } from '../elementwise';
import { checkOut } from '../../array/check-out';
import { besideArray, commonShape, writeTo, type Operand } from '../elementwise/apply';
import { canCast } from '../elementwise/can-cast';
import { resultStrides } from '../elementwise/result-layout';
import { templateText, type Expression } from './expression';
import { expressionProgram, hostValues, type ExpressionOperand, type Refusal } from './expression-program';
import type { WeakValue } from './host-arithmetic';
import { parse } from './parse';

/** A template as it was read, and the programs of it so far, by what its operands are. */
interface Template {
  readonly text: string;
  readonly expression: Expression;
  readonly programs: Map<number | string, Fused>;
}

interface Fused {
  readonly launcher: ElementwiseLauncher;
  readonly result: DType;
  /** By input of the program, its number among the distinct arrays. */
  readonly inputs: readonly number[];
  /** Kinds of the numbers that arrays meet. */
  readonly kinds: readonly ScalarKind[];
  /** By number, its dtype for any value. A comparison may pass a number that this dtype does not hold in another. */
  readonly plain: readonly DType[];
  /** By number, why it cannot be that operand. */
  readonly refusals: readonly Refusal[];
  /** The numbers themselves, if none of them is an operand. */
  readonly constants: readonly PassedScalar[] | undefined;
}

/** One template object stands for one place in the user's source. */
const templates = new WeakMap<TemplateStringsArray, WeakMap<ArrayContext, Template>>();

/**
 * Computes an expression for all elements, with broadcasting and type promotion, in one kernel.
 *
 * The caller says which dtype the expression gives.
 *
 * @param operands - arrays and numbers; numbers do not widen the arrays
 * @param out - written instead of a new array
 * @throws HeddleError `ARGUMENT` if the expression cannot be read or is not defined, with the expression and the place
 */
export function evaluate<D extends DType>(
  device: Device,
  strings: TemplateStringsArray,
  operands: readonly Operand[],
  out?: DeviceArray,
): GpuArray<D>;
export function evaluate(
  device: Device,
  strings: TemplateStringsArray,
  operands: readonly Operand[],
  out?: DeviceArray,
): DeviceArray {
  const context = contextOf(device);
  const template = templateOf(strings, context);
  const arrays = distinctArrays(device, operands);
  if (out !== undefined) checkOut('evaluate', out, device);
  const code = codeOf(operands, arrays, out);
  let fused = template.programs.get(code);
  let values: WeakValue[] | undefined;
  if (fused?.constants === undefined) {
    const described = operandsOf(operands, arrays);
    values = hostValues(template.expression, described, template.text);
    if (fused === undefined || !fits(fused, values)) {
      fused = fuse(context, template, described, values, arrays, out?.dtype);
      template.programs.set(code, fused);
    }
  }
  const { launcher, result, inputs } = fused;
  const scalars = fused.constants ?? passed(launcher, fused.refusals, values ?? []);
  const used = inputs.map((number) => entryAt(arrays, number));
  const shape = commonShape('evaluate', used);
  if (out !== undefined) {
    writeTo(out, 'evaluate', shape, used, (safe) => {
      launcher.launch('evaluate', shape, [...safe, out], scalars);
    });
    return out;
  }
  const array = denseArray(device, result, shape, resultStrides(shape, used));
  launcher.launch('evaluate', shape, [...used, array], scalars);
  return array;
}

function templateOf(strings: TemplateStringsArray, context: ArrayContext): Template {
  if (!Array.isArray(strings)) throw argumentError('evaluate is a template tag: ga.evaluate`2 * ${a}`');
  let byContext = templates.get(strings);
  if (byContext === undefined) templates.set(strings, (byContext = new WeakMap()));
  let template = byContext.get(context);
  if (template === undefined) {
    template = { text: templateText(strings), expression: parse(strings), programs: new Map() };
    byContext.set(context, template);
  }
  return template;
}

function distinctArrays(device: Device, operands: readonly Operand[]): DeviceArray[] {
  const arrays: DeviceArray[] = [];
  operands.forEach((operand, k) => {
    if (DeviceArray.isArray(operand)) {
      operand.assertUsable(`evaluate, operand ${k + 1}`);
      if (operand.device !== device) throw argumentError(`evaluate: operand ${k + 1} is on another device`);
      if (!arrays.includes(operand)) arrays.push(operand);
    } else if (!isScalar(operand)) {
      throw notAnArray(`evaluate: operand ${k + 1} is an array or a number`, operand);
    }
  });
  if (arrays.length === 0) throw argumentError('evaluate needs at least one array');
  return arrays;
}

function operandsOf(operands: readonly Operand[], arrays: readonly DeviceArray[]): ExpressionOperand[] {
  return operands.map((operand) =>
    DeviceArray.isArray(operand) ? { dtype: operand.dtype, array: arrays.indexOf(operand) } : { value: operand },
  );
}

/** What the operands are, as a number where they are few: which arrays are the same, of which dtypes. */
function codeOf(
  operands: readonly Operand[],
  arrays: readonly DeviceArray[],
  out: DeviceArray | undefined,
): number | string {
  if (operands.length > 5) {
    const parts = operands.map((operand) =>
      DeviceArray.isArray(operand) ? `${arrays.indexOf(operand)}${operand.dtype}` : '',
    );
    return `${parts.join()};${out?.dtype ?? ''}`;
  }
  let code = out === undefined ? 1 : 2 + out.dtypeCode;
  for (const operand of operands) {
    code = code * 256 + (DeviceArray.isArray(operand) ? operand.dtypeCode + 16 * arrays.indexOf(operand) : 255);
  }
  return code * 8 + operands.length;
}

/** Numbers of other kinds are fused again, and so are comparisons where one is beyond its dtype and was not, or was. */
function fits({ launcher, kinds, plain }: Fused, values: readonly WeakValue[]): boolean {
  return values.every(({ value, weak }, k) => {
    const dtype = entryAt(plain, k);
    return weak === kinds[k] && holds(dtype, value) === (launcher.program.scalars[k]?.dtype === dtype);
  });
}

function passed(
  { program }: ElementwiseLauncher,
  refusals: readonly Refusal[],
  values: readonly WeakValue[],
): PassedScalar[] {
  return values.map(({ value }, k) => {
    const scalar = scalarFor(value, entryAt(program.scalars, k).dtype, 'evaluate', besideArray);
    const problem = refusals[k]?.(value);
    if (problem !== undefined) throw argumentError(`evaluate: ${problem}`);
    return scalar;
  });
}

function fuse(
  context: ArrayContext,
  template: Template,
  operands: readonly ExpressionOperand[],
  values: readonly WeakValue[],
  arrays: readonly DeviceArray[],
  out: DType | undefined,
): Fused {
  const { program, dtypes, plain, refusals, result } = expressionProgram(
    template.expression,
    operands,
    template.text,
    out,
  );
  if (program.inputs.length === 0) throw argumentError('evaluate: no array takes part in the expression');
  if (out !== undefined && !canCast(result, out)) {
    throw argumentError(`evaluate: the result is ${result}, which an array of ${out} does not hold`, {
      hint: `Convert it in the expression: ${out}(…).`,
    });
  }
  for (const dtype of [...dtypes, ...arrays.map((array) => array.dtype)]) {
    requireComputable(context.device, dtype, 'evaluate');
  }
  const launcher = new ElementwiseLauncher(context, program);
  return {
    launcher,
    result: out ?? result,
    inputs: program.inputs.map(({ name }) => Number(name.slice(1))),
    kinds: values.map(({ weak }) => weak),
    plain,
    refusals,
    constants: operands.some((operand) => 'value' in operand) ? undefined : passed(launcher, refusals, values),
  };
}
