export * from './dtype';
export * from './float16';
export * from './bfloat16';
export * from './scalar-range';
export * from './scalar-store';
