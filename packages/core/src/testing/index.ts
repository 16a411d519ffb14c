/** A device made of JavaScript, for tests of what stands above drivers. It is not part of the published package. */
export * from './memory-backend';
export * from './memory-driver';
export * from './memory-kernel';
export * from './memory-compiler';
export * from './held-loads';
export * from './library-array';
