/** Kernels over elements, in the manner of PyCUDA: a C argument list, and an operation that indexes by `[i]`. */
import type { Device, DType } from '@heddle/core';
import { argumentError, assertOptions, describe, optionNames } from '@heddle/core/backend';
import type { GpuArray } from '../../array/gpu-array';
import { entryAt } from '../../array/entry-at';
import { notAnArray } from '../../array/not-an-array';
import { isGpuArray } from '../../array/is-gpu-array';
import { sameShape } from '../../array/shape';
import { contextOf, type ArrayContext } from '../../array/device-context';
import { isScalar, requireComputable, scalarFor } from '../../array/dtype';
import { assertKernelName, nameInSource, parseCArguments, unknownType, type CArgument } from '../../kernel-kit';
import { checkOut } from '../../array/check-out';
import { ElementwiseLauncher, type PassedScalar } from './elementwise-launcher';
import { assertReduceDims, kernelOptionNames, type ElementwiseKernelOptions } from './elementwise-kernel';
import { isIndependent } from './independent';
import { explainOperation, operationLines, ownLines } from './operation-text';
import { mayShareMemory, sameElements } from './overlap';
import { packedOperation, type PackedOperation } from './pointer-packs';
import type { ElementwiseProgram, ProgramOperand } from './program';

const rangeNames = optionNames<IndexRange>({ start: true, stop: true, step: true });

/** The indices that a call runs over: `start`, `start + step`, … without `stop`. */
export interface IndexRange {
  readonly start?: number;
  readonly stop?: number;
  readonly step?: number;
}

/** Elements are loaded and stored by dtype, so a type of the user's own has no place here. */
interface PointerParameter extends CArgument {
  readonly dtype: DType;
}

/** What runs the calls on one device. */
interface Launchers {
  readonly life: ArrayContext;
  /** The operation indexes its pointers. */
  readonly pointers: ElementwiseLauncher;
  /** The operation sees elements of packs: of these arrays, by their number. */
  readonly packed:
    | {
        readonly launcher: ElementwiseLauncher;
        readonly inputs: readonly number[];
        readonly outputs: readonly number[];
        readonly readsFirst: boolean;
      }
    | undefined;
}

export class PointerElementwiseKernel {
  readonly name: string;
  readonly #device: Device;
  readonly #parameters: readonly PointerParameter[];
  readonly #operation: string;
  readonly #options: ElementwiseKernelOptions;
  #launchers: Launchers | undefined;

  /** @throws HeddleError `ARGUMENT` for an argument list that is none, or has no pointer */
  constructor(device: Device, args: string, operation: string, options: ElementwiseKernelOptions = {}) {
    assertOptions('an elementwise kernel', options, kernelOptionNames);
    this.#device = device;
    this.name = options.name ?? 'elementwise';
    assertKernelName(this.name);
    assertReduceDims('an elementwise kernel', options);
    const { typePreamble, preamble } = options;
    this.#options =
      typePreamble === undefined ? options : { ...options, preamble: `${typePreamble}\n${preamble ?? ''}` };
    this.#parameters = parseCArguments(args, this.name, this.#options.preamble).map((one) => withDType(one, this.name));
    this.#operation = operation;
    if (typeof operation !== 'string') throw argumentError(`an operation is a string, not ${describe(operation)}`);
    if (!this.#parameters.some(({ pointer }) => pointer)) {
      throw argumentError(`${this.name}: an elementwise kernel needs an array among its arguments`);
    }
  }

