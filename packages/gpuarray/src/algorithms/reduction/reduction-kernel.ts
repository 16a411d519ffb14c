/** Reductions that users write: CuPy's form and PyCUDA's. */
import type { Axis } from '../../array/method-options';
import { preambleLine } from '../../kernel-kit/quoted';
import { isArray } from '../../array/strided-array';
import type { DType } from '@heddle/core';
import {
  argumentError,
  assertOptions,
  assertOptionsObject,
  describe,
  internalError,
  isDType,
  optionNames,
} from '@heddle/core/backend';
import { contiguous } from '../elementwise/contiguous';
import { assertReduceDims } from '../elementwise/elementwise-kernel';
import type { GpuArray } from '../../array/gpu-array';
import { isGpuArray } from '../../array/is-gpu-array';
import { broadcastShapes } from '../../array/shape';
import { emptyArray } from '../../array/empty';
import { assertOutput, normalizeAxes, reducedShape } from '../../kernel-kit/axes';
import { elementFunctions, elementType, requireDType } from '../../kernel-kit/element-type';
import type { KernelExtra } from '../../kernel-kit/kernel-extra';
import { cSpec, type CForm, type CReductionOptions } from './c-reduction';
import { bindPlaceholders, parseParameters, type KernelParameter } from '../../kernel-kit/kernel-parameters';
import type { ReductionSpec } from './reduction-spec';
import { runReduction } from './run-reduction';
import { assertKernelName } from '../../kernel-kit/kernel-name';

const cupyNames = optionNames<ReductionKernelOptions>({
  name: true,
  in: true,
  out: true,
  map: true,
  reduce: true,
  postMap: true,
  identity: true,
  reduceType: true,
  preamble: true,
  typePreamble: true,
  reduceDims: true,
  options: true,
});
const pycudaNames = optionNames<CReductionOptions>({
  name: true,
  dtypeOut: true,
  neutral: true,
  reduceExpr: true,
  mapExpr: true,
  arguments: true,
  preamble: true,
  options: true,
});
const callNames = optionNames<ReductionCallOptions>({ axis: true, keepdims: true, out: true, range: true });

/** CuPy's form: parameter strings with placeholders, and expressions in the parameters' names. */
export interface ReductionKernelOptions {
  /** Its name in errors. Default `reduction`. */
  readonly name?: string;
  /** Inputs: `'T x, raw T y, int32 n'`. One-letter types stand for the dtype of the argument. */
  readonly in: string;
  /** Outputs: `'T y'`. */
  readonly out: string;
  /** C expression that maps the inputs to the reduced value; `i` numbers the elements of one result in C order. */
  readonly map: string;
  /** C expression in `a` and `b`; associative and commutative. */
  readonly reduce: string;
  /** C statements that assign the outputs from `a`. Default: the first output is `a`. */
  readonly postMap?: string;
  /** C expression that `reduce` leaves alone. Without one, empty input is an error. */
  readonly identity?: string | number;
  /** C type of `a` and `b`: a dtype, a placeholder, or a struct of the preamble. Default: the first output's. */
  readonly reduceType?: string;
  readonly preamble?: string;
  /** Types that the preamble uses, before it. The letters of the parameters are types there already. */
  readonly typePreamble?: string;
  /** CuPy's: whether axes may be merged where the memory allows it. Results are the same. */
  readonly reduceDims?: boolean;
  /** Compiler options. */
  readonly options?: readonly string[];
}

export interface ReductionCallOptions {
  /** Axes of the broadcast inputs; none given: all. */
  readonly axis?: Axis;
  readonly keepdims?: boolean;
  /** The array that receives the result; a list of arrays if the kernel has several outputs. */
  readonly out?: GpuArray | readonly GpuArray[];
  /** PyCUDA's form: the indices that `i` takes, from `start` up to `stop`. */
  readonly range?: { readonly start?: number; readonly stop: number; readonly step?: number };
}

export type ReductionArgument = GpuArray | number | bigint | boolean;

/**
 * A reduction whose expressions are the user's.
 *
 * ```ts
 * new ReductionKernel({ in: 'T x', out: 'T y', map: 'x * x', reduce: 'a + b', postMap: 'y = sqrt(a)', identity: 0 });
 * new ReductionKernel({ dtypeOut: 'float32', neutral: '0', reduceExpr: 'a+b', mapExpr: 'x[i]*y[i]',
 *                       arguments: 'const float *x, const float *y' });
 * ```
 */
