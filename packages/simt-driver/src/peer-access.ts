/** Lets two devices reach each other's memory directly, where the machine's wiring allows it. */
import type { SimtContext } from './simt-context';
import { status } from './status';

const tried = new WeakMap<SimtContext, WeakSet<SimtContext>>();

/** Enables direct access both ways, once. If it is impossible the driver copies through the host by itself. */
export function enablePeerAccess(one: SimtContext, other: SimtContext): void {
  enableOneWay(one, other);
  enableOneWay(other, one);
}

function enableOneWay(from: SimtContext, to: SimtContext): void {
  let known = tried.get(from);
  if (!known) tried.set(from, (known = new WeakSet()));
  if (known.has(to) || from.device === to.device) return;
  known.add(to);
  const possible = new Int32Array(1);
  if (from.status('canAccessPeer', possible, from.device, to.device) !== status.success || possible[0] !== 1) return;
  const value = from.status('enablePeerAccess', to.peerHandle, 0);
  if (value !== status.success && value !== status.peerAccessEnabled) throw from.failure(value, 'enablePeerAccess');
}
