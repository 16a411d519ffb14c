/** The batch axes of a matrix product as runs of matrices that lie evenly. */

/** Matrices that one launch goes through. */
export interface BatchRun {
  readonly count: number;
  /** Elements from one matrix to the next, of both operands; 0 where one repeats. */
  readonly stepA: number;
  readonly stepB: number;
  /** What the run adds to the offset of each operand. */
  readonly offsetA: number;
  readonly offsetB: number;
  /** Number of the run's first matrix in the result. */
  readonly first: number;
}

/** The fewest runs that cover all batches, in the order of the result. */
export function batchRuns(
  shape: readonly number[],
  stepsA: readonly number[],
  stepsB: readonly number[],
): readonly BatchRun[] {
  const axes = merge(shape, stepsA, stepsB);
  const last = axes.pop() ?? { extent: 1, stepA: 0, stepB: 0 };
  let runs = [{ offsetA: 0, offsetB: 0 }];
  for (const { extent, stepA, stepB } of axes) {
    runs = runs.flatMap(({ offsetA, offsetB }) =>
      Array.from({ length: extent }, (_, i) => ({ offsetA: offsetA + i * stepA, offsetB: offsetB + i * stepB })),
    );
  }
  return runs.map((run, i) => ({
    ...run,
    count: last.extent,
    stepA: last.stepA,
    stepB: last.stepB,
    first: i * last.extent,
  }));
}

interface Axis {
  readonly extent: number;
  readonly stepA: number;
  readonly stepB: number;
}

// An axis joins the one inside it where both operands go on evenly from one to the other.
function merge(shape: readonly number[], stepsA: readonly number[], stepsB: readonly number[]): Axis[] {
  const axes: Axis[] = [];
  shape.forEach((extent, i) => {
    if (extent === 1) return;
    const axis = { extent, stepA: stepsA[i] ?? 0, stepB: stepsB[i] ?? 0 };
    const outer = axes.at(-1);
    if (outer?.stepA === axis.stepA * extent && outer.stepB === axis.stepB * extent) {
      axes[axes.length - 1] = { ...axis, extent: outer.extent * extent };
    } else {
      axes.push(axis);
    }
  });
  return axes;
}