export class ReductionKernel {
  readonly name: string;
  readonly #options: ReductionKernelOptions | undefined;
  readonly #inputs: readonly KernelParameter[];
  readonly #outputs: readonly KernelParameter[];
  readonly #form: CForm | undefined;
  readonly #specs = new Map<string, ReductionSpec>();

  /** @throws HeddleError `ARGUMENT` for options that cannot be right */
  constructor(options: ReductionKernelOptions | CReductionOptions) {
    refuseTexts(options);
    assertOptionsObject('a reduction kernel', options);
    const isC = 'mapExpr' in options || 'dtypeOut' in options;
    assertOptions('a reduction kernel', options, isC ? pycudaNames : cupyNames);
    this.name = options.name ?? 'reduction';
    assertKernelName(this.name);
    if ('mapExpr' in options || 'dtypeOut' in options) {
      this.#form = cSpec(this.name, options);
      this.#inputs = [];
      this.#outputs = [];
      this.#options = undefined;
      return;
    }
    assertReduceDims(this.name, options);
    assertStrings(this.name, options);
    this.#options = options;
    this.#inputs = parseParameters(options.in, 'input', this.name);
    this.#outputs = parseParameters(options.out, 'output', this.name);
    if (this.#outputs.length === 0) throw argumentError(`${this.name}: there is no output`, { parameter: 'out' });
  }

  /**
   * Enqueues the reduction of the arguments, which broadcast to each other.
   *
   * @param args - in the order of the parameters, then options
   * @returns the first output; {@link callAll} gives all
   * @throws HeddleError `ARGUMENT` for arguments that do not fit; nothing is written
   */
  call(...args: readonly (ReductionArgument | ReductionCallOptions)[]): GpuArray {
    const [first] = this.callAll(...args);
    if (first === undefined) throw argumentError(`${this.name}: there is no output`);
    return first;
  }

  /** The same, with all outputs. */
  callAll(...args: readonly (ReductionArgument | ReductionCallOptions)[]): readonly GpuArray[] {
    const count = this.#form ? this.#form.extras.length : this.#inputs.length;
    const values: readonly unknown[] = args.slice(0, count);
    const last = args[count];
    if (
      values.length < count ||
      args.length > count + 1 ||
      (last !== undefined && (typeof last !== 'object' || isArray(last)))
    ) {
      throw argumentError(`${this.name} takes ${count} arguments and options, not ${args.length} arguments`);
    }
    const options = last ?? {};
    assertOptions(this.name, options, callNames);
    if (this.#form) return [this.#form.call(values, options)];
    return this.#callArrays(values, options);
  }

  #callArrays(values: readonly unknown[], options: ReductionCallOptions): readonly GpuArray[] {
    const { name } = this;
    if (options.range) throw argumentError(`${name}: a range needs the form with C arguments`, { parameter: 'range' });
    const outs = options.out === undefined ? [] : isArray(options.out) ? [options.out] : options.out;
    const bound = bindPlaceholders(name, this.#inputs, values, this.#outputs, outs);
    const elementwise = this.#inputs.flatMap(({ raw }, n) => {
      const value = values[n];
      return !raw && isGpuArray(value) ? [value] : [];
    });
    const shape = broadcastShapes(
      name,
      elementwise.map((array) => array.shape),
    );
    const axes = normalizeAxes(options.axis, shape.length, name);
    const kept = reducedShape(shape, axes, options.keepdims === true);
    const { key, spec } = this.#specFor(values, bound.dtypes);
    outs.forEach((out, n) => {
      assertOutput(out, spec.outputs[n]?.dtype ?? out.dtype, kept, name);
    });
    const { device } = bound;
    for (const { dtype } of [...spec.operands, ...spec.outputs]) requireDType(device, dtype, name);
    const outputs = spec.outputs.map(({ dtype }, n) => outs[n] ?? emptyArray(device, dtype, kept));
    const extras = this.#inputs.flatMap((parameter, n): readonly unknown[] => {
      const value = values[n];
      if (!isGpuArray(value)) return [value];
      return parameter.raw ? [contiguous(value)] : [];
    });
    runReduction(device, {
      operation: name,
      key,
      spec,
      operands: elementwise,
      axes,
      extras,
      outputs: outputs,
    });
    for (const extra of extras) if (isGpuArray(extra) && !values.includes(extra)) extra.dispose();
    return outputs;
  }

  #specFor(
    values: readonly unknown[],
    dtypes: ReadonlyMap<string, DType>,
  ): { readonly key: string; readonly spec: ReductionSpec } {
    const kinds = values.map((value) => (isArray(value) ? 'a' : 's')).join('');
    const types = [...dtypes].map(([name, dtype]) => `${name}=${dtype}`).join(',');
    const key = JSON.stringify([this.#options, kinds, types]);
    let spec = this.#specs.get(key);
    if (!spec) this.#specs.set(key, (spec = this.#makeSpec(values, dtypes)));
    return { key, spec };
  }

  #makeSpec(values: readonly unknown[], dtypes: ReadonlyMap<string, DType>): ReductionSpec {
    const options = this.#options;
    if (options === undefined) throw internalError(`${this.name} has no parameter strings`);
    const dtypeOf = ({ type }: KernelParameter): DType => {
      const dtype = isDType(type) ? type : dtypes.get(type);
      if (dtype === undefined) throw internalError(`${this.name}: ${type} has not been bound`);
      return dtype;
    };
    const operands = this.#inputs.flatMap((parameter, n) =>
      !parameter.raw && isArray(values[n]) ? [{ name: parameter.name, dtype: dtypeOf(parameter) }] : [],
    );
    const extras = this.#inputs.flatMap((parameter, n): KernelExtra[] => {
      const dtype = dtypeOf(parameter);
      const { value, storage } = elementType(dtype);
      if (!isArray(values[n])) return [{ name: parameter.name, kind: 'scalar', type: value, dtype }];
      return parameter.raw ? [{ name: parameter.name, kind: 'memory', type: storage, dtype }] : [];
    });
    const outputs = this.#outputs.map((parameter) => ({ name: parameter.name, dtype: dtypeOf(parameter) }));
    const [first] = outputs;
    const placeholders = [...dtypes].map(([name, dtype]) => `typedef ${elementType(dtype).value} ${name};\n`).join('');
    const { identity, reduceType, typePreamble = '', preamble = '' } = options;
    return {
      name: this.name,
      operands,
      extras,
      outputs,
      preamble: `${elementFunctions([...dtypes.values()])}${placeholders}${typePreamble}\n${preambleLine}${preamble}`,
      reduceType: reduceTypeName(reduceType, first?.dtype),
      identity: identity === undefined ? undefined : String(identity),
      map: withSizes(options.map),
      reduce: options.reduce,
      postMap: withSizes(options.postMap ?? `${first?.name ?? 'y'} = a`),
      header: true,
      ...(options.options ? { options: options.options } : {}),
    };
  }
}

