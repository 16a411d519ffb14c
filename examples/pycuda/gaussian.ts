/** A normally distributed number, as `numpy.random.randn` gives them: Box and Muller's method. */
export function gaussian(): number {
  return Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
}
