export type { MemoryPoolOptions, PoolAllocator, PoolBlock, PoolLimit, PoolStatistics, StreamMark } from './allocator';
export { ForgottenMemory } from './forgotten-memory';
export { MemoryPool, blockGranularity } from './memory-pool';
export type { MemoryArena } from './memory-arena';
