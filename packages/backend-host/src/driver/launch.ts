/** A kernel with a fixed record for the runtime's launch call. */
import koffi from 'koffi';
import type { ArgumentLayout, PreparedGeometry, PreparedLaunch, QueueHandle } from '@heddle/core/backend';
import type { RuntimeFunctions } from '../runtime/runtime-abi';
import { checkStatus } from '../runtime/runtime-error';
import type { HostEntry, HostQueue } from './handles';

const recordBytes = 64;
const cooperativeFlag = 1;

export class HostLaunch implements PreparedLaunch {
  readonly #runtime: RuntimeFunctions;
  readonly #words = new BigUint64Array(recordBytes / 8);
  readonly #fields = new Uint32Array(this.#words.buffer);
  readonly #address: number;
  readonly #complete: (queue: HostQueue) => Promise<void>;
  /** Kept, since the launch record holds its address. */
  readonly #arguments: ArrayBuffer;
  #stream = 0;

  constructor(
    runtime: RuntimeFunctions,
    entry: HostEntry,
    layout: ArgumentLayout,
    record: ArrayBuffer,
    complete: (queue: HostQueue) => Promise<void>,
  ) {
    this.#runtime = runtime;
    this.#arguments = record;
    this.#complete = complete;
    this.#words[1] = BigInt(entry.kernel);
    this.#words[2] = koffi.address(new Uint8Array(this.#arguments));
    this.#fields[6] = Math.max(layout.byteLength, 0);
    this.#address = Number(koffi.address(this.#fields));
  }

  setGeometry({ grid, block, sharedBytes, cooperative }: PreparedGeometry): void {
    const fields = this.#fields;
    fields[7] = cooperative ? cooperativeFlag : 0;
    fields[8] = grid[0];
    fields[9] = grid[1];
    fields[10] = grid[2];
    fields[11] = block[0];
    fields[12] = block[1];
    fields[13] = block[2];
    fields[14] = sharedBytes;
  }

  enqueue(queue: QueueHandle): void {
    this.#setStream(queue as HostQueue);
    const status = this.#runtime.launch(this.#address);
    if (status !== 0) checkStatus(this.#runtime, 'heddle_host_launch', status);
  }

  async time(queue: QueueHandle, count: number): Promise<Float64Array> {
    this.#setStream(queue as HostQueue);
    const nanoseconds = new Float64Array(count);
    checkStatus(this.#runtime, 'heddle_host_time', this.#runtime.time(this.#address, count, nanoseconds));
    await this.#complete(queue as HostQueue);
    return nanoseconds.map((value) => value / 1e6);
  }

  dispose(): void {
    // The record is JavaScript's; the runtime keeps nothing of it after a launch.
  }

  #setStream(queue: HostQueue): void {
    if (this.#stream === queue.stream) return;
    this.#stream = queue.stream;
    this.#words[0] = queue.word;
  }
}
