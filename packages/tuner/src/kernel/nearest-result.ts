/** Which stored result fits a device and a problem best. */
import { HeddleError } from '@heddle/core';
import { readResultsFile, type StoredResult } from '../files/results-file';

/** What was chosen, and how well it fits. */
export interface ResultMatch {
  readonly result: StoredResult;
  /** True if device and problem size are the ones asked for. */
  readonly isExact: boolean;
  /** What does not fit, in a sentence; empty for an exact match. */
  readonly explanation: string;
}

/**
 * The best result for a device and a problem size: of the same device if there is one, then of the nearest problem
 * size (by the ratios of the extents), then by the objective.
 *
 * @throws HeddleError `ARGUMENT` for a file of another kernel, or without results
 */
export function nearestResult(
  path: string,
  wanted: { readonly kernel: string; readonly device: string; readonly problemSize: readonly number[] },
): ResultMatch {
  const { kernelName, results, higherIsBetter } = readResultsFile(path);
  if (kernelName !== wanted.kernel) {
    throw new HeddleError('ARGUMENT', `${path} has results of ${kernelName}, not of ${wanted.kernel}`, {
      parameter: 'results',
    });
  }
  const ranked = results
    .map((result) => ({
      result,
      otherDevice: result.deviceName === wanted.device ? 0 : 1,
      distance: distance(result.problemSize, wanted.problemSize),
      value: higherIsBetter ? -result.value : result.value,
    }))
    .sort((a, b) => a.otherDevice - b.otherDevice || a.distance - b.distance || a.value - b.value);
  const [best] = ranked;
  if (!best) throw new HeddleError('ARGUMENT', `${path} has no results`, { parameter: 'results' });
  const { result, otherDevice, distance: howFar } = best;
  const parts: string[] = [];
  if (otherDevice) parts.push(`it was tuned on ${result.deviceName}, not on ${wanted.device}`);
  if (howFar > 0)
    parts.push(`it was tuned for ${result.problemSize.join('x')}, not for ${wanted.problemSize.join('x')}`);
  return { result, isExact: parts.length === 0, explanation: parts.join('; ') };
}

/** Sum of the logarithms of the extents' ratios; an extent that is not there is 1. */
function distance(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let axis = 0; axis < Math.max(a.length, b.length); axis++) {
    sum += Math.abs(Math.log((a[axis] ?? 1) / (b[axis] ?? 1)));
  }
  return Number.isNaN(sum) ? Infinity : sum;
}
