/** An observer of a user's own, as a module that a worker imports. */
import type { Observer } from '@heddle/tuner';

export default function counting(options: { readonly step: number }): Observer {
  let count = 0;
  return {
    name: 'counting',
    registerConfiguration() {
      count = 0;
    },
    afterFinish() {
      count += options.step;
    },
    getResults: () => ({ counted: count, worker_pid: process.pid }),
  };
}
