/** The names that an entry of a cache file has for itself, besides those of parameters, measurements and metrics. */
export const entryNames: ReadonlySet<string> = new Set([
  'time',
  'times',
  'compile_time',
  'verification_time',
  'benchmark_time',
  'strategy_time',
  'framework_time',
  'timestamp',
  '__error__',
  'failure',
  'failure_message',
  'device',
  'source_hash',
]);

/**
 * True for a name that nothing else in an entry may have: its own, and the one that is not a property in JavaScript.
 */
export function isReservedName(name: string): boolean {
  return entryNames.has(name) || name === '__proto__';
}
