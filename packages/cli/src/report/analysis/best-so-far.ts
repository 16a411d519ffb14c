/** How the best result moved while the run went on. */

/** A moment at which a configuration was better than all before it. */
export interface Improvement {
  /** Evaluations done by then, this one included: 1 for the first. */
  readonly evaluation: number;
  readonly value: number;
}

/** The improvements, in order; failed configurations count as evaluations. */
export function improvements(values: readonly (number | null)[], higherIsBetter: boolean): Improvement[] {
  const found: Improvement[] = [];
  let best: number | undefined;
  values.forEach((value, index) => {
    if (value === null || (best !== undefined && !isBetter(value, best, higherIsBetter))) return;
    best = value;
    found.push({ evaluation: index + 1, value });
  });
  return found;
}

/** The place of the best value, the first of equals; -1 if nothing was measured. */
export function bestIndex(values: readonly (number | null)[], higherIsBetter: boolean): number {
  return (improvements(values, higherIsBetter).at(-1)?.evaluation ?? 0) - 1;
}

export function isBetter(value: number, than: number, higherIsBetter: boolean): boolean {
  return higherIsBetter ? value > than : value < than;
}
