/** Kernels over elements, in the manner of CuPy: parameters by name, broadcasting, outputs allocated. */
import type { Device, DType } from '@heddle/core';
import { argumentError, assertOptions, describe, optionNames } from '@heddle/core/backend';
import type { DeviceArray } from '../../array/device-array';
import type { GpuArray } from '../../array/gpu-array';
import { notAnArray } from '../../array/not-an-array';
import { entryAt } from '../../array/entry-at';
import { isGpuArray } from '../../array/is-gpu-array';
import { broadcastShapes, checkShape, type Shape } from '../../array/shape';
import { contiguous } from './contiguous';
import { denseArray } from '../../array/empty';
import { contextOf } from '../../array/device-context';
import { defaultDType, isScalar, requireComputable, scalarFor, scalarKind, type Scalar } from '../../array/dtype';
import { computeType } from '../../kernel-kit/c-types';
import { assertKernelName, nameInSource } from '../../kernel-kit/kernel-name';
import { resultStrides } from './result-layout';
import { checkOut } from '../../array/check-out';
import { writeTo } from './apply';
import { ElementwiseLauncher, type PassedScalar } from './elementwise-launcher';
import { isIndependent } from './independent';
import { assignsFirst, explainOperation, operationLines, ownLines } from './operation-text';
import { parseParameters, type KernelParameter } from '../../kernel-kit/parameter-string';
import type { ElementwiseProgram } from './program';
import { coordinatesSource, lengthScalars, rawIndices, walkedName, withOffsets, type RawIndices } from './raw-indices';

export interface ElementwiseKernelOptions {
  /** Its name in errors and profilers. Default `elementwise`. */
  readonly name?: string;
  /** Functions and macros before the kernel. */
  readonly preamble?: string;
  /** Types that the preamble uses, before it. The letters of the parameters are types there already. */
  readonly typePreamble?: string;
  /** Statements of each thread before its elements. */
  readonly loopPrep?: string;
  /** Statements of each thread after its elements. */
  readonly afterLoop?: string;
  /**
   * CuPy's. Axes are merged where the memory allows it, unless it is false; results are the same. `_ind.get()` has the
   * coordinates in the whole shape in any case.
   */
  readonly reduceDims?: boolean;
  /** Options for the compiler. */
  readonly options?: readonly string[];
}

/** An argument of a call. */
/** @internal */
export const kernelOptionNames = optionNames<ElementwiseKernelOptions>({
  name: true,
  preamble: true,
  typePreamble: true,
  loopPrep: true,
  afterLoop: true,
  reduceDims: true,
  options: true,
});

export type KernelOperand = GpuArray | Scalar;

/** Dtypes that the letters of the parameters stand for in one call. */
type Bindings = Map<string, DType>;

interface Prepared {
  readonly launcher: ElementwiseLauncher;
  readonly bindings: Bindings;
}

/** What one call works on. */
interface Call {
  readonly inputs: readonly KernelOperand[];
  readonly outputs: readonly (GpuArray | undefined)[];
  readonly size: number | Shape | undefined;
}

export class NamedElementwiseKernel {
  readonly name: string;
  readonly #device: Device;
  readonly #inputs: readonly KernelParameter[];
  readonly #outputs: readonly KernelParameter[];
  readonly #operation: string;
  readonly #options: ElementwiseKernelOptions;
  readonly #indices: RawIndices;
  readonly #prepared = new Map<string, Prepared>();
  #life: object | undefined;

