export * from './load-backend';
export * from './open-device';
export * from './registry';
export * from './unavailable';
