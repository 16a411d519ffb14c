/** How many configurations are measured between two fits. */

/** A batch is at least one configuration for so many observations. */
const observationsPerBatch = 150;

/**
 * Configurations that are measured between two fits. There are more if there are many observations: a fit takes
 * longer then, and moves less, and all fits of a run together take time in proportion to its length.
 *
 * @param least - what was asked for
 * @param observations - what the model is fitted to
 */
export function batchSize(least: number, observations: number): number {
  return Math.max(least, Math.round(observations / observationsPerBatch));
}