  /**
   * Runs over all elements, or over a range of indices. All arrays must be of one size.
   *
   * @throws HeddleError `ARGUMENT` naming the argument; nothing is written
   */
  run(args: readonly unknown[], range: IndexRange | undefined): void {
    if (args.length !== this.#parameters.length) {
      throw argumentError(
        `${this.name} takes ${this.#parameters.length} arguments (${this.#parameters.map(({ name }) => name).join(', ')}), ` +
          `not ${args.length}`,
      );
    }
    const arrays: GpuArray[] = [];
    const scalars: PassedScalar[] = [];
    this.#parameters.forEach((parameter, k) => {
      if (parameter.pointer) arrays.push(this.#array(args[k], parameter));
      else scalars.push(this.#scalar(args[k], parameter));
    });
    this.#checkLayouts(arrays);
    const { size } = entryAt(arrays, 0);
    const { first, count, step } = bounds(this.name, range, size);
    const launchers = this.#launchersNow();
    if (count === size && step === 1 && this.#launchPacked(launchers, size, arrays, scalars)) return;
    launchers.pointers.launch(this.name, [count], [], [...scalars, BigInt(first), BigInt(step)], arrays);
  }

  /** False if packs would not do the same, or are not for this device. */
  #launchPacked(
    { packed }: Launchers,
    size: number,
    arrays: readonly GpuArray[],
    scalars: readonly PassedScalar[],
  ): boolean {
    if (packed === undefined) return false;
    const { launcher, readsFirst } = packed;
    const outputs = packed.outputs.map((k) => entryAt(arrays, k));
    const operands = [...packed.inputs.map((k) => entryAt(arrays, k)), ...outputs];
    if (!launcher.packs(operands) || !staysApart(outputs, operands, readsFirst)) return false;
    launcher.launchPacked(this.name, size, operands, scalars);
    return true;
  }

  #array(arg: unknown, { name, dtype, constant }: PointerParameter): GpuArray {
    if (!isGpuArray(arg)) throw notAnArray(`${this.name}: ${name} takes an array`, arg, { parameter: name });
    if (arg.dtype !== dtype) throw this.#wrong(name, `takes ${dtype}, not ${arg.dtype}`);
    if (arg.device !== this.#device) throw this.#wrong(name, 'is on another device');
    if (constant) arg.assertUsable(`${this.name}, ${name}`);
    else checkOut(`${this.name}, ${name}`, arg, this.#device);
    return arg;
  }

  #scalar(arg: unknown, { name, dtype }: PointerParameter): PassedScalar {
    if (!isScalar(arg)) throw this.#wrong(name, `takes a number, not ${describe(arg)}`);
    return scalarFor(arg, dtype, `${this.name}, ${name}`);
  }

