/**
 * Typed subscriptions, and the log: with `NODE_DEBUG=heddle` every published event is printed to stderr.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { debuglog, inspect } from 'node:util';
import type { TracePayloads } from './payloads';

/** Every channel, for those who listen to all. */
export const traceChannels = [
  'heddle:compile',
  'heddle:launch',
  'heddle:copy',
  'heddle:tune',
  'heddle:leak',
  'heddle:cache',
] as const satisfies readonly (keyof TracePayloads)[];

/**
 * Listens to one channel; the same as `subscribe` of `node:diagnostics_channel`, with the payload's type.
 *
 * The listener runs inside the traced call, so it should be short. What it throws is reported as an uncaught
 * exception and does not reach the traced call.
 *
 * @returns a function that ends the subscription
 */
export function onTrace<Name extends keyof TracePayloads>(
  name: Name,
  listener: (payload: TracePayloads[Name]) => void,
): () => void {
  // Each name has one payload type, which trace.ts alone publishes: the cast states that.
  const receive = (payload: unknown): void => listener(payload as TracePayloads[Name]);
  subscribe(name, receive);
  return () => void unsubscribe(name, receive);
}

const log = debuglog('heddle');
const logging = Symbol.for('heddle.logging');

/** Writes a line to stderr when `NODE_DEBUG` names `heddle`; else does nothing. Takes `util.format`'s arguments. */
export function debug(format: string, ...values: unknown[]): void {
  if (log.enabled) log(format, ...values);
}

/** Lets the log subscribe to every channel, once per process even where two copies of this package are loaded. */
function startLog(): void {
  const shared = globalThis as { [logging]?: boolean };
  if (!log.enabled || shared[logging]) return;
  shared[logging] = true;
  for (const name of traceChannels) {
    onTrace(name, (payload) => log('%s %s', name, inspect(payload, { breakLength: Infinity, depth: 2 })));
  }
}

startLog();
