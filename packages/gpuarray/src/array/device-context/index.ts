export { assertDevice } from './assert-device';
export { ArrayContext, contextOf } from './array-context';
export type { ArrayStream, OnStream, Place } from './array-stream';
export { enqueue, type DeviceWork } from './enqueue';
export { methodsOnOwnStream } from './own-stream';
export { PooledMemory } from './pooled-memory';
export { retold } from './retell';
