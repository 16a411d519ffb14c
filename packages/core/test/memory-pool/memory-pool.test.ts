import { MemoryPool } from '../../src/memory-pool';
import { RecordingAllocator } from './recording-allocator';

const kilobyte = 1024;
const megabyte = 1024 ** 2;

function pool(options: ConstructorParameters<typeof MemoryPool>[1] = {}, capacity?: number) {
  const allocator = new RecordingAllocator(true, capacity);
  return { allocator, pool: new MemoryPool(allocator, options) };
}

describe('a pool over divisible memory', () => {
  it('rounds to 512 bytes, and gives an empty request a block of its own', () => {
    const { pool: p } = pool();
    expect([0, 1, 512, 513].map((n) => p.allocate(n).byteLength)).toEqual([512, 512, 512, 1024]);
  });

  it('takes small blocks out of one chunk, and asks for large ones by themselves', () => {
    const { pool: p, allocator } = pool();
    const [a, b] = [p.allocate(1000), p.allocate(1000)];
    expect([a.handle, a.byteOffset, b.handle, b.byteOffset]).toEqual([a.handle, 0, a.handle, 1024]);
    p.allocate(5 * megabyte);
    expect(allocator.requests).toEqual([2 * megabyte, 5 * megabyte]);
  });

  it('lends freed memory again without the allocator', () => {
    const { pool: p, allocator } = pool();
    const first = p.allocate(3 * megabyte);
    p.free(first);
    const second = p.allocate(3 * megabyte);
    expect(second.handle).toBe(first.handle);
    expect(allocator.requests).toHaveLength(1);
    expect(p.statistics).toMatchObject({ hits: 1, misses: 1, usedBlocks: 1 });
  });

  it('takes the smallest free block that is large enough, and leaves its rest', () => {
    const { pool: p, allocator } = pool();
    const sizes = [8, 6, 7, 9].map((n) => n * megabyte);
    const blocks = sizes.map((size) => p.allocate(size));
    for (const block of blocks) p.free(block);
    const best = p.allocate(6.5 * megabyte);
    expect(best.handle.byteLength).toBe(7 * megabyte);
    expect(p.allocate(0.5 * megabyte + 512).handle.byteLength).not.toBe(8 * megabyte);
    expect(p.allocate(8 * megabyte).handle.byteLength).toBe(8 * megabyte);
    expect(allocator.requests.filter((request) => request > 2 * megabyte)).toHaveLength(4);
  });

  it('merges neighbours that are free, in any order of freeing', () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [0, 2, 1],
      [1, 0, 2],
    ]) {
      const { pool: p, allocator } = pool();
      p.free(p.allocate(6 * megabyte));
      const parts = [0, 1, 2].map(() => p.allocate(2 * megabyte));
      expect(new Set(parts.map((part) => part.handle)).size).toBe(1);
      for (const i of order) p.free(parts[i]!);
      expect(p.allocate(6 * megabyte).byteOffset).toBe(0);
      expect(allocator.requests).toHaveLength(1);
    }
  });

  it('does not break up a large free block for a small request', () => {
    const { pool: p, allocator } = pool();
    p.free(p.allocate(64 * megabyte));
    p.allocate(kilobyte);
    p.allocate(64 * megabyte);
    expect(allocator.requests).toEqual([64 * megabyte, 2 * megabyte]);
  });

  it('refuses a block that was freed before, even after its memory was lent again', () => {
    const { pool: p } = pool();
    const block = p.allocate(100);
    p.free(block);
    p.allocate(100);
    expect(() => p.free(block)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    expect(() => p.free({ ...block })).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    expect(p.statistics.usedBlocks).toBe(1);
  });

  it('refuses a block of another pool', () => {
    const [one, other] = [pool().pool, pool().pool];
    const block = one.allocate(100);
    expect(() => other.free(block)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    expect(() => other.arena({}).free(block)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    expect(one.statistics.usedBlocks).toBe(1);
  });

  it.each([-1, 1.5, NaN, Infinity])('refuses a size of %p', (byteLength) => {
    expect(() => pool().pool.allocate(byteLength)).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it('counts what is used and held, now and at most', () => {
    const { pool: p } = pool();
    const block = p.allocate(3 * megabyte);
    p.allocate(kilobyte);
    p.free(block);
    expect(p.statistics).toEqual({
      usedByteLength: kilobyte,
      heldByteLength: 5 * megabyte,
      peakUsedByteLength: 3 * megabyte + kilobyte,
      peakHeldByteLength: 5 * megabyte,
      usedBlocks: 1,
      hits: 0,
      misses: 2,
    });
  });
});

describe('streams', () => {
  function twoStreams() {
    const { pool: p, allocator } = pool();
    const [a, b] = [p.arena({}), p.arena({})];
    const size = 4 * megabyte;
    const block = a.allocate(size);
    const reused = (arena: typeof a): boolean => arena.allocate(size).handle === block.handle;
    return { p, allocator, a, b, block, reused };
  }

  it('reuse their own memory at once', () => {
    const { a, block, reused } = twoStreams();
    a.free(block);
    expect(reused(a)).toBe(true);
  });

  it("do not get each other's memory while it may be in use", () => {
    const { a, b, block, reused } = twoStreams();
    a.free(block);
    expect(reused(b)).toBe(false);
  });

  it('get it after waiting for an event that was recorded after the free', () => {
    const { a, b, block, reused } = twoStreams();
    a.free(block);
    b.waitedFor(a.mark());
    expect(reused(b)).toBe(true);
  });

  it('but not for one that was recorded before', () => {
    const { a, b, block, reused } = twoStreams();
    const mark = a.mark();
    a.free(block);
    b.waitedFor(mark);
    a.completed(mark);
    expect(reused(b)).toBe(false);
  });

  it('nor a part that was freed after the event, merged with one that was freed before', () => {
    const { a, b, block } = twoStreams();
    a.free(block);
    const [first, second] = [a.allocate(2 * megabyte), a.allocate(2 * megabyte)];
    a.free(first);
    b.waitedFor(a.mark());
    a.free(second);
    expect(b.allocate(4 * megabyte).handle).not.toBe(block.handle);
  });

  it('nor the rest of a block that its own stream took a part of', () => {
    const { a, b, block } = twoStreams();
    a.free(block);
    a.allocate(2 * megabyte);
    expect(b.allocate(2 * megabyte).handle).not.toBe(block.handle);
  });

  it.each([
    ['the stream has completed', ({ a }: ReturnType<typeof twoStreams>) => a.completed()],
    ['the device was synchronised', ({ p }: ReturnType<typeof twoStreams>) => p.synchronized()],
    ['the stream is gone', ({ a }: ReturnType<typeof twoStreams>) => a.retire()],
  ])('or when %s', (_, settle) => {
    const streams = twoStreams();
    streams.a.free(streams.block);
    settle(streams);
    expect(streams.reused(streams.b)).toBe(true);
  });

  it('may free what another one allocated: from then on it is theirs', () => {
    const { a, b, block, reused } = twoStreams();
    b.free(block);
    expect(reused(a)).toBe(false);
    expect(reused(b)).toBe(true);
  });

  it('leave blocks behind that are freed after they are gone', () => {
    const { p, a, b, block, reused } = twoStreams();
    a.retire();
    p.free(block);
    expect(reused(b)).toBe(true);
  });

  it("cannot state the completion of another stream's mark, and the default one cannot retire", () => {
    const { p, a, b } = twoStreams();
    expect(() => a.completed(b.mark())).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
    expect(() => p.arena().retire()).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });

  it('have one arena each', () => {
    const { pool: p } = pool();
    const stream = {};
    expect(p.arena(stream)).toBe(p.arena(stream));
    expect(p.arena(stream)).not.toBe(p.arena({}));
    expect(p.arena()).toBe(p.arena());
  });
});

describe('when memory runs out', () => {
  it('the pool gives back what is unused and asks once more', () => {
    const { pool: p, allocator } = pool({}, 10 * megabyte);
    p.free(p.allocate(8 * megabyte));
    expect(p.allocate(9 * megabyte).handle.byteLength).toBe(9 * megabyte);
    expect(allocator.requests).toEqual([8, 9, 9].map((n) => n * megabyte));
    expect(p.statistics.heldByteLength).toBe(9 * megabyte);
  });

  it('it waits for the device first, and takes what any stream freed', () => {
    const { pool: p, allocator } = pool({}, 10 * megabyte);
    const synchronize = jest.fn();
    allocator.synchronize = synchronize;
    const block = p.arena({}).allocate(8 * megabyte);
    p.arena({}).free(block);
    expect(p.allocate(8 * megabyte).handle).toBe(block.handle);
    expect(synchronize).toHaveBeenCalledTimes(1);
  });

  it('it joins neighbours that different streams freed', () => {
    const { pool: p, allocator } = pool({}, 8 * megabyte);
    allocator.synchronize = () => undefined;
    p.free(p.allocate(8 * megabyte));
    const halves = [p.allocate(4 * megabyte), p.allocate(4 * megabyte)];
    for (const half of halves) p.arena({}).free(half);
    expect(p.allocate(8 * megabyte).handle).toBe(halves[0]?.handle);
  });

  it('a small request falls back on large blocks', () => {
    const { pool: p } = pool({}, 8 * megabyte);
    const large = p.allocate(8 * megabyte);
    expect(() => p.allocate(100)).toThrow(expect.objectContaining({ code: 'OUT_OF_MEMORY' }));
    p.free(large);
    expect(p.allocate(100).handle).toBe(large.handle);
  });

  it('the error says what was asked and what is there', () => {
    const { pool: p } = pool({}, 10 * megabyte);
    p.allocate(6 * megabyte);
    expect(() => p.allocate(6 * megabyte)).toThrow(
      expect.objectContaining({
        code: 'OUT_OF_MEMORY',
        requested: 6 * megabyte,
        message: expect.stringContaining(`${6 * megabyte} are in use`),
        cause: expect.objectContaining({ message: 'the driver has no more' }),
      }),
    );
  });

  it('another error of the driver is not taken for that', () => {
    const { pool: p, allocator } = pool();
    allocator.allocate = () => {
      throw new Error('device lost');
    };
    expect(() => p.allocate(1)).toThrow('device lost');
  });
});

describe('the limit', () => {
  it('is kept, by giving back what is unused', () => {
    const { pool: p } = pool({ limit: 10 * megabyte });
    p.free(p.allocate(8 * megabyte));
    p.allocate(9 * megabyte);
    expect(p.statistics.heldByteLength).toBe(9 * megabyte);
    expect(() => p.allocate(2 * megabyte)).toThrow(
      expect.objectContaining({ code: 'OUT_OF_MEMORY', requested: 2 * megabyte, max: 10 * megabyte }),
    );
  });

  it('may be less than a chunk', () => {
    const { pool: p, allocator } = pool({ limit: 10 * kilobyte });
    p.allocate(kilobyte);
    expect(allocator.requests).toEqual([kilobyte]);
  });

  it('may be a part of the device', () => {
    const { pool: p } = pool({ limit: { fraction: 0.25, totalByteLength: 40 * megabyte } });
    p.allocate(10 * megabyte);
    expect(() => p.allocate(1)).toThrow(expect.objectContaining({ max: 10 * megabyte }));
  });

  it('may change, and go away', () => {
    const { pool: p } = pool();
    p.free(p.allocate(8 * megabyte));
    p.setLimit(4 * megabyte);
    expect(p.statistics.heldByteLength).toBe(0);
    expect(() => p.allocate(5 * megabyte)).toThrow(expect.objectContaining({ code: 'OUT_OF_MEMORY' }));
    p.setLimit(undefined);
    expect(p.allocate(5 * megabyte).byteLength).toBe(5 * megabyte);
  });

  it.each([
    -1,
    NaN,
    { fraction: 1.5, totalByteLength: 1 },
    { fraction: -1, totalByteLength: 1 },
    null as unknown as number,
    '4' as unknown as number,
  ])('of %p is refused', (limit) => {
    expect(() => pool({ limit })).toThrow(expect.objectContaining({ code: 'ARGUMENT' }));
  });
});

describe('freeAll', () => {
  it('gives back chunks of which nothing is lent, and says how much', () => {
    const { pool: p, allocator } = pool();
    const kept = p.allocate(100);
    p.free(p.allocate(5 * megabyte));
    expect(p.freeAll()).toBe(5 * megabyte);
    expect(allocator.byteLength).toBe(2 * megabyte);
    p.free(kept);
    expect(p.freeAll()).toBe(2 * megabyte);
    expect(allocator.live.size).toBe(0);
  });
});

describe('a pool over indivisible memory', () => {
  it('reuses whole allocations of about the same size, and never a part', () => {
    const allocator = new RecordingAllocator(false);
    const p = new MemoryPool(allocator);
    const block = p.allocate(1_000_000);
    expect(block.byteLength).toBeLessThanOrEqual(1_000_000 * 1.0625 + 512);
    p.free(block);
    const again = p.allocate(1_010_000);
    expect([again.handle, again.byteOffset]).toEqual([block.handle, 0]);
    expect(p.allocate(500_000).handle).not.toBe(block.handle);
    expect(allocator.requests).toHaveLength(2);
  });
});
