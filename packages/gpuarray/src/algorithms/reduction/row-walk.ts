/** How a thread of a CPU walks the elements of one result: in runs along the axis that moves least in memory. */
import type { ReductionAccess } from './reduction-access';
import { baseName, mappedCall } from './reduction-functions';
import { reducedOffsets } from './reduction-offsets';
import type { ReductionSpec } from './reduction-spec';

export interface RowWalk {
  /** Statements that find the run that element `r` is in; they declare `run_end`. */
  readonly findRun: string;
  /** C expression of the mapped element `k` places after `r`, in the run of `r`. */
  readonly at: (k: string) => string;
}

/** The walk of a class, from `r` to `end`. */
export function rowWalk(spec: ReductionSpec, access: ReductionAccess): RowWalk {
  const last = access.reducedRank - 1;
  const steps = spec.operands.map(({ name }, n) => {
    const stride = access.strides[n];
    const step = stride === 'unit' ? '1' : stride === 'none' ? '0' : `(INDEX)${baseName(name)}_r${last}`;
    return { name: baseName(name), step };
  });
  const runEnd =
    access.reducedRank === 1 ? 'end' : `(r / (INDEX)heddle_extent_r${last} + 1) * (INDEX)heddle_extent_r${last}`;
  return {
    findRun: `
      ${reducedOffsets(spec, access, 'r')}
      ${steps.map(({ name }) => `const INDEX ${name}_at = ${name}_o + ${name}_r;`).join(' ')}
      const INDEX run_end = ${runEnd};`,
    at: (k) =>
      mappedCall(
        spec,
        steps.map(({ name, step }) => `${name}[${name}_at + (${k}) * ${step}]`),
        `r + (${k})`,
      ),
  };
}
