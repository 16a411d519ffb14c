/** Observers that need a configuration once more in a process of its own, as a profiler's programs do. */
import type { Observer } from '../observer/observer';
import type { InputStore } from './input-store';
import type { Trial } from './protocol';

export interface ReplayObserver extends Observer {
  /** After the benchmark, before the results are asked for. */
  replay(trial: Trial, inputs: InputStore): Promise<void>;
}

export function isReplayObserver(observer: Observer): observer is ReplayObserver {
  return 'replay' in observer;
}
