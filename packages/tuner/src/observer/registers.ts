/** Registers and memory of the compiled kernel, if the vendor reports them. */
import type { Observer, ObserverResults } from './observer';

/** `num_regs`, `shared_bytes`, `local_bytes_per_thread`, `constant_bytes`, `max_threads`. */
export function registersObserver(): Observer {
  let results: Record<string, number> = {};
  return {
    name: 'registers',
    registerConfiguration({ kernel }) {
      const attributes = kernel?.attributes;
      results = {};
      const set = (name: string, value: number | undefined): void => {
        if (value !== undefined) results[name] = value;
      };
      set('num_regs', attributes?.registersPerThread);
      set('shared_bytes', attributes?.sharedBytes);
      set('local_bytes_per_thread', attributes?.localBytesPerThread);
      set('constant_bytes', attributes?.constantBytes);
      set('max_threads', attributes?.maxThreadsPerBlock);
    },
    getResults: (): ObserverResults => results,
  };
}
