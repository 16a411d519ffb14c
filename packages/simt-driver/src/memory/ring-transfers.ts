/**
 * Large copies between ordinary arrays and the device, in stream order, without holding the event loop.
 *
 * The driver's own copy of an ordinary array holds the calling thread until all that was enqueued before has run and
 * nearly all bytes are through. Here the stream is given all of its commands at once and the bytes follow: it copies
 * chunk after chunk between the device and a ring of page-locked slots, and before each waits for a word that the
 * threads raise which move the bytes between the ring and the array. What is enqueued later comes later. A stream
 * waits only for the host, never for another stream: the driver may put two streams into one queue of the hardware,
 * where a stream that waits for one after it would wait for ever. For the same reason the host's side needs threads:
 * the event loop may itself wait for the stream.
 */
import { nativeAddon } from '@heddle/native';
import type { SimtContext } from '../simt-context';
import { status } from '../status';
import type { Completions } from '../stream/completions';
import type { SimtQueue } from '../stream/simt-queue';
import { Ring, slots, wordBytes } from './ring';
import type { StagingPool } from './staging';

/** Each takes page-locked memory and threads. */
const mostAtOnce = 8;

type Direction = 'toDevice' | 'toHost';

export class RingTransfers {
  readonly #context: SimtContext;
  readonly #completions: Completions;
  readonly #staging: StagingPool;
  readonly #active = new Map<Ring, Promise<unknown>>();
  #possible: boolean | undefined;

  constructor(context: SimtContext, completions: Completions, staging: StagingPool) {
    this.#context = context;
    this.#completions = completions;
    this.#staging = staging;
  }

  /** True if streams wait for words of memory, which not every operating system has, and threads can copy. */
  isPossible(queue: SimtQueue): boolean {
    return this.#active.size < mostAtOnce && (this.#possible ??= this.#try(queue));
  }

  /**
   * Resolves when the bytes are on the device.
   *
   * @param staged - called when `source` may change again
   */
  async toDevice(queue: SimtQueue, destination: bigint, source: Uint8Array, staged?: () => void): Promise<void> {
    const context = this.#context;
    const { stream } = queue;
    const { ended } = await this.#transfer('toDevice', queue, source, (ring, chunk, offset, byteLength) => {
      context.callBound('streamWaitValue', stream, ring.hostWord(chunk), chunk + 1, 0);
      context.call('copyHostToDeviceAsync', destination + BigInt(offset), ring.placeOf(chunk), byteLength, stream);
      context.callBound('streamWriteValue', stream, ring.deviceWord(chunk), chunk + 1, 0);
    });
    staged?.();
    await ended;
  }

  /** Resolves when `target` holds the bytes. */
  async toHost(queue: SimtQueue, source: bigint, target: Uint8Array): Promise<void> {
    const context = this.#context;
    const { stream } = queue;
    await this.#transfer('toHost', queue, target, (ring, chunk, offset, byteLength) => {
      const emptied = chunk + 1 - slots;
      if (emptied > 0) context.callBound('streamWaitValue', stream, ring.hostWord(chunk), emptied, 0);
      context.call('copyDeviceToHostAsync', ring.placeOf(chunk), source + BigInt(offset), byteLength, stream);
      context.callBound('streamWriteValue', stream, ring.deviceWord(chunk), chunk + 1, 0);
    });
  }

  /** Ends all transfers; resolves when no thread touches their memory any more. */
  async settle(): Promise<void> {
    for (const ring of this.#active.keys()) ring.abandon();
    await Promise.allSettled(this.#active.values());
  }

  /** Resolves when the transfers that are under way have ended by themselves. */
  async settled(): Promise<void> {
    while (this.#active.size > 0) await Promise.allSettled(this.#active.values());
  }

  /**
   * Resolves when the array's bytes have been moved.
   *
   * @returns `ended`, the end of the stream's part
   */
  async #transfer(
    direction: Direction,
    queue: SimtQueue,
    bytes: Uint8Array,
    enqueueChunk: (ring: Ring, chunk: number, offset: number, byteLength: number) => void,
  ): Promise<{ readonly ended: Promise<void> }> {
    const ring = new Ring(this.#staging, bytes.byteLength);
    // The threads begin first: if the driver holds this one, they are what it waits for.
    const copied = this.#start(ring, direction, bytes);
    try {
      for (let chunk = 0, offset = 0; offset < bytes.byteLength; chunk++, offset += ring.chunkByteLength) {
        enqueueChunk(ring, chunk, offset, Math.min(ring.chunkByteLength, bytes.byteLength - offset));
      }
    } catch (error) {
      ring.abandon();
      void this.#endOf(queue, ring, copied);
      await copied;
      throw error;
    }
    const ended = this.#endOf(queue, ring, copied);
    // The threads end early only if the device did: then the fault is what there is to tell.
    if (!(await copied)) await ended;
    return { ended };
  }

  #start(ring: Ring, direction: Direction, bytes: Uint8Array): Promise<boolean> {
    try {
      const copied = ring.copy(direction, bytes);
      this.#active.set(ring, copied);
      return copied;
    } catch (error) {
      ring.giveBack();
      throw error;
    }
  }

  /** @returns a promise of the stream's end, which rejects with the fault of what ran on it */
  #endOf(queue: SimtQueue, ring: Ring, copied: Promise<boolean>): Promise<void> {
    const ended = this.#completions.ofQueue(queue).catch((error: unknown) => {
      // The device writes no more words, so the threads would wait for ever.
      ring.abandon();
      throw error;
    });
    void Promise.allSettled([ended, copied]).then(([end]) => {
      this.#active.delete(ring);
      // After a fault the memory goes with the device.
      if (end.status === 'fulfilled') ring.giveBack();
    });
    return ended;
  }

  // Waiting for what is so already: some libraries write words anywhere, and wait for those of their own memory alone.
  #try(queue: SimtQueue): boolean {
    const context = this.#context;
    const { api } = context;
    if (!nativeAddon() || !context.waitsForWords) return false;
    if (!api.has('streamWaitValue') || !api.has('streamWriteValue')) return false;
    const words = this.#staging.take(wordBytes);
    const isWritten = context.statusBound('streamWriteValue', queue.stream, words.address, 0, 0) === status.success;
    const isPossible =
      isWritten && context.statusBound('streamWaitValue', queue.stream, words.address, 0, 0) === status.success;
    const giveBack = (): void => {
      this.#staging.give(words);
    };
    if (isWritten) this.#completions.ofQueue(queue).then(giveBack, () => undefined);
    else giveBack();
    return isPossible;
  }
}
