/** A device made of JavaScript, for tests of backends, libraries and applications. */
export * from './memory-backend';
export * from './memory-driver';
export * from './memory-kernel';
export * from './memory-compiler';
export * from './held-loads';
export * from './library-array';
