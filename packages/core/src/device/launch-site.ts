/**
 * One place from which a kernel is launched: a record for the arguments, the driver's launch that reads it, and the
 * shape that the driver was told last. Telling it again, and checking it again, is what most launches need not do.
 */
import type { Packer } from '../arguments';
import type { PreparedLaunch, QueueHandle } from '../spi/driver';
import type { Dim3, Extent } from '../spi/extents';
import type { LaunchGeometry, LaunchShape } from './launch-geometry';

/** A shape, and whether its blocks may wait for each other. */
export interface SiteShape extends LaunchShape {
  readonly cooperative?: boolean;
}

export class LaunchSite {
  readonly packer: Packer;
  readonly prepared: PreparedLaunch;
  /** Gives the driver's launch back. This object owns its resource. */
  readonly release: () => void;
  /** Where the next {@link call} enqueues. */
  queue: QueueHandle | undefined;
  #geometry: LaunchGeometry | undefined;
  #cooperative = false;
  #call: ((...args: readonly unknown[]) => void) | undefined;

  constructor(packer: Packer, prepared: PreparedLaunch, release: () => void) {
    this.packer = packer;
    this.prepared = prepared;
    this.release = release;
  }

  /** What the driver was told last. */
  get geometry(): LaunchGeometry | undefined {
    return this.#geometry;
  }

  /** True if the driver has been told this very shape, which was checked then, and nothing else is asked for. */
  has(shape: SiteShape): boolean {
    const last = this.#geometry;
    for (const name in shape) if (!isLaunchOption(name)) return false;
    return (
      last !== undefined &&
      typeof shape === 'object' &&
      shape !== null &&
      sameExtent(shape.grid, last.grid) &&
      sameExtent(shape.block, last.block) &&
      (shape.sharedBytes === undefined ? 0 : shape.sharedBytes) === last.sharedBytes &&
      (shape.cooperative === true) === this.#cooperative
    );
  }

  /** Tells the driver a shape that has been checked. */
  setGeometry(geometry: LaunchGeometry, cooperative: boolean): void {
    this.#geometry = undefined;
    this.prepared.setGeometry({ ...geometry, cooperative });
    this.#geometry = geometry;
    this.#cooperative = cooperative;
  }

  /** The launch that has just been packed, for its turn: later calls overwrite what it is made of. */
  capture(): (queue: QueueHandle) => void {
    const geometry = this.#geometry;
    const cooperative = this.#cooperative;
    const record = new Uint8Array(this.packer.record.slice(0));
    return (queue) => {
      if (geometry !== undefined && (geometry !== this.#geometry || cooperative !== this.#cooperative)) {
        this.setGeometry(geometry, cooperative);
      }
      new Uint8Array(this.packer.record).set(record);
      this.prepared.enqueue(queue);
    };
  }

  /**
   * The function that checks and packs arguments and enqueues them.
   *
   * @param failure - turns what the driver threw into an error of the launch
   */
  callWith(failure: (error: unknown) => unknown): (...args: readonly unknown[]) => void {
    return (this.#call ??= this.packer.bind(() => {
      try {
        this.prepared.enqueue(this.queue as QueueHandle);
      } catch (error) {
        throw failure(error);
      }
    }));
  }
}

/** What a launch takes, beside its arguments. */
export const launchOptionNames = ['grid', 'block', 'sharedBytes', 'stream', 'cooperative'] as const;

// Spelled out: this runs at every launch, for every option.
function isLaunchOption(name: string): boolean {
  return name === 'grid' || name === 'block' || name === 'stream' || name === 'sharedBytes' || name === 'cooperative';
}

// By index: this runs at every launch, and destructuring an array takes an iterator.
function sameExtent(extent: Extent, same: Dim3): boolean {
  if (typeof extent === 'number') return extent === same[0] && same[1] === 1 && same[2] === 1;
  return (
    Array.isArray(extent) &&
    extent.length <= 3 &&
    extent[0] === same[0] &&
    (extent[1] === undefined ? 1 : extent[1]) === same[1] &&
    (extent[2] === undefined ? 1 : extent[2]) === same[2]
  );
}
