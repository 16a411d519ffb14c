// Node's assertions here: jest's take longer than all that is tested.
import { ok, strictEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { isHeddleError } from '../../src/errors';
import { blockGranularity, MemoryPool, type MemoryArena, type PoolBlock, type StreamMark } from '../../src/memory-pool';
import { RecordingAllocator, type Allocation } from './recording-allocator';

const streams = 2;
const capacity = 90_000;
const limit = 80_000;

type Step =
  | { readonly do: 'allocate'; readonly stream: number; readonly byteLength: number }
  | { readonly do: 'free'; readonly stream: number; readonly which: number }
  | { readonly do: 'wait'; readonly stream: number; readonly other: number }
  | { readonly do: 'complete'; readonly stream: number }
  | { readonly do: 'synchronize' }
  | { readonly do: 'freeAll' };

const stream = fc.nat(streams - 1);
// Few sizes, so that what one stream frees fits what another asks for.
const byteLength = fc.oneof(fc.constantFrom(1000, 2000, 4000, 8000), fc.nat(9000));
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('allocate' as const), stream, byteLength }) },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('free' as const), stream, which: fc.nat(1000) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), stream, other: stream }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('complete' as const), stream }) },
    { weight: 1, arbitrary: fc.constant({ do: 'synchronize' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'freeAll' as const }) },
  ),
  // By default fast-check makes lists of about ten.
  { maxLength: 120, size: 'max' },
) as fc.Arbitrary<Step[]>;

/** What the model knows of each granule of an allocation: who has it, and whose work may still use it. */
interface Granule {
  lentTo: PoolBlock<Allocation> | undefined;
  freedBy: number | undefined;
  freedAt: number;
}

/** The specification: every granule by itself, and a clock for each stream. */
class Model {
  readonly allocator: RecordingAllocator;
  readonly pool: MemoryPool<Allocation>;
  readonly arenas: MemoryArena<Allocation>[];
  readonly lent: PoolBlock<Allocation>[] = [];
  readonly memory = new Map<Allocation, Granule[]>();
  readonly clocks = Array<number>(streams).fill(0);
  /** seen[a][b]: the time on b's clock up to which a runs after b. */
  readonly seen = Array.from({ length: streams }, () => Array<number>(streams).fill(-1));

  constructor(divisible: boolean, canSynchronize: boolean) {
    this.allocator = new RecordingAllocator(divisible, capacity);
    if (canSynchronize) this.allocator.synchronize = () => this.seeAll();
    this.pool = new MemoryPool(this.allocator, { limit, chunkByteLength: 8192 });
    this.arenas = Array.from({ length: streams }, () => this.pool.arena({}));
  }

  run(step: Step): void {
    if (step.do === 'allocate') this.allocate(step.stream, step.byteLength);
    else if (step.do === 'free') this.free(step.stream, step.which);
    else if (step.do === 'wait') this.wait(step.stream, step.other);
    else if (step.do === 'complete') this.complete(step.stream);
    else if (step.do === 'freeAll') this.pool.freeAll();
    else {
      this.pool.synchronized();
      this.seeAll();
    }
    this.check();
  }

  allocate(by: number, byteLength: number): void {
    let block: PoolBlock<Allocation>;
    try {
      block = this.arenas[by]!.allocate(byteLength);
    } catch (error) {
      ok(isHeddleError(error, 'OUT_OF_MEMORY'));
      return;
    }
    ok(block.byteLength >= Math.max(byteLength, 1));
    strictEqual(block.byteLength % blockGranularity, 0);
    strictEqual(block.byteOffset % blockGranularity, 0);
    ok(this.allocator.live.has(block.handle));
    for (const granule of this.granulesOf(block)) {
      ok(!granule.lentTo, 'lent twice');
      if (granule.freedBy !== undefined && granule.freedBy !== by) {
        ok(this.seen[by]![granule.freedBy]! >= granule.freedAt, 'reused too early');
      }
      granule.lentTo = block;
    }
    this.lent.push(block);
  }

  free(by: number, which: number): void {
    const [block] = this.lent.splice(which % Math.max(this.lent.length, 1), 1);
    if (!block) return;
    // The caller's part of the contract: the stream that frees runs after all streams that used the block.
    const user = this.arenas.findIndex((arena) => arena === (block as unknown as { arena: unknown }).arena);
    if (user >= 0 && user !== by) this.wait(by, user);
    this.arenas[by]!.free(block);
    this.clocks[by]!++;
    for (const granule of this.granulesOf(block)) {
      Object.assign(granule, { lentTo: undefined, freedBy: by, freedAt: this.clocks[by] });
    }
  }

  wait(by: number, other: number): void {
    const mark: StreamMark = this.arenas[other]!.mark();
    this.arenas[by]!.waitedFor(mark);
    this.seen[by]![other] = this.clocks[other]!;
  }

  complete(which: number): void {
    this.arenas[which]!.completed();
    for (const row of this.seen) row[which] = this.clocks[which]!;
  }

  seeAll(): void {
    for (const row of this.seen) this.clocks.forEach((clock, other) => (row[other] = clock));
  }

  granulesOf(block: PoolBlock<Allocation>): Granule[] {
    let granules = this.memory.get(block.handle);
    if (!granules) {
      const count = block.handle.byteLength / blockGranularity;
      granules = Array.from({ length: count }, () => ({ lentTo: undefined, freedBy: undefined, freedAt: -1 }));
      this.memory.set(block.handle, granules);
    }
    const end = (block.byteOffset + block.byteLength) / blockGranularity;
    ok(end <= granules.length, 'beyond its allocation');
    return granules.slice(block.byteOffset / blockGranularity, end);
  }

  check(): void {
    const { usedByteLength, heldByteLength, usedBlocks } = this.pool.statistics;
    strictEqual(heldByteLength, this.allocator.byteLength);
    ok(heldByteLength <= limit);
    strictEqual(
      usedByteLength,
      this.lent.reduce((sum, block) => sum + block.byteLength, 0),
    );
    strictEqual(usedBlocks, this.lent.length);
    for (const block of this.lent) ok(this.allocator.live.has(block.handle));
  }
}

describe.each([
  ['divisible', true],
  ['indivisible', false],
])('over %s memory, whatever is asked', (_, divisible) => {
  it.each([true, false])(
    'no overlap, no leak, no early reuse, no breach of the limit (can wait: %p)',
    (canSynchronize) => {
      fc.assert(
        fc.property(steps, (list) => {
          const model = new Model(divisible, canSynchronize);
          for (const step of list) model.run(step);
          for (const block of model.lent.splice(0)) model.pool.free(block);
          model.pool.freeAll();
          expect(model.allocator.live.size).toBe(0);
          expect(model.pool.statistics).toMatchObject({ usedByteLength: 0, heldByteLength: 0, usedBlocks: 0 });
        }),
        { numRuns: 200 },
      );
    },
  );
});