  /** `[i]` is a place in memory, so all arrays must have their elements in the same places. */
  #checkLayouts(arrays: readonly GpuArray[]): void {
    const first = entryAt(arrays, 0);
    for (const array of arrays) {
      if (array.size !== first.size) {
        throw argumentError(
          `${this.name}: all arrays must be of one size; there are ${first.size} and ${array.size} elements`,
        );
      }
      const alike =
        sameShape(array.shape, first.shape) && array.strides.every((stride, axis) => stride === first.strides[axis]);
      const dense = array.isContiguous || array.transpose().isContiguous;
      if (!dense || !(alike || (array.isContiguous && first.isContiguous))) {
        throw argumentError(`${this.name}: the arrays must be dense, with their axes in one order`, {
          hint: "Pass copies, or name the parameters ('float32 x') in place of the pointers, which takes any strides.",
        });
      }
    }
  }

  #launchersNow(): Launchers {
    const life = contextOf(this.#device);
    if (this.#launchers?.life !== life) {
      for (const { dtype } of this.#parameters) requireComputable(this.#device, dtype, this.name);
      const packed = this.#packedLauncher(life);
      this.#launchers = { life, pointers: new ElementwiseLauncher(life, this.#pointerProgram()), packed };
    }
    return this.#launchers;
  }

  #packedLauncher(context: ArrayContext): Launchers['packed'] {
    const operation = this.#packedOperation();
    if (operation === undefined) return undefined;
    const launcher = new ElementwiseLauncher(context, this.#packedProgram(operation));
    if (!launcher.packs([])) return undefined;
    const names = this.#pointers().map(({ name }) => name);
    const numbers = (operands: readonly ProgramOperand[]) => operands.map(({ name }) => names.indexOf(name));
    return {
      launcher,
      inputs: numbers(operation.inputs),
      outputs: numbers(operation.outputs),
      readsFirst: operation.readsFirst,
    };
  }

  #packedOperation(): PackedOperation | undefined {
    const { preamble = '', loopPrep = '', afterLoop = '', options = [] } = this.#options;
    const around = { preamble: portableComplex(preamble), loopPrep, afterLoop, options };
    return packedOperation(portableComplex(this.#operation), this.#pointers(), around);
  }

  #packedProgram(operation: PackedOperation): ElementwiseProgram {
    const { text, inputs, outputs } = operation;
    return {
      ...this.#program('packed'),
      inputs,
      outputs,
      scalars: this.#scalars(),
      raw: [],
      body: operationLines(text),
      usesIndex: /\b(?:i|n|_ind)\b/.test(text),
    };
  }

  #pointerProgram(): ElementwiseProgram {
    const { preamble = '', loopPrep = '', afterLoop = '' } = this.#options;
    const operation = this.#operation;
    const hasN = this.#parameters.some(({ name }) => name === 'n');
    return {
      ...this.#program('pointers'),
      inputs: [],
      outputs: [],
      scalars: [...this.#scalars(), { name: 'heddle_first', dtype: 'int64' }, { name: 'heddle_step', dtype: 'int64' }],
      raw: this.#pointers().map(({ name, dtype, constant }) => ({ name, dtype, written: !constant })),
      body:
        `    const INT64 i = heddle_first + heddle_i * heddle_step;\n` +
        (hasN ? '' : '    const INT64 n = heddle_n;\n') +
        operationLines(portableComplex(operation)),
      usesIndex: false,
      independent: isIndependent(operation, preamble, loopPrep, afterLoop),
    };
  }

  /** What both forms of the operation share. */
  #program(form: 'pointers' | 'packed') {
    const { preamble = '', loopPrep = '', afterLoop = '', options } = this.#options;
    const operation = this.#operation;
    const told = [form, this.name, this.#parameters, preamble, loopPrep, operation, afterLoop, options ?? []];
    return {
      key: JSON.stringify(told),
      name: nameInSource(this.name),
      preamble: ownLines('preamble', portableComplex(preamble)),
      loopPrep: ownLines('loopPrep', loopPrep),
      afterLoop: ownLines('afterLoop', afterLoop),
      explain: (error: unknown) => explainOperation(error, this.name, { operation, preamble, loopPrep, afterLoop }),
      ...(options ? { options } : {}),
    };
  }

  #pointers(): PointerParameter[] {
    return this.#parameters.filter(({ pointer }) => pointer);
  }

  #scalars(): ProgramOperand[] {
    return this.#parameters.filter(({ pointer }) => !pointer).map(({ name, dtype }) => ({ name, dtype }));
  }

  #wrong(parameter: string, what: string): Error {
    return argumentError(`${this.name}: ${parameter} ${what}`, { kernel: this.name, parameter });
  }
}

function withDType(argument: CArgument, operation: string): PointerParameter {
  const { dtype } = argument;
  if (dtype === undefined) throw unknownType(argument, operation);
  return { ...argument, dtype };
}

/** True if no element is written before another one, or a later statement, reads it. */
function staysApart(outputs: readonly GpuArray[], operands: readonly GpuArray[], readsFirst: boolean): boolean {
  return outputs.every((output, k) =>
    operands.every((operand, j) => {
      if (j === operands.length - outputs.length + k || !mayShareMemory(output, operand)) return true;
      return readsFirst && sameElements(output, operand);
    }),
  );
}

function portableComplex(text: string): string {
  return text.replaceAll('pycuda::complex<float>', 'complex64_t').replaceAll('pycuda::complex<double>', 'complex128_t');
}

/** Python's rules for slices: bounds beyond the array are clamped, negative ones count from the end. */
function bounds(name: string, range: IndexRange = {}, size: number): { first: number; count: number; step: number } {
  assertOptions(`${name}: over`, range, rangeNames);
  const { start, stop, step = 1 } = range;
  for (const part of [start, stop, step]) {
    if (part !== undefined && !Number.isSafeInteger(part))
      throw argumentError(`${name}: a range is of whole numbers, not ${describe(part)}`);
  }
  if (step === 0) throw argumentError(`${name}: the step of a range cannot be 0`);
  const [low, high] = step > 0 ? [0, size] : [-1, size - 1];
  const clamp = (bound: number) => Math.min(high, Math.max(low, bound < 0 ? bound + size : bound));
  const first = start === undefined ? (step > 0 ? low : high) : clamp(start);
  const end = stop === undefined ? (step > 0 ? high : low) : clamp(stop);
  return { first, count: Math.max(0, Math.ceil((end - first) / step)), step };
}