function reduceTypeName(type: string | undefined, output: DType | undefined): string {
  if (type === undefined) return elementType(output ?? 'float32').value;
  return isDType(type) ? elementType(type).value : type;
}

/** CuPy's names for how many elements there are. */
function withSizes(expression: string): string {
  return expression
    .replace(/\b_in_ind\.size\(\)/g, '(size * heddle_outputs)')
    .replace(/\b_out_ind\.size\(\)/g, '(heddle_outputs)')
    .replace(/\b_ind\.size\(\)/g, '(size * heddle_outputs)');
}

function assertStrings(name: string, options: ReductionKernelOptions): void {
  for (const field of ['in', 'out', 'map', 'reduce'] as const) {
    if (typeof options[field] !== 'string') throw argumentError(`${name}: ${field} is a string`, { parameter: field });
  }
}

// CuPy and PyCUDA take these by position, where one is easily taken for another.
function refuseTexts(source: unknown): void {
  if (typeof source !== 'string') return;
  throw argumentError(`a reduction kernel is told its parts by name, not by position: ${describe(source)}`, {
    hint: `Pass { ${cupyParts.join(', ')} } in CuPy's manner, { ${pycudaParts.join(', ')} } in PyCUDA's.`,
  });
}

const cupyParts = ['in', 'out', 'map', 'reduce', 'postMap', 'identity', 'name'] as const;
const pycudaParts = ['dtypeOut', 'neutral', 'reduceExpr', 'mapExpr', 'arguments', 'name'] as const;
