export type { ArtifactKey, ArtifactMetadata, ArtifactRequest, CacheEntry, CachedArtifact, JsonValue } from './artifact';
export { ArtifactCache } from './artifact-cache';
export type { ArtifactCacheOptions, CacheState, CacheUsage, GetOrCompileOptions } from './artifact-cache';
export type { CacheStatistics } from './cache-report';
export { artifactKey } from './artifact-key';
