/** Types of the driver functions' parameters in JavaScript. */
import type { HostPointer } from '../symbols/signatures';

/** Memory of the host that the driver reads or writes: a typed array, an ArrayBuffer, an address, or null. */
export type Pointer = HostPointer;

/** An object of the driver: a context, stream, event, module... What the driver wrote into a `BigUint64Array`. */
export type Handle = bigint | number;

/** A 64-bit integer: a size, a device address, flags. */
export type Integer = bigint | number;

/** Text that is read during the call, or the address of one. */
export type Text = string | Pointer;

/** Address of a function, as `koffi.register` gives it. */
export type Callback = bigint | number;

/** A struct passed by value, as its bytes: see `StructView`. */
export type Bytes = ArrayBufferView;

/**
 * A function of the driver. It runs on the calling thread, in the context that is current there.
 *
 * @throws HeddleError naming the function and its status, which is in `error.status`
 */
export interface DriverCall<Arguments extends readonly unknown[]> {
  (...args: Arguments): void;
  /** The same without throwing. @returns the status, one of `CUresult` */
  status(...args: Arguments): number;
}
