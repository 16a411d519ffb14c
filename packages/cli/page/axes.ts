/** Axes for measured values: logarithmic if they span decades, close around the values, with round ticks. */
import { spansDecades } from '../src/report/analysis/histogram';

export interface MeasuredAxis {
  readonly type: 'quantitative';
  readonly title: string;
  readonly scale: {
    readonly type?: 'log';
    readonly domain: [number, number];
    readonly nice: boolean;
    readonly zero?: boolean;
  };
  readonly axis: { readonly values: number[] } | { readonly tickCount: number };
}

/** @param margin - room beside the extreme values, as a share of the whole range */
export function measuredAxis(values: readonly number[], title: string, margin = 0.04, tickCount = 6): MeasuredAxis {
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (!spansDecades(values)) {
    const room = (most - least) * margin || Math.abs(most) * margin || 1;
    const domain: [number, number] = [least - room, most + room];
    return { type: 'quantitative', title, scale: { domain, nice: false, zero: false }, axis: { tickCount } };
  }
  const room = Math.exp(Math.log(most / least) * margin);
  const domain: [number, number] = [least / room, most * room];
  const ticks = roundTicks(...domain);
  return {
    type: 'quantitative',
    title,
    scale: { type: 'log', domain, nice: false },
    axis: { values: ticks },
  };
}

// 1, 2 and 5 times powers of ten, fewer over many decades and more over a single one. A logarithmic axis left to itself
// draws every digit's line.
function roundTicks(from: number, to: number): number[] {
  const first = Math.floor(Math.log10(from));
  const last = Math.ceil(Math.log10(to));
  const decades = Math.log10(to / from);
  const digits = decades > 4 ? [1] : decades > 1.4 ? [1, 2, 5] : [1, 1.5, 2, 3, 5, 7];
  const ticks: number[] = [];
  for (let power = first; power <= last; power++) {
    for (const digit of digits) {
      const tick = Number(`${digit}e${power}`);
      if (tick >= from && tick <= to) ticks.push(tick);
    }
  }
  return ticks;
}