  /** @throws HeddleError `ARGUMENT` for invalid parameters, or two of the same name */
  constructor(
    device: Device,
    inputs: string,
    outputs: string,
    operation: string,
    options: ElementwiseKernelOptions = {},
  ) {
    refuseName(options);
    assertOptions('an elementwise kernel', options, kernelOptionNames);
    this.#device = device;
    this.#inputs = parseParameters(inputs, 'input');
    this.#outputs = parseParameters(outputs, 'output');
    this.#operation = operation;
    this.#options = options;
    assertReduceDims('an elementwise kernel', options);
    this.name = options.name ?? 'elementwise';
    assertKernelName(this.name);
    if (typeof operation !== 'string') throw argumentError(`an operation is a string, not ${describe(operation)}`);
    const names = [...this.#inputs, ...this.#outputs].map(({ name }) => name);
    const twice = names.find((name, k) => names.indexOf(name) !== k);
    if (twice !== undefined) {
      throw argumentError(`${this.name}: two parameters are called '${twice}'`, {
        parameter: twice,
        hint: 'What is written has a name of its own; to write in place, give one array for both.',
      });
    }
    this.#indices = rawIndices(
      operation,
      [...this.#inputs, ...this.#outputs].flatMap(({ name, raw }) => (raw ? [name] : [])),
    );
    if (this.#outputs.length === 0) throw argumentError(`${this.name}: a kernel without outputs does nothing`);
  }

  get parameterNames(): readonly string[] {
    return [...this.#inputs, ...this.#outputs].map(({ name }) => name);
  }

  /**
   * @param args - the inputs; then the outputs, if you have them already
   * @returns the outputs
   */
  run(args: readonly unknown[], size: number | Shape | undefined): GpuArray[] {
    const call = this.#check(args, size);
    const context = contextOf(this.#device);
    // The programs of a device that was reset are gone with it.
    if (this.#life !== context) {
      this.#prepared.clear();
      this.#life = context;
    }
    const shape = this.#shape(call);
    const indexed = this.#indexedShapes(call, shape);
    const { launcher, bindings } = this.#prepare(call, indexed);
    const arrays: GpuArray[] = [];
    const raw: GpuArray[] = [];
    const scalars: PassedScalar[] = [];
    call.inputs.forEach((operand, k) => {
      const parameter = entryAt(this.#inputs, k);
      if (!isGpuArray(operand)) scalars.push(this.#scalar(parameter, operand, bindings));
      else if (parameter.raw) raw.push(contiguous(operand));
      else arrays.push(operand);
    });
    for (const lengths of indexed.values()) scalars.push(...lengths.slice(1).map(BigInt));
    const outputs = this.#outputs.map((parameter, k) => {
      const given = call.outputs[k];
      if (given !== undefined) return given;
      return denseArray<DType>(this.#device, this.#dtype(parameter, bindings), shape, resultStrides(shape, arrays));
    });
    const written = outputs.filter((_, k) => this.#outputs[k]?.raw !== true);
    raw.push(...outputs.filter((_, k) => this.#outputs[k]?.raw === true));
    this.#launchSafely(launcher, shape, arrays, written, scalars, raw);
    for (const array of raw) if (!call.inputs.includes(array) && !outputs.includes(array)) array.dispose();
    return outputs;
  }

  /** Inputs that share memory with an output, in another order, are copied first: use in place is safe. */
  #launchSafely(
    launcher: ElementwiseLauncher,
    shape: Shape,
    inputs: readonly GpuArray[],
    outputs: readonly GpuArray[],
    scalars: readonly PassedScalar[],
    raw: readonly GpuArray[],
  ): void {
    const launch = (safe: readonly DeviceArray[], rest: readonly GpuArray[]): void => {
      const [next, ...others] = rest;
      if (next === undefined) launcher.launch(this.name, shape, [...safe, ...outputs], scalars, raw);
      else {
        writeTo(next, this.name, shape, safe, (safer) => {
          launch(safer, others);
        });
      }
    };
    launch(inputs, outputs);
  }

  #check(args: readonly unknown[], size: Call['size']): Call {
    const { length } = this.#inputs;
    const most = length + this.#outputs.length;
    if (args.length !== length && args.length !== most) {
      throw argumentError(
        `${this.name} takes ${length} inputs (${this.#inputs.map(({ name }) => name).join(', ')}), or with its outputs ` +
          `${most} arguments, not ${args.length}`,
      );
    }
    const inputs = this.#inputs.map((parameter, k) => this.#checkInput(args[k], parameter));
    const outputs = this.#outputs.map((parameter, k) => this.#checkOutput(args[length + k], parameter));
    return { inputs, outputs, size };
  }

  #checkInput(arg: unknown, { name, raw }: KernelParameter): KernelOperand {
    if (isGpuArray(arg)) {
      arg.assertUsable(`${this.name}, ${name}`);
      if (arg.device !== this.#device) throw this.#wrong(name, 'is on another device');
      return arg;
    }
    if (raw) throw notAnArray(`${this.name}: ${name} is raw, so it takes an array`, arg, { parameter: name });
    if (!isScalar(arg)) throw notAnArray(`${this.name}: ${name} takes an array or a number`, arg, { parameter: name });
    return arg;
  }

  #checkOutput(arg: unknown, { name, raw }: KernelParameter): GpuArray | undefined {
    if (arg === undefined) {
      if (raw) throw this.#wrong(name, 'is a raw output, which must be given: its size is not known');
      return undefined;
    }
    if (!isGpuArray(arg))
      throw notAnArray(`${this.name}: ${name} is written, so it takes an array`, arg, { parameter: name });
    checkOut(`${this.name}, ${name}`, arg, this.#device);
    if (raw && !arg.isContiguous) throw this.#wrong(name, 'is a raw output, which must be dense');
    return arg;
  }

  #prepare(call: Call, indexed: ReadonlyMap<string, Shape>): Prepared {
    const operands = [...call.inputs, ...call.outputs];
    const dtypes = operands
      .map((operand) => (isGpuArray(operand) ? operand.dtype : operand === undefined ? '' : scalarKind(operand)))
      .join();
    const key = `${dtypes};${[...indexed.values()].map(({ length }) => length).join()}`;
    let prepared = this.#prepared.get(key);
    if (prepared === undefined) {
      const bindings = this.#bind(call);
      const program = this.#program(call, bindings, indexed);
      prepared = { bindings, launcher: new ElementwiseLauncher(contextOf(this.#device), program) };
      this.#prepared.set(key, prepared);
    }
    return prepared;
  }

  /** By name, the shapes of the raw arrays that vectors index; and the shape that is walked, for coordinates in it. */
  #indexedShapes({ inputs, outputs }: Call, shape: Shape): Map<string, Shape> {
    const shapes = new Map<string, Shape>();
    const operands = [...inputs, ...outputs];
    [...this.#inputs, ...this.#outputs].forEach(({ name }, k) => {
      const operand = operands[k];
      if (this.#indices.arrays.includes(name) && isGpuArray(operand)) shapes.set(name, operand.shape);
    });
    if (this.#indices.coordinates) shapes.set(walkedName, shape);
    return shapes;
  }

  /** Letters are bound by arrays first, then, where only numbers carry them, by the kind of number. */
  #bind(call: Call): Bindings {
    const bindings: Bindings = new Map();
    const parameters = [...this.#inputs, ...this.#outputs];
    const operands = [...call.inputs, ...call.outputs];
    parameters.forEach((parameter, k) => {
      const operand = operands[k];
      if (!isGpuArray(operand)) return;
      const { type, name } = parameter;
      const expected = typeof type === 'string' ? type : (bindings.get(type.placeholder) ?? operand.dtype);
      if (operand.dtype !== expected) {
        const because = typeof type === 'string' ? '' : `, since ${type.placeholder} is ${expected} here`;
        throw this.#wrong(name, `takes ${expected}, not ${operand.dtype}${because}`);
      }
      if (typeof type !== 'string') bindings.set(type.placeholder, operand.dtype);
    });
    parameters.forEach(({ type }, k) => {
      const operand = operands[k];
      if (typeof type === 'string' || operand === undefined || isGpuArray(operand)) return;
      if (!bindings.has(type.placeholder)) bindings.set(type.placeholder, defaultDType(scalarKind(operand)));
    });
    return bindings;
  }

  #dtype({ type, name }: KernelParameter, bindings: Bindings): DType {
    const dtype = typeof type === 'string' ? type : bindings.get(type.placeholder);
    if (dtype === undefined) throw this.#wrong(name, 'has a dtype that no argument tells: give the output');
    return dtype;
  }

  #scalar(parameter: KernelParameter, value: Scalar, bindings: Bindings): PassedScalar {
    return scalarFor(value, this.#dtype(parameter, bindings), `${this.name}, ${parameter.name}`);
  }

  #shape({ inputs, outputs, size }: Call): Shape {
    const operands = [...inputs, ...outputs];
    const walked = [...this.#inputs, ...this.#outputs].flatMap(({ raw }, k) => {
      const operand = operands[k];
      return isGpuArray(operand) && !raw ? [operand] : [];
    });
    if (size !== undefined) {
      if (walked.length > 0) {
        throw argumentError(`${this.name}: a size is given only where no array but raw ones fixes it`);
      }
      return checkShape(size);
    }
    if (walked.length === 0) {
      throw argumentError(`${this.name}: no array tells how many elements there are`, {
        hint: `Say it: ${this.name}.withSize(n)(...).`,
      });
    }
    return broadcastShapes(
      this.name,
      walked.map(({ shape }) => shape),
    );
  }

  #program(call: Call, bindings: Bindings, indexed: ReadonlyMap<string, Shape>): ElementwiseProgram {
    const { preamble = '', typePreamble = '', loopPrep = '', afterLoop = '', options } = this.#options;
    const operation = this.#operation;
    const of = (parameter: KernelParameter) => ({ name: parameter.name, dtype: this.#dtype(parameter, bindings) });
    const isArray = (k: number) => isGpuArray(call.inputs[k]);
    const dtypes = [...this.#inputs, ...this.#outputs].map((parameter) => of(parameter).dtype);
    for (const dtype of dtypes) requireComputable(this.#device, dtype, this.name);
    const letters = [...bindings].map(([letter, dtype]) => `typedef ${computeType(dtype)} ${letter};`);
    const text = [...letters, ownLines('typePreamble', typePreamble), ownLines('preamble', preamble)].join('\n');
    const ranks = new Map([...indexed].map(([name, { length }]) => [name, length]));
    const walked = ranks.get(walkedName);
    const rewritten = ranks.size === 0 ? operation : withOffsets(operation, ranks);
    const coordinates = walked === undefined ? '' : coordinatesSource(walked);
    const parts = {
      inputs: this.#inputs.filter((p, k) => isArray(k) && !p.raw).map(of),
      outputs: this.#outputs.filter((p) => !p.raw).map((p) => ({ ...of(p), loaded: !assignsFirst(operation, p.name) })),
      scalars: [
        ...this.#inputs.filter((_, k) => !isArray(k)).map(of),
        ...[...ranks].flatMap(([name, rank]) => lengthScalars(name, rank)),
      ],
      raw: [
        ...this.#inputs.filter((p, k) => isArray(k) && p.raw).map((p) => ({ ...of(p), written: false })),
        ...this.#outputs.filter((p) => p.raw).map((p) => ({ ...of(p), written: true })),
      ],
    };
    return {
      ...parts,
      key: JSON.stringify([this.name, parts, text, loopPrep, coordinates, rewritten, afterLoop, options ?? []]),
      name: nameInSource(this.name),
      preamble: text,
      body: `${coordinates}${operationLines(rewritten)}`,
      loopPrep: ownLines('loopPrep', loopPrep),
      afterLoop: ownLines('afterLoop', afterLoop),
      usesIndex: /\b(i|n|_ind)\b/.test(operation) || parts.raw.length > 0,
      independent: isIndependent(operation, typePreamble, preamble, loopPrep, afterLoop),
      explain: (error) =>
        explainOperation(error, this.name, { operation, typePreamble, preamble, loopPrep, afterLoop }),
      ...(options ? { options } : {}),
    };
  }

  #wrong(parameter: string, what: string): Error {
    return argumentError(`${this.name}: ${parameter} ${what}`, { kernel: this.name, parameter });
  }
}

/** @throws HeddleError `ARGUMENT` if `reduceDims` is given, and not a boolean */
export function assertReduceDims(kernel: string, { reduceDims }: { readonly reduceDims?: unknown }): void {
  if (reduceDims === undefined || typeof reduceDims === 'boolean') return;
  throw argumentError(`${kernel}: reduceDims is true or false, not ${describe(reduceDims)}`, {
    parameter: 'reduceDims',
  });
}

// CuPy takes a kernel's name as its fourth argument.
function refuseName(options: unknown): void {
  if (typeof options !== 'string') return;
  throw argumentError(`an elementwise kernel: options are an object, not ${describe(options)}`, {
    parameter: 'options',
    hint: `A name is one of them: { name: ${describe(options)} }.`,
  });
}
