/**
 * Functions that pack a fixed number of arguments without allocating: their code is generated per signature, so
 * that the usual case of each argument is a comparison and a store at a constant index.
 *
 * The code is made of parameter indexes, record indexes and the snippets below, never of a user's text. Whatever a
 * snippet does not recognise goes to the argument's writer, which alone decides and explains. Where the process
 * forbids code generation, a closure over the writers does the same, a little more slowly.
 */
import type { DType } from '../dtype/dtype';
import type { ArgumentLayout, ArgumentSlot } from './argument-layout';
import type { ArgumentWriter, WritingContext } from './argument-writer';
import { bufferSymbol } from './device-reference';
import { acceptedDtypes } from './pointer-writer';

export interface BoundFunctionParts<Result> {
  readonly layout: ArgumentLayout;
  readonly context: WritingContext;
  readonly writers: readonly ArgumentWriter[];
  /** Throws the error for a wrong number of arguments. */
  readonly refuseCount: (given: number) => never;
  /** Called once the record is complete. */
  readonly enqueue: () => Result;
  readonly work: { readonly waits: boolean };
  /** Called with the arguments instead of all of that while `work` waits. */
  readonly inTurn: (args: readonly unknown[]) => Result;
}

/** A function of the kernel's arguments that checks, writes and then calls `enqueue`. */
export type BoundFunction<Result> = (...args: readonly unknown[]) => Result;

/** Makes a bound function, by generated code if that is allowed. */
export function createBoundFunction<Result>(parts: BoundFunctionParts<Result>): BoundFunction<Result> {
  const factory = compileFactory(parts.layout);
  if (factory === undefined) return closureOver(parts);
  const { record, device } = parts.context;
  const accepted = parts.layout.slots.map(({ parameter }) => acceptedDtypes(parameter) ?? []);
  const { writers, refuseCount, enqueue, work, inTurn } = parts;
  return factory(record, writers, accepted, device, bufferSymbol, refuseCount, enqueue, work, inTurn) as never;
}

function closureOver<Result>(parts: BoundFunctionParts<Result>): BoundFunction<Result> {
  const { writers, refuseCount, enqueue, work, inTurn } = parts;
  return (...args) => {
    if (args.length !== writers.length) refuseCount(args.length);
    if (work.waits) return inTurn(args);
    for (let i = 0; i < writers.length; i++) (writers[i] as ArgumentWriter)(args[i]);
    return enqueue();
  };
}

type Factory = (
  record: WritingContext['record'],
  writers: readonly ArgumentWriter[],
  accepted: readonly (readonly DType[])[],
  device: object,
  bufferSymbol: symbol,
  refuseCount: (given: number) => never,
  enqueue: () => unknown,
  work: { readonly waits: boolean },
  inTurn: (args: readonly unknown[]) => unknown,
) => unknown;

function compileFactory(layout: ArgumentLayout): Factory | undefined {
  const names = layout.slots.map((_, index) => `a${index}`);
  const constants = layout.slots.map(
    (_, index) =>
      `const w${index} = writers[${index}], d${index} = accepted[${index}][0], e${index} = accepted[${index}][1];`,
  );
  const body = `'use strict';
const { view, uint8, int8, uint16, int16, uint32, int32, float32, float64, uint64 } = record;
${constants.join('\n')}
return function bound(${names.join(', ')}) {
  if (arguments.length !== ${names.length}) refuseCount(arguments.length);
  if (work.waits) return inTurn([${names.join(', ')}]);
${layout.slots.map((slot, index) => writeArgument(slot, index)).join('\n')}
  return enqueue();
};`;
  const parameters = 'record, writers, accepted, device, bufferSymbol, refuseCount, enqueue, work, inTurn';
  try {
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- no text of a user is in it, see above
    return new Function(parameters, body) as Factory;
  } catch (error) {
    if ((error as Error).name === 'EvalError') return undefined;
    throw error;
  }
}

/** Code that writes argument `index` if it is an ordinary one, and leaves any other to its writer. */
function writeArgument({ parameter, offset }: ArgumentSlot, index: number): string {
  const a = `a${index}`;
  const otherwise = `w${index}(${a});`;
  if (parameter.kind === 'pointer') return writePointer(parameter.dtype !== undefined, offset / 8, index);
  if (parameter.kind !== 'scalar') return `  ${otherwise}`;
  const guarded = (isOrdinary: string, store: string) =>
    `  if (typeof ${a} === 'number' && ${isOrdinary}) ${store} else ${otherwise}`;
  const inRange = (least: number, greatest: number) => `(${a} | 0) === ${a} && ${a} >= ${least} && ${a} <= ${greatest}`;
  switch (parameter.dtype) {
    // x - x is 0 for every finite x and NaN for the rest, which the writer sorts out.
    case 'float32':
      return guarded(`Math.fround(${a}) - Math.fround(${a}) === 0`, `float32[${offset / 4}] = ${a};`);
    case 'float64':
      return guarded('true', `float64[${offset / 8}] = ${a};`);
    case 'int32':
      return guarded(`(${a} | 0) === ${a}`, `int32[${offset / 4}] = ${a};`);
    case 'uint32':
      return guarded(`(${a} >>> 0) === ${a}`, `uint32[${offset / 4}] = ${a};`);
    case 'int16':
      return guarded(inRange(-32768, 32767), `int16[${offset / 2}] = ${a};`);
    case 'uint16':
      return guarded(inRange(0, 65535), `uint16[${offset / 2}] = ${a};`);
    case 'int8':
      return guarded(inRange(-128, 127), `int8[${offset}] = ${a};`);
    case 'uint8':
      return guarded(inRange(0, 255), `uint8[${offset}] = ${a};`);
    case 'int64':
    case 'uint64':
      return guarded(`(${a} >>> 0) === ${a}`, `{ uint32[${offset / 4}] = ${a}; uint32[${offset / 4 + 1}] = 0; }`);
    case 'bool':
      return `  if (${a} === true) uint8[${offset}] = 1; else if (${a} === false) uint8[${offset}] = 0; else ${otherwise}`;
    default:
      return `  ${otherwise}`;
  }
}

function writePointer(typed: boolean, wordIndex: number, index: number): string {
  const a = `a${index}`;
  const rightDtype = typed ? `(r.dtype === d${index} || r.dtype === undefined || r.dtype === e${index})` : 'true';
  return `  if (${a} === null) uint64[${wordIndex}] = 0n;
  else {
    const r = typeof ${a} === 'object' && typeof ${a}[bufferSymbol] === 'function' ? ${a}[bufferSymbol]() : null;
    if (typeof r === 'object' && r !== null && r.unusable === undefined && r.device === device && ${rightDtype}
      && r.contiguous === true && typeof r.address === 'bigint') uint64[${wordIndex}] = r.address;
    else w${index}(${a});
  }`;
}
