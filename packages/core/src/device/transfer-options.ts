/** What transfers of buffers take besides the data. */
import { optionNames } from '../diagnostics';
import { describe } from '../diagnostics/describe';
import type { ArrayOf, DType, TypedArray } from '../dtype/dtype';
import { argumentError } from '../errors';
import type { Stream } from './stream';

/** Where and on which stream a transfer happens. */
export interface TransferOptions {
  /** Default: the device's default stream. */
  readonly stream?: Stream;
  /** First element concerned (first byte, for raw memory). Default 0. */
  readonly offset?: number;
}

export interface WriteOptions extends TransferOptions {
  /**
   * What the promise waits for. `written`: the data is on the device, and every stream sees it. `staged`: you may change
   * the source again, perhaps earlier; work on the same stream still sees the data. Default `written`.
   */
  readonly until?: 'written' | 'staged';
}

export interface ReadOptions extends TransferOptions {
  /** Elements to read (bytes, for raw memory). Default: the rest. */
  readonly length?: number;
  /** Gives up waiting; the transfer itself cannot be recalled. */
  readonly signal?: AbortSignal;
}

export const transferNames = optionNames<TransferOptions>({ stream: true, offset: true });
export const writeNames = optionNames<WriteOptions>({ stream: true, offset: true, until: true });
export const readNames = optionNames<ReadOptions>({ stream: true, offset: true, length: true, signal: true });

/** A class of typed arrays, as `read` takes it. */
export interface ArrayClass<A extends TypedArray> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer): A;
}

/** An array element type's typed array, or bytes if the memory is raw. */
export type HostArrayOf<D extends DType | undefined> = D extends DType ? ArrayOf<D> : Uint8Array;

/** @throws HeddleError `ARGUMENT` if it is neither `written` nor `staged` */
export function isUntilStaged(until: WriteOptions['until']): boolean {
  if (until === undefined || until === 'written') return false;
  if (until === 'staged') return true;
  throw argumentError(`until is 'written' or 'staged', not ${describe(until)}`, { parameter: 'until' });
}

/** Resolves once the source is free. The next promise of the stream reports a later fault. */
export function stagedOrDone(copy: (staged: () => void) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    copy(resolve).then(resolve, reject);
  });
}
