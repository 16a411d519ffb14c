export { ArrayContext, contextOf } from './array-context';
export { enqueue, type DeviceWork } from './enqueue';
export { PooledMemory } from './pooled-memory';
export { retold } from './retell';
