/** The service interface: what a backend implements. Users meet the classes of `device/` instead. */
export * from './artifact';
export * from './backend';
export * from './capabilities';
export * from './compiler';
export * from './device-properties';
export * from './driver';
export * from './extents';
export * from './texture';
