/** Programs that use one core each, side by side on two: what a run of everything is measured on. */

/** Begins the jobs in their order, never more than two at once, and ends when all have. @param {(() => Promise<void>)[]} jobs */
export async function twoAtATime(jobs) {
  const waiting = [...jobs];
  const work = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await job();
  };
  await Promise.all([work(), work()]);
}
