/** Measures a configuration: warms up until times are steady, then takes the samples. */
import type { Buffer, Device } from '@heddle/core';
import type { Observer } from '../observer/observer';
import { lowerBoundOfMean, medianOf, timeStatistics } from '../statistics';
import type { Launcher } from './launcher';
import type { BenchmarkPlan } from './protocol';

export interface BenchmarkResult {
  readonly time: number;
  readonly times: readonly number[];
  readonly measurements: Readonly<Record<string, number>>;
}

/** A warm-up round takes about so long on the device, in milliseconds. */
const roundMilliseconds = 2;
const launchesOfRound = { fewest: 2, most: 100 };
/** Samples before the first thought of stopping early. */
const fewestSamples = 3;
/** The largest L2 cache, for devices that do not report theirs. Flushing writes twice as much. */
const usualCacheBytes = 128 * 2 ** 20;

export async function benchmark(
  device: Device,
  launcher: Launcher,
  plan: BenchmarkPlan,
  observers: readonly Observer[],
  best: number | undefined,
): Promise<BenchmarkResult> {
  const warmups = await warmUp(launcher, plan);
  const eviction = plan.flushCache ? new CacheEviction(device) : undefined;
  try {
    const sampler = new Sampler(launcher, plan, observers, eviction);
    const times = await sample(sampler, plan, best);
    const { mean, median, min, deviation, outliers } = timeStatistics(times, plan.rejectOutliers);
    return {
      time: mean,
      times,
      measurements: {
        time_median: median,
        time_min: min,
        time_deviation: deviation,
        outliers,
        warmups: warmups.launches,
        ...(warmups.steady ? {} : { unsteady: 1 }),
        ...(times.length < plan.iterations ? { stopped_early: 1 } : {}),
      },
    };
  } finally {
    eviction?.dispose();
  }
}

// Rounds of launches until two in a row have the same median: clocks have risen, caches and tables are filled.
async function warmUp(launcher: Launcher, plan: BenchmarkPlan): Promise<{ launches: number; steady: boolean }> {
  if (plan.warmupMilliseconds <= 0) return { launches: 0, steady: true };
  let previous = (await launcher.time(1))[0] ?? NaN;
  let spent = previous;
  let launches = 1;
  while (spent < plan.warmupMilliseconds) {
    const wanted = Math.ceil(roundMilliseconds / Math.max(previous, 1e-6));
    const count = Math.min(launchesOfRound.most, Math.max(launchesOfRound.fewest, wanted));
    const times = await launcher.time(count);
    launches += count;
    spent += times.reduce((sum, time) => sum + time, 0);
    const median = medianOf(times);
    if (Math.abs(median - previous) <= plan.warmupTolerance * median) return { launches, steady: true };
    previous = median;
  }
  return { launches, steady: false };
}

async function sample(sampler: Sampler, plan: BenchmarkPlan, best: number | undefined): Promise<number[]> {
  const { earlyStopConfidence: confidence, iterations } = plan;
  if (confidence === undefined || best === undefined) return sampler.take(iterations);
  const times = await sampler.take(Math.min(fewestSamples, iterations));
  while (times.length < iterations && lowerBoundOfMean(times, confidence) <= best) {
    times.push(...(await sampler.take(1)));
  }
  return times;
}

/** Takes samples: many in one native loop if nothing has to happen between two launches, else one by one. */
class Sampler {
  readonly #launcher: Launcher;
  readonly #plan: BenchmarkPlan;
  readonly #observers: readonly Observer[];
  readonly #eviction: CacheEviction | undefined;
  #taken = 0;

  constructor(
    launcher: Launcher,
    plan: BenchmarkPlan,
    observers: readonly Observer[],
    eviction: CacheEviction | undefined,
  ) {
    this.#launcher = launcher;
    this.#plan = plan;
    this.#observers = observers.filter((observer) => watchesLaunches(observer));
    this.#eviction = eviction;
  }

  async take(count: number): Promise<number[]> {
    const apart = this.#observers.length > 0 || this.#eviction !== undefined || this.#plan.rotate > 1;
    if (!apart) return [...(await this.#launcher.time(count))];
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
      await this.#eviction?.evict();
      times.push(await observedLaunch(this.#launcher, this.#observers, this.#taken++));
    }
    return times;
  }
}

function watchesLaunches(observer: Observer): boolean {
  return (['beforeStart', 'afterStart', 'during', 'afterFinish'] as const).some((hook) => observer[hook] !== undefined);
}

/** One launch with its observers' hooks around it. */
export async function observedLaunch(launcher: Launcher, observers: readonly Observer[], set = 0): Promise<number> {
  for (const observer of observers) await observer.beforeStart?.();
  const running = launcher.time(1, set);
  const times = await watched(running, observers);
  for (const observer of observers) await observer.afterFinish?.(1);
  return times[0] ?? NaN;
}

/** Runs a launch with its hooks. If a hook throws, the launch ends before the exception is passed on. */
async function watched<T>(running: Promise<T>, observers: readonly Observer[]): Promise<T> {
  try {
    for (const observer of observers) observer.afterStart?.();
    const watching = observers.filter((observer) => observer.during !== undefined);
    return watching.length > 0 ? await whileRunning(running, watching) : await running;
  } catch (error) {
    // An exception of the launch itself is more important.
    await running;
    throw error;
  }
}

async function whileRunning<T>(running: Promise<T>, observers: readonly Observer[]): Promise<T> {
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  running.then(end, end);
  while (!ended) {
    for (const observer of observers) observer.during?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return running;
}

/** A burst of a continuous observer's launches takes about so long, in milliseconds: longer than a sensor's answer. */
const burstMilliseconds = 20;
/** Drivers make the caller wait if it launches more. */
const mostOfBurst = 500;

/**
 * Launches of a continuous observer's own, back to back: the next burst waits on the device while one runs.
 *
 * @param milliseconds - what one launch takes
 */
export async function observeContinuously(launcher: Launcher, observer: Observer, milliseconds: number): Promise<void> {
  const count = Math.min(mostOfBurst, Math.max(1, Math.ceil(burstMilliseconds / milliseconds)));
  await observer.beforeStart?.();
  const end = performance.now() + (observer.continuousMilliseconds ?? 1000);
  let running = launcher.burst(count);
  let launches = count;
  try {
    observer.afterStart?.();
    while (performance.now() < end) {
      const next = launcher.burst(count);
      // Awaited only after the one before, which fails first.
      next.catch(() => undefined);
      launches += count;
      const current = running;
      running = next;
      await whileRunning(current, [observer]);
    }
    await whileRunning(running, [observer]);
  } catch (error) {
    // A hook may have thrown while launches run, which have to end before their kernel is given back.
    await running;
    throw error;
  }
  await observer.afterFinish?.(launches);
}

/** Drives inputs out of the last-level cache by writing more than it holds. */
class CacheEviction {
  readonly #buffer: Buffer;
  #byte = 0;

  constructor(device: Device) {
    this.#buffer = device.allocate(2 * (device.properties.cacheBytes ?? usualCacheBytes));
  }

  async evict(): Promise<void> {
    this.#byte = (this.#byte + 1) % 256;
    this.#buffer.fill(this.#byte);
  }

  dispose(): void {
    this.#buffer.dispose();
  }
}
