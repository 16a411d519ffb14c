export { assertDevice } from './assert-device';
export { ArrayContext, contextOf } from './array-context';
export type { ArrayStream, OnStream, Place } from './array-stream';
export { enqueue, type DeviceWork } from './enqueue';
export { PooledMemory } from './pooled-memory';
export { rewrapError } from './rewrap-error';
