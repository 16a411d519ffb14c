import { HeddleError } from '../../src/errors';
import type { PoolAllocator } from '../../src/memory-pool';

/** An allocation of the recording allocator. */
export interface Allocation {
  readonly id: number;
  readonly byteLength: number;
}

/** A driver with so much memory, which knows what is allocated. */
export class RecordingAllocator implements PoolAllocator<Allocation> {
  readonly live = new Set<Allocation>();
  readonly requests: number[] = [];
  synchronize?: () => void;
  #ids = 0;

  constructor(
    readonly divisible: boolean,
    readonly capacity = Infinity,
  ) {}

  get byteLength(): number {
    return [...this.live].reduce((sum, allocation) => sum + allocation.byteLength, 0);
  }

  allocate(byteLength: number): Allocation {
    this.requests.push(byteLength);
    if (this.byteLength + byteLength > this.capacity) throw new HeddleError('OUT_OF_MEMORY', 'the driver has no more');
    const allocation = { id: this.#ids++, byteLength };
    this.live.add(allocation);
    return allocation;
  }

  free(allocation: Allocation): void {
    if (!this.live.delete(allocation)) throw new Error(`allocation ${allocation.id} was freed twice`);
  }
}
