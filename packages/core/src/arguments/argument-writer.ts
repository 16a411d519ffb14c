/** One argument: checked by its parameter's kind, written at its place, refused by name. */
import { argumentError } from '../errors';
import { describeParameter, explicitSignatureHint } from '../signature/describe-parameter';
import type { Parameter, ParameterKind } from '../signature/signature';
import type { ArgumentSlot } from './argument-layout';
import type { ArgumentRecord } from './argument-record';
import { handleWriter, localWriter } from './handle-writer';
import { pointerWriter } from './pointer-writer';
import { bytesWriter, scalarWriter, structWriter, vectorWriter } from './value-writer';

/** Where arguments go, and what they are checked against. */
export interface WritingContext {
  readonly record: ArgumentRecord;
  readonly device: object;
  /** What errors call the kernel. */
  readonly kernel: string;
  /** Throws what goes before a refused argument: see {@link PackerOptions.beforeRefusal}. */
  readonly beforeRefusal?: () => void;
}

/** Checks and writes a value; gives the problem with it, the end of a sentence, or undefined. */
export type ValueWriter = (value: unknown) => string | undefined;

/** Makes the writer of a value at a byte offset of the record. */
export type WriterFactory = (parameter: Parameter, offset: number, context: WritingContext) => ValueWriter;

/** Checks and writes an argument, or throws `ARGUMENT`. */
export type ArgumentWriter = (value: unknown) => void;

const factories: { readonly [Kind in ParameterKind]: WriterFactory } = {
  pointer: pointerWriter,
  scalar: scalarWriter,
  vector: vectorWriter,
  struct: structWriter,
  bytes: bytesWriter,
  local: localWriter,
  texture: handleWriter,
  image: handleWriter,
  sampler: handleWriter,
};

/** Makes the writer for a value of any kind: fields of structs have the kinds of parameters. */
export function valueWriter(parameter: Parameter, offset: number, context: WritingContext): ValueWriter {
  return factories[parameter.kind](parameter, offset, context);
}

/** Makes the writer for the argument at `index`. */
export function argumentWriter(slot: ArgumentSlot, index: number, context: WritingContext): ArgumentWriter {
  const { parameter } = slot;
  const write = valueWriter(parameter, slot.offset, context);
  return (value) => {
    const problem = write(value);
    if (problem === undefined) return;
    context.beforeRefusal?.();
    const which = `argument ${index + 1} (${describeParameter(parameter)})`;
    const { unknown } = parameter;
    const hint = value instanceof Promise ? 'Await it first.' : unknown && explicitSignatureHint(context.kernel);
    throw argumentError(`${context.kernel}: ${which} ${problem}${unknown ? `; its type ${unknown}` : ''}`, {
      kernel: context.kernel,
      parameter: parameter.name,
      ...(hint === undefined ? {} : { hint }),
    });
  };
}
