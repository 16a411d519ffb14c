/** An observer of a user's own, as a module that a worker imports. */

/**
 * @param {{ readonly step: number }} options
 * @returns {import('@heddle/tuner').Observer}
 */
export default function counting(options) {
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
