/** What the benchmarks of one process have measured. */
import { nativeAddon } from '@heddle/native';

export interface Measurement {
  readonly figure: string;
  readonly who: string;
  readonly value: number;
  readonly unit: string;
}

export const measurements: Measurement[] = [];
const who = nativeAddon() ? 'heddle' : 'heddle through koffi';

/** Notes and prints a figure. Peers name theirs alike. */
export function add(figure: string, value: number, unit: string, whose: string = who): void {
  measurements.push({ figure, who: whose, value, unit });
  console.log(figure, value.toPrecision(4), unit, whose === who ? '' : whose);
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}
