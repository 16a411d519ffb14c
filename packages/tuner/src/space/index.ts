export { buildSearchSpace } from './build-search-space';
export type { SearchSpaceOptions } from './build-search-space';
export * from './parameters';
export * from './search-space';
