/** The least-squares fit of the power model: what the curve is linear in is solved, the rest is searched. */

/** One measurement: megahertz and watts. */
export interface PowerMeasurement {
  readonly frequency: number;
  readonly power: number;
}

/** `power = min(maxPower, idle + scale * f * v²)`, `v = 1` up to the ridge, `1 + slope * (f - ridge)` above. */
export interface PowerParameters {
  /** Watts at no frequency at all. */
  readonly idle: number;
  /** Watts per megahertz at the lowest voltage. */
  readonly scale: number;
  /** Megahertz from which on the voltage rises. */
  readonly ridge: number;
  /** Rise of the voltage per megahertz, relative to the lowest one. */
  readonly slope: number;
  /** Watts that the device never exceeds; Infinity where no measurement shows a limit. */
  readonly maxPower: number;
}

interface Fit {
  readonly parameters: PowerParameters;
  /** Sum of the squares of the residuals, in watts squared. */
  readonly squares: number;
}

/** Fewest points below the limit of power: the curve has four parameters. */
export const fewestPoints = 4;
const ridgeSteps = 48;
const sectionSteps = 40;
/** The voltage at the highest frequency is at most so many times the lowest one. */
const largestRise = 4;
/** A device at its limit of power stays so near to it. */
const limitTolerance = 0.1;
/** Residuals smaller than this fraction of the power are not evidence: sensors are not so exact. */
const exactness = 1e-4;

/** Fits the model, deciding by Akaike's criterion (1974) how many of the points show the limit of power. */
export function fitPower(points: readonly PowerMeasurement[]): PowerParameters {
  const sorted = [...points].sort((a, b) => a.frequency - b.frequency);
  const noise = sorted.reduce((sum, { power }) => sum + (exactness * power) ** 2, 0);
  const highest = Math.max(...sorted.map(({ power }) => power));
  let best: PowerParameters | undefined;
  let least = Infinity;
  for (let limited = 0; limited <= sorted.length - fewestPoints; limited++) {
    const atLimit = sorted.slice(sorted.length - limited);
    if (atLimit.some(({ power }) => power < (1 - limitTolerance) * highest)) break;
    const fit = fitBelow(sorted.slice(0, sorted.length - limited), atLimit);
    const variance = Math.max(fit.squares, noise) / sorted.length;
    const criterion = sorted.length * Math.log(variance) + 2 * (limited === 0 ? 4 : 5);
    if (criterion < least) [best, least] = [fit.parameters, criterion];
  }
  if (!best) throw new RangeError(`a power model needs ${fewestPoints} points`);
  return best;
}

function fitBelow(rising: readonly PowerMeasurement[], limited: readonly PowerMeasurement[]): Fit {
  const maxPower =
    limited.length === 0 ? Infinity : limited.reduce((sum, { power }) => sum + power, 0) / limited.length;
  const above = limited.reduce((sum, { power }) => sum + (power - maxPower) ** 2, 0);
  const fit = fitRising(rising);
  return { parameters: { ...fit.parameters, maxPower }, squares: fit.squares + above };
}

// The residual has several minima along the ridge, one along the slope.
function fitRising(points: readonly PowerMeasurement[]): Fit {
  const first = points[0]?.frequency ?? 0;
  const last = points.at(-1)?.frequency ?? 0;
  const step = (last - first) / ridgeSteps;
  const bestSlope = (ridge: number): Fit =>
    goldenSection((slope) => linear(points, ridge, slope), 0, largestRise / (last - first));
  // A voltage that never rises is a ridge at the end.
  let best = linear(points, last, 0);
  for (let i = 0; i < ridgeSteps; i++) {
    const fit = bestSlope(first + i * step);
    if (fit.squares < best.squares) best = fit;
  }
  const { ridge } = best.parameters;
  const near = goldenSection(bestSlope, Math.max(first, ridge - step), Math.min(last, ridge + step));
  return near.squares < best.squares ? near : best;
}

/** The least of a function with one minimum (Kiefer, 1953). */
function goldenSection(fitAt: (x: number) => Fit, from: number, to: number): Fit {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [from, to];
  let left = { x: high - ratio * (high - low), fit: fitAt(high - ratio * (high - low)) };
  let right = { x: low + ratio * (high - low), fit: fitAt(low + ratio * (high - low)) };
  for (let step = 0; step < sectionSteps; step++) {
    if (left.fit.squares <= right.fit.squares) {
      [high, right] = [right.x, left];
      const x = high - ratio * (high - low);
      left = { x, fit: fitAt(x) };
    } else {
      [low, left] = [left.x, right];
      const x = low + ratio * (high - low);
      right = { x, fit: fitAt(x) };
    }
  }
  return left.fit.squares <= right.fit.squares ? left.fit : right.fit;
}

/** Idle power and scale for a given ridge and slope, neither below zero. */
function linear(points: readonly PowerMeasurement[], ridge: number, slope: number): Fit {
  let [sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0];
  for (const { frequency, power } of points) {
    const x = frequency * voltageAt(frequency, ridge, slope) ** 2;
    sumX += x;
    sumY += power;
    sumXX += x * x;
    sumXY += x * power;
  }
  const count = points.length;
  const spread = sumXX - (sumX * sumX) / count;
  let scale = spread > 0 ? Math.max(0, (sumXY - (sumX * sumY) / count) / spread) : 0;
  let idle = (sumY - scale * sumX) / count;
  if (idle < 0) [idle, scale] = [0, sumXY / sumXX];
  let squares = 0;
  for (const { frequency, power } of points) {
    squares += (power - idle - scale * frequency * voltageAt(frequency, ridge, slope) ** 2) ** 2;
  }
  return { parameters: { idle, scale, ridge, slope, maxPower: Infinity }, squares };
}

/** The voltage relative to the lowest one. */
export function voltageAt(frequency: number, ridge: number, slope: number): number {
  return frequency <= ridge ? 1 : 1 + slope * (frequency - ridge);
}
