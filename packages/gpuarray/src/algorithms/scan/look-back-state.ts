/**
 * Status words that stay from call to call. Each call has an epoch of its own, by which it tells its words from those
 * of calls before, so that nothing is cleared in front of a scan: that launch would cost as much as a small scan.
 */
import type { Device } from '@heddle/core';
import type { GpuArray } from '../../array/gpu-array';
import { emptyArray } from '../../array/empty';
import { contextOf, type ArrayContext, type Place } from '../../array/device-context';
import { epochWords } from './packed-look-back';

export interface LookBackState {
  /** What a launch writes: scans of several streams take turns. */
  readonly array: GpuArray;
  /** Clears the words in front of the first launch, and before epochs repeat. */
  readonly prepare: (place: Place) => void;
}

/** Fewer are not worth growing for later. */
const fewestWords = 1 << 14;

/** Launches after which words are cleared, well before the epoch's 30 bits have gone round. */
const launchesPerClearing = 2 ** 29;

/** A device that was lost and opened again has another context, and the words of before are gone. */
const states = new WeakMap<ArrayContext, LookBackState>();

/** Words for a launch on a device, for at least so many. */
export function lookBackState(device: Device, words: number): LookBackState {
  const needed = 8 * (epochWords + Math.max(words, fewestWords));
  const context = contextOf(device);
  const known = states.get(context);
  if (known !== undefined && known.array.size >= needed) return known;
  known?.array.dispose();
  const array: GpuArray = emptyArray(device, 'uint8', [needed]);
  let launches = 0;
  const prepare = (place: Place): void => {
    if (launches++ % launchesPerClearing === 0) array.buffer.fill(0, { ...place, length: needed });
  };
  const state = { array, prepare };
  states.set(context, state);
  return state;
}
