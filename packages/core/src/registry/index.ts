export * from './load-backend';
export * from './open-device';
export * from './registry';
