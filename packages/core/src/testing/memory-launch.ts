/** A kernel of the memory driver with a place for its arguments. */
import type { PreparedGeometry, PreparedLaunch, QueueHandle } from '../spi/driver';
import type { MemoryQueue } from './memory-queue';

/** The shape of a launch without one, and of plain functions. */
export const noGeometry: PreparedGeometry = { grid: [1, 1, 1], block: [1, 1, 1], sharedBytes: 0, cooperative: false };

/** What a launch needs of its driver. */
export interface MemoryLaunchParts {
  /** Runs the kernel now. */
  readonly run: (record: ArrayBuffer, geometry: PreparedGeometry) => void;
  /** The arguments as they are at this moment. */
  readonly takeArguments: () => ArrayBuffer;
  /** Throws if the device cannot take a launch. */
  readonly enter: () => void;
  readonly dispose: () => void;
}

export class MemoryLaunch implements PreparedLaunch {
  readonly #parts: MemoryLaunchParts;
  #geometry = noGeometry;

  constructor(parts: MemoryLaunchParts) {
    this.#parts = parts;
  }

  setGeometry(geometry: PreparedGeometry): void {
    this.#geometry = geometry;
  }

  enqueue(queue: QueueHandle): void {
    const { enter, run, takeArguments } = this.#parts;
    enter();
    const [record, geometry] = [takeArguments(), this.#geometry];
    void (queue as MemoryQueue).push({
      run: () => {
        run(record, geometry);
      },
    });
  }

  async time(queue: QueueHandle, count: number): Promise<Float64Array> {
    const { run, takeArguments } = this.#parts;
    const milliseconds = new Float64Array(count);
    const [record, geometry] = [takeArguments(), this.#geometry];
    for (let i = 0; i < count; i++) {
      await (queue as MemoryQueue).push({
        run: () => {
          const started = performance.now();
          run(record, geometry);
          milliseconds[i] = performance.now() - started;
        },
      });
    }
    return milliseconds;
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
