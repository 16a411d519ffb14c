/** A compiled function without a grid, called with arrays and scalars. */
import { createPacker, type ArgumentLayout } from '../arguments';
import { describe } from '../diagnostics/describe';
import { arrayHolds, dtypeInfo, dtypeOfArray, type DType, type TypedArray } from '../dtype/dtype';
import { HeddleError, argumentError } from '../errors';
import { describeParameter, type KernelSignature } from '../signature';
import type { EntryHandle } from '../spi/driver';
import type { Buffer } from './buffer';
import { allocateBuffer } from './allocate-buffer';
import type { DeviceContext } from './device-context';
import type { OrderedQueue } from './stream-order';
import { WaitingArguments } from './waiting-arguments';

/** @internal What a function needs of the module it belongs to. */
export interface FunctionOrigin {
  readonly context: DeviceContext;
  readonly defaultQueue: () => OrderedQueue;
  readonly entry: EntryHandle;
  readonly signature: KernelSignature;
  readonly layout: ArgumentLayout;
  readonly name: string;
  readonly assertLoaded: () => void;
}

/** A host array lent to a function: it is copied in, and back out unless the parameter is const. */
interface Lent {
  readonly array: TypedArray;
  readonly buffer: Buffer;
  readBack: boolean;
}

export class PlainFunction {
  readonly #origin: FunctionOrigin;

  /** Use `module.function(name)`. */
  constructor(...internal: never);
  /** @internal */
  constructor(origin: FunctionOrigin);
  constructor(origin: FunctionOrigin) {
    this.#origin = origin;
  }

  get name(): string {
    return this.#origin.name;
  }

  get signature(): KernelSignature {
    return this.#origin.signature;
  }

  /**
   * Calls the function off the event loop's thread, after everything enqueued on the default stream.
   *
   * @param args - a pointer parameter takes a buffer or a typed array; the function may write to either
   * @returns the number that the function returned, if it returns one: 0 or 1 for a bool, the nearest number to an integer
   * beyond 2^53. The tuner takes it as the function's own time
   * @throws HeddleError `ARGUMENT` for arguments that do not fit, `UNSUPPORTED` for functions that return a complex
   * number or half
   */
  async call(...args: readonly unknown[]): Promise<number | undefined> {
    const { context, layout, signature, name, entry, assertLoaded, defaultQueue } = this.#origin;
    context.assertUsable();
    assertLoaded();
    assertReturnable(signature, context.backend);
    const lent: Lent[] = [];
    try {
      const given = args.map((arg, i) => this.#lend(arg, i, lent));
      const packer = createPacker(signature, layout, { device: context, kernel: name });
      context.work.pack(() => {
        packer.pack(given);
      });
      await Promise.all(lent.map(({ array, buffer }) => buffer.write(array)));
      const waiting = context.work.defers ? new WaitingArguments(signature, given) : undefined;
      await context.transfer(name, defaultQueue(), (driver, queue) => {
        waiting?.begin();
        return driver.completion(queue);
      });
      const result = await context.callAsync(name, async (driver) => {
        if (driver.callFunction) return driver.callFunction(entry, layout, packer.record, signature.returns);
        throw context.lacking('plain-functions');
      });
      await Promise.all(lent.filter((l) => l.readBack).map(({ array, buffer }) => buffer.readInto(array)));
      return result === undefined ? undefined : asReturned(result, signature.returns);
    } finally {
      for (const { buffer } of lent) buffer.dispose();
    }
  }

  #lend(argument: unknown, index: number, lent: Lent[]): unknown {
    const parameter = this.#origin.signature.parameters[index];
    if (parameter?.kind !== 'pointer' || !ArrayBuffer.isView(argument)) return argument;
    const array = argument as TypedArray;
    const dtype = parameter.dtype ?? dtypeOfArray(array);
    if (!arrayHolds(array, dtype)) {
      const which = `argument ${index + 1} (${describeParameter(parameter)})`;
      throw argumentError(`${this.name}: ${which} got ${describe(argument)}`, {
        kernel: this.name,
        parameter: parameter.name,
      });
    }
    const readBack = parameter.readonly !== true;
    // One array for two parameters is one memory: what is written through one is read through the other.
    const same = lent.find((other) => isSameMemory(other.array, array));
    if (same) {
      same.readBack ||= readBack;
      return same.buffer.as(dtype);
    }
    const buffer = allocateBuffer(this.#origin.context, dtype, array.byteLength, 'device', this.#origin.defaultQueue);
    lent.push({ array, buffer, readBack });
    return buffer;
  }
}

function isSameMemory(a: TypedArray, b: TypedArray): boolean {
  return a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.byteLength === b.byteLength;
}

function assertReturnable({ name, returns }: KernelSignature, backend: string): void {
  if (returns === undefined) return;
  const { kind, byteLength } = dtypeInfo(returns);
  if (kind !== 'complex' && (kind !== 'float' || byteLength >= 4)) return;
  throw new HeddleError('UNSUPPORTED', `${name} returns a ${returns}, which a call cannot take`, {
    backend,
    kernel: name,
    hint: 'Let it write the result through a pointer.',
  });
}

// Drivers read a whole register. The bits above a small result are undefined, and its highest bit is not extended.
function asReturned(result: number, returns: DType | undefined): number {
  switch (returns) {
    case 'bool':
      return (result & 0xff) === 0 ? 0 : 1;
    case 'int8':
      return (result << 24) >> 24;
    case 'uint8':
      return result & 0xff;
    case 'int16':
      return (result << 16) >> 16;
    case 'uint16':
      return result & 0xffff;
    case 'uint32':
      return result >>> 0;
    case 'uint64':
      return result < 0 ? result + 2 ** 64 : result;
    default:
      return result;
  }
}
