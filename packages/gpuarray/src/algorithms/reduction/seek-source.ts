/**
 * Where the first extreme element of a row is, on CPUs: pairs of a value and its place do not become vectors, values
 * alone do. The extreme of a piece that fits the caches is found first, and only where it beats all before it is the
 * piece looked through for its place.
 */
import type { DeviceTuning } from '../../kernel-kit/device-tuning';
import type { ReductionAccess } from './reduction-access';
import { finishCall } from './reduction-functions';
import { keptOffsets } from './reduction-offsets';
import type { ReductionSpec, Seek } from './reduction-spec';
import { rowWalk } from './row-walk';

/** Elements of a piece: few enough for 32-bit places and the first cache. */
const piece = 2048;

/** Body of a task of `heddle_reduction`; the accumulator is a struct of `value` and `index`, below 0 for none. */
export function seekTask(
  spec: ReductionSpec,
  { value, precedes, same }: Seek,
  access: ReductionAccess,
  { lanes }: DeviceTuning,
): string {
  const { findRun, at } = rowWalk(spec, access);
  const keep = (lane: string, k: string): string =>
    `{ const ${value} x = ${at(k)}.value; ${lane} = ${precedes('x', lane)} ? x : ${lane}; }`;
  return `
    const INDEX o = (INDEX)place;
    ${keptOffsets(spec, access, 'o')}
    heddle_acc acc = heddle_empty();
    for (INDEX r = begin; r < end;) {${findRun}
      const INDEX left = (run_end < end ? run_end : end) - r;
      const int count = left < ${piece} ? (int)left : ${piece};
      const int whole = count / ${lanes} * ${lanes};
      ${value} best[${lanes}];
      for (int j = 0; j < ${lanes}; j++) best[j] = ${at('0')}.value;
      for (int k = 0; k < whole; k += ${lanes}) {
        for (int j = 0; j < ${lanes}; j++) ${keep('best[j]', 'k + j')}
      }
      for (int k = whole; k < count; k++) ${keep('best[0]', 'k')}
      ${value} top = best[0];
      for (int j = 1; j < ${lanes}; j++) top = ${precedes('best[j]', 'top')} ? best[j] : top;
      if (acc.index < 0 || (${precedes('top', 'acc.value')} && !${same('top', 'acc.value')})) {
        int first = count;
        for (int k = 0; k < count; k++) {
          const ${value} x = ${at('k')}.value;
          const int found = ${same('x', 'top')} ? k : count;
          first = found < first ? found : first;
        }
        acc = ${at('first')};
      }
      r += count;
    }
    if (heddle_splits == 1) ${finishCall(spec, 'acc', 'o')}
    else heddle_partials[task] = acc;`;
}
