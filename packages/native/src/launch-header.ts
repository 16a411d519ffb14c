/**
 * Shape and queue of a launch, in the bytes a plan reads each time it runs. Writing them allocates nothing.
 * `struct LaunchHeader` of the addon is its other half.
 */
export class LaunchHeader {
  /** What a plan takes as its `header`. */
  readonly buffer = new ArrayBuffer(48);
  readonly #words = new Uint32Array(this.buffer, 0, 8);
  readonly #handles = new BigUint64Array(this.buffer, 32, 2);

  /** Shape of the launches that follow: blocks, threads of a block, and bytes of dynamic shared memory of a block. */
  setShape(
    grid: readonly [number, number, number],
    block: readonly [number, number, number],
    sharedBytes: number,
    dimensions: 1 | 2 | 3 = 3,
  ): void {
    const words = this.#words;
    // One by one: destructuring goes through iterators, which triples the cost.
    words[0] = grid[0];
    words[1] = grid[1];
    words[2] = grid[2];
    words[3] = block[0];
    words[4] = block[1];
    words[5] = block[2];
    words[6] = sharedBytes;
    words[7] = dimensions;
  }

  /** The stream or command queue of the launches that follow. */
  set queue(handle: bigint) {
    this.#handles[0] = handle;
  }

  /** The event that the last launch of an OpenCL plan with `keepEvent` left. */
  get event(): bigint {
    return this.#handles[1] ?? 0n;
  }
}
