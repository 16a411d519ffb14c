export type { MemoryPoolOptions, PoolAllocator, PoolBlock, PoolLimit, PoolStatistics, StreamMark } from './allocator';
export { MemoryPressure } from './memory-pressure';
export { MemoryPool, blockGranularity } from './memory-pool';
export type { MemoryArena } from './memory-arena';
