/** Which streams have used a piece of memory, and how late in their work: what others must wait for before they do. */
import type { ArrayStream } from './array-stream';

export class MemoryUses {
  /** The stream that wrote it last; what read the memory before that has been waited for by the write. */
  #writer: ArrayStream;
  #written: number;
  /** Streams that have read since, by the number of their work. */
  readonly #readers = new Map<ArrayStream, number>();

  /** Memory that only work of this stream so far may be using. */
  constructor(stream: ArrayStream) {
    this.#writer = stream;
    this.#written = stream.enqueued;
  }

  /** Makes the next work of a stream wait for what it must not overtake. */
  order(stream: ArrayStream, writes: boolean): void {
    stream.follow(this.#writer, this.#written);
    if (writes) for (const [reader, count] of this.#readers) stream.follow(reader, count);
  }

  /** Notes the last work of a stream as a use. */
  note(stream: ArrayStream, writes: boolean): void {
    if (!writes) {
      this.#readers.set(stream, stream.enqueued);
      return;
    }
    this.#writer = stream;
    this.#written = stream.enqueued;
    this.#readers.clear();
  }

  /** Streams whose work may still be using the memory when `stream` gets to what is enqueued on it next. */
  *unknownTo(stream: ArrayStream): Generator<ArrayStream> {
    if (!stream.isBehind(this.#writer, this.#written)) yield this.#writer;
    for (const [reader, count] of this.#readers) if (!stream.isBehind(reader, count)) yield reader;
  }
}
