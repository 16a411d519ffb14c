/**
 * Words that count the blocks which have left a part of a result. A launch finds them zero and leaves them zero, so that
 * nothing is cleared in front of one: that would cost as much as the launch which it saves.
 *
 * A launch that breaks off takes the device's context, and these words, along; the device has others when it is opened
 * again.
 */
import type { Device } from '@heddle/core';
import type { GpuArray } from '../../array/gpu-array';
import { emptyArray } from '../../array/empty';
import { contextOf, type ArrayStream, type Place } from '../../array/device-context';

export interface JoinTickets {
  /** What a launch writes. */
  readonly array: GpuArray;
  /** Clears the words in front of the first launch. */
  readonly prepare: (place: Place) => void;
}

/** Launches of one stream follow each other; those of several streams may run at once, so each has words of its own. */
const ticketsOf = new WeakMap<ArrayStream, JoinTickets>();

/** At least so many words for a launch on the stream that the caller is on. */
export function joinTickets(device: Device, words: number): JoinTickets {
  const { stream } = contextOf(device);
  const known = ticketsOf.get(stream);
  if (known !== undefined && known.array.size >= words) return known;
  known?.array.dispose();
  const array: GpuArray = emptyArray(device, 'uint32', [words]);
  let cleared = false;
  const prepare = (place: Place): void => {
    if (cleared) return;
    array.buffer.fill(0, { ...place, length: 4 * words });
    cleared = true;
  };
  const tickets = { array, prepare };
  ticketsOf.set(stream, tickets);
  return tickets;
}
