/**
 * The memory pool over an allocator that costs nothing: the pool's own time.
 *
 *     npx tsx packages/core/bench/memory-pool.bench.ts
 */
import { MemoryPool, type MemoryArena, type PoolAllocator, type PoolBlock } from '../src/memory-pool';

let address = 0;
const allocator = (divisible: boolean): PoolAllocator<number> => ({
  divisible,
  allocate: (byteLength) => (address += byteLength),
  free: () => undefined,
});

/** Best of several rounds, in nanoseconds per call. */
function nanoseconds(count: number, call: (n: number) => void): number {
  let best = Infinity;
  for (let round = 0; round < 15; round++) {
    const started = process.hrtime.bigint();
    for (let n = 0; n < count; n++) call(n);
    best = Math.min(best, Number(process.hrtime.bigint() - started) / count);
  }
  return best;
}

function row(what: string, figure: number, limit = ''): void {
  console.log(`${what.padEnd(62)} ${figure.toFixed(0).padStart(6)} ns  ${limit}`);
}

function pair(arena: MemoryArena<number>, byteLength: number): number {
  return nanoseconds(200_000, () => arena.free(arena.allocate(byteLength)));
}

const limit = 'limit 500, aim 150 (CuPy 1,380, PyOpenCL 620)';
for (const divisible of [true, false]) {
  const kind = divisible ? 'divisible' : 'indivisible';
  const pool = new MemoryPool(allocator(divisible));
  row(`allocate + free, 4 KB, ${kind} memory`, pair(pool.arena(), 4096), limit);
  row(`allocate + free, 100 MB, ${kind} memory`, pair(pool.arena(), 100e6), limit);
}

/** A pool in use: a thousand blocks of all sizes lent, the next freed and allocated at random. */
function inUse(divisible: boolean): number {
  const arena = new MemoryPool(allocator(divisible)).arena();
  let seed = 1;
  const random = (below: number): number => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % below;
  const size = (): number => 2 ** random(28) + random(1000);
  const blocks: PoolBlock<number>[] = Array.from({ length: 1000 }, () => arena.allocate(size()));
  return nanoseconds(100_000, () => {
    const at = random(blocks.length);
    arena.free(blocks[at] as PoolBlock<number>);
    blocks[at] = arena.allocate(size());
  });
}

row('free + allocate of random sizes among 1,000 blocks, divisible', inUse(true));
row('free + allocate of random sizes among 1,000 blocks, indivisible', inUse(false));
